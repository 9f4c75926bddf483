"""The violations of a casino, which staff answers and inspectors decide; and the compliance report of a day.

The list is a projection (`projection.py`). The report is made from the record alone (`report.py`). `declared/` has an
entry for each type of event, with its words in the report.
"""
