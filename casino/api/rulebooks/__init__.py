"""Rulebooks as data, every legal bet, and bets settled without a table."""
