"""Disputes with the decisions of the direction, and bets put back in their places."""
