"""Bets worked out without a table, pure: the published request in, the published answer out. No Django, no clock.

`settle` reads a request and answers it with the payout engine (`tables.roulette.payout`); `limits`, `seats` and
`replays` check and carry out its parts, `problem` says what is wrong with one, `text` reads it as JSON, and
`replay_table` puts the ways of playing a won bet again into words. The command line and the API use the same.
"""
