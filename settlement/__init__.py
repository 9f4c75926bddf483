"""Settlement: payout sheets and ledger, derived from the record. It imports the tables, never the interfaces."""
