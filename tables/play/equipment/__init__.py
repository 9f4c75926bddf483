"""Balls, wheels and series of chips at the table."""
