"""The game, pure: wheels, cloth, bets, announced bets, limits, prison, announcements and the rulebooks. No Django, no clock, no chance."""
