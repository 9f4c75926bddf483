"""The figures of the ledger, pure: the win of a table, its theoretical result, and the certainty of each.

`figures` is an amount with its label; `table_result` makes a day's win from its parts. `theoretical` works out the
expected result of the played bets, and `prison_chain` that of stakes in prison. `confidence` is the range of chance
around it. `hourly` cuts a day into hours; `periods` adds days up. No Django, no clock, no database. Money is whole
minor units; everything between is an exact fraction. The ledger finds the parts.
"""
