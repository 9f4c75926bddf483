"""The payout engine, pure: stakes and a number in, lines and their order out. No Django, no clock.

`engine` settles one coup by reading a rulebook; `outcomes` keeps what each bet comes to at each number; `bound_stake`
settles what lies in prison; `payment_order` puts prizes in the order of payment. What of a stake found over the
maximum wins a prize is `tables.roulette.excess`.
"""
