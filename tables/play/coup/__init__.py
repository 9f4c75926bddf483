"""The course of a coup: bets open, launches, the ball that hangs, turns, null coups."""
