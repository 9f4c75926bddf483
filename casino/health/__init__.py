"""Probes: /healthz answers if the process answers, /readyz if it can do its work."""
