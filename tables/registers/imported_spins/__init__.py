"""Old permanences of a wheel, imported for its statistics: facts of another record, marked as imported.

They have a stream of their own beside the wheel's. No table, settlement or ledger reads it.
"""
