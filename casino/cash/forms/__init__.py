"""From a form of the cash desk to its command, and what a ledger's address chooses."""
