"""The demonstration house lives: its tables are played in real time, by demonstration people and made-up players.

A process of its own. It acts through the same command handler as everybody, and reads a table from the record alone: it
may be killed at any moment, and goes on from the record. Bets and other acts come from `tables.simulation`. One table
is left to the visitor. A real casino has none of this.
"""
