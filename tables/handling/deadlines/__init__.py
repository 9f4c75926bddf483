"""Deadlines of the shift rules on the record's tables.

`listing.py` reads the open ones for the screens. `sweep.py` has the tables judge due deadlines, also without an event;
Celery runs it at each tick of beat.
"""
