"""Protocol drivers: bytes and their time of arrival go in, neutral observations come out.

A driver is pure: no clock, no socket, no database, no randomness. What it remembers is an immutable value that
the gateway keeps on disk together with the observations made from it.
"""
