"""What no clause demands and somebody should see: a wheel whose numbers are not those of chance, a table that is too
slow, too fast or without a coup, a rotor
that is too fast, launches all the same way, a reader that is silent. Pure.

`conditions` says whether something is so, by the thresholds of the table; the rest is an alert's life. It is raised
once for each time that its condition lasts, and stands until a person has acknowledged it.
"""
