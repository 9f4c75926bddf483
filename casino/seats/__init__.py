"""The player's own screen at a live table: one seat, its cloth, its balance and the time that is left.

A terminal is let in by a token of its own, for that seat and table alone (`screens.py`), never by a person's session.
"""
