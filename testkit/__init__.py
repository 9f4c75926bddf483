"""Shared code of tests and benches: nothing in `tables`, `settlement` or `casino` imports it."""
