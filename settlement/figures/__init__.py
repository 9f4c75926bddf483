"""The figures of the ledger, pure: what a table won, what it should have won, and how well that is known.

`figures` is an amount with its label; `table_result` makes a day's win of its parts; `theoretical` works out what the
bets that were played had to bring, with `prison_chain` for what lies in prison, and `confidence` how far from that
chance carries; `hourly` cuts a day into hours; `periods` adds days up. No Django, no clock, no database. Money is whole
minor units and everything between is an exact fraction. Where the parts come from is the ledger's business.
"""
