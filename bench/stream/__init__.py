"""Measures the record against what it must not be much slower than, on the database that the project is set to.

`python -m bench.stream` works in a database of its own, which it makes and drops. Contestants take turns in
short rounds, so that a noisy neighbour disturbs all of them alike; each figure is the median of the rounds' ratios.
"""
