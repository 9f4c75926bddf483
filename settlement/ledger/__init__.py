"""The ledger's rules, pure: what each money event and each settled coup moves, from which place to which.

Value lies at places (`accounts`): a table's float, its notes, what is held, players' hands, the bank. Whatever moves
is a `Move` from one place to another, so a posting is balanced by the way it is made; the database says so once more
(`settlement.models.LedgerEntry`). No Django, no clock. `settlement.table_money` brings the moves to the rows.
"""
