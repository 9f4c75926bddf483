"""The pit boss's screens: the floor, a table, its cloth and its payout sheet. No rule of the game lives here."""
