"""Bench of the speed of settlement in one process: `python -m bench.payout`.

Each figure has a module, and is compared with other code in the same process in the same minute. That code is a bare
loop that makes the same lines and decides nothing, or the plain way to the same result. `cloths` lays the bets,
`rounds` takes the time. Nothing else uses this package.
"""
