"""Things worth a look that break no clause: a wheel whose numbers are not those of chance, a table that is too slow,
too fast or without a coup, a rotor outside its band, launches all the same way, a reader that is silent. Pure.

`conditions` judges them by the thresholds of the table; the rest is an alert's life. It is raised once for each time
that its condition lasts, and stays open until a person has acknowledged it.
"""
