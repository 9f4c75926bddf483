"""What the numbers say: the permanence of a table's day, on screen and as files, and the statistics of each wheel.

Nothing here writes. The figures are `tables.roulette.statistics`; here are the choices, the screens and their words.
"""
