"""How fast settlement is, in one process: `python -m bench.payout`.

A module for each figure, each beside something that is run in the same process in the same minute: a bare loop that
makes the same lines and decides nothing, or the plain way to the same result. `cloths` lays the bets, `rounds` takes
the time. Nothing in here is used by anything else.
"""
