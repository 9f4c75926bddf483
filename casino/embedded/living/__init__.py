"""The demonstration house lives: its tables are played in real time, by demonstration people and made-up players.

A process of its own. It acts through the same command handler as everybody, and knows of a table only what the record
says: it may be killed at any moment, and goes on from what it finds. What players bet and what happens at a table is
that of `tables.simulation`. One table is left to the visitor, of whom it keeps out of the way. None of it is in a
casino's own house.
"""
