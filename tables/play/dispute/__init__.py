"""Disputes with what the direction decides of them, and bets put back where they lay."""
