"""Settlement of bets without a table, pure: the published request in, the published response out. No Django, no clock.

`settle` answers a request with the payout engine (`tables.roulette.payout`); `limits`, `seats` and `replays` check and
carry out its parts, `problem` reads it as JSON and names what is wrong with it, and `replay_table` puts the ways of
playing a won bet again into words. The command line and the API use the same.
"""
