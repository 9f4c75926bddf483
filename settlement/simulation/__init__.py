"""What happens to a simulated table's slips and boxes away from the table, and the whole of such a day in the record.

The day itself is made in `tables.simulation`. `bank_side.py` and `soft_count.py` are pure: they follow its events and
decide, with the rules of slips and boxes, what the chip bank and those who count do. `recording.py` records all of it.
"""
