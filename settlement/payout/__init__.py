"""The payout engine, pure: stakes and a number in, lines and their order out. No Django, no clock.

`engine` settles one coup by reading a rulebook; `fates` keeps what each bet comes to at each number; `bound_stake`
settles what lies in prison; `payout_sheet` puts prizes in the order of payment; `request` works out whole
requests from outside, and `problem` says what is wrong with one; `replay_table` puts the ways of playing a won bet
again into words. What of a stake found over the maximum wins a prize is `tables.roulette.excess`.
"""
