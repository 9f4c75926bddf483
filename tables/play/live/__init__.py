"""Seats of the live table: balances, drafts, confirmed bets, rounds."""
