"""What time and sequence demand of a table.

`rules.py` declares the rules, `projection.py` opens and closes their cases as events happen,
`deadlines.py` reads them for the screens, and `sweep.py` sees what has fallen due. Nothing here judges:
`tables.play` does.
"""
