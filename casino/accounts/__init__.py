"""Pages of accounts: sign-in, the own account and password, the register of people, the language."""
