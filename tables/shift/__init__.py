"""What time and sequence demand of a table.

`rules/` has the rules, pure functions of a table's state; `judgement.py`, pure as well, makes events of what they find,
and decides commands to a table. What else lies here is the edge: `deadlines.py` reads the open cases for the screens,
and `sweep.py` tells the tables what has fallen due, so that it is judged also where nothing happens.
"""
