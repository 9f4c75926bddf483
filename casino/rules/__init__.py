"""Reference pages for staff, made from a rulebook: bets, odds and returns, series on the cloth, finals, neighbours,
payments, readings.

Nothing is stored and nothing is decided here: each module turns a part of a rulebook into the rows of one section, in
the language of the reader. The words of the pages are in the catalogues; the names of bets are the trade's own.
"""
