"""Observations of a wheel reader, and the deadlines and violations that are recorded beside it."""
