"""Slips and boxes of a simulated table away from the table, and the recording of the whole day.

The day itself is made in `tables.simulation`. `bank_side.py` and `soft_count.py` are pure. They follow its events and
decide the acts of the chip bank and the counters, with the rules of slips and boxes. `recording.py` records all of it.
"""
