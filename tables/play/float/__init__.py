"""Counts of the float, what they are held against, and their variances."""
