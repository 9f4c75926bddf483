"""Measures the record against its baselines, on the database of the settings.

`python -m bench.stream` works in a database of its own, which it makes and drops. Contestants take turns in
short rounds, so that a noisy neighbour disturbs all of them alike; each figure is the median of the rounds' ratios.
"""
