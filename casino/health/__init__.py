"""What a probe asks: does the process answer (/healthz), and can it do its work (/readyz)."""
