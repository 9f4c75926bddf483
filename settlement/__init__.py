"""What is owed: payout sheets worked out from the record. Imports the tables, never the faces."""
