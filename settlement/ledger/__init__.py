"""The ledger's rules, pure: what each money event and each settled coup moves, from which place to which.

Value is at places (`accounts`): a table's float, its notes, safekeeping, players' hands, the bank. Each movement is a
`Move` from one place to another, so a posting is balanced by construction; the database checks this once more
(`settlement.models.LedgerEntry`). No Django, no clock. `settlement.table_money` brings the moves to the rows.
"""
