"""What the numbers say: the permanence of a table's day, on screen and as files, the statistics of each wheel, and the
alerts that the watch raised.

Nothing here writes but that somebody has seen an alert. The figures are `tables.roulette.statistics`; here are the
choices, the screens and their words.
"""
