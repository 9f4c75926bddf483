"""Forms of the cash desk and their commands, and the choices in a ledger's address."""
