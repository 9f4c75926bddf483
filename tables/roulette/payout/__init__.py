"""The payout engine, pure: stakes and a number in, lines and their order out. It uses no Django and no clock.

`engine` settles one coup by reading a rulebook; `outcomes` keeps the outcome of each bet at each number;
`bound_stake` settles stakes in prison; `payment_order` puts prizes in the order of payment. `tables.roulette.excess`
decides which part of a stake over the maximum wins a prize.
"""
