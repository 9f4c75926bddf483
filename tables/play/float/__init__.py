"""Counts of the float, their expected values, and their variances."""
