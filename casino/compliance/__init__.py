"""The violations of a house, which staff answers and inspectors decide; and the compliance report of a day.

The list is a projection (`violations_followed.py`). The report is made from the record alone (`report.py`), and how
each event reads in it is declared in `declared/`, one entry for each type.
"""
