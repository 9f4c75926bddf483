"""Fills and credits as the table sees them."""
