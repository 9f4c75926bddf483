"""Decisions of the direction of the games: play suspended and resumed, the last coup."""
