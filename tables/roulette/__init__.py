"""The game, pure: wheels, cloth, bets, announced bets, limits, prison, announcements and the rulebooks.

No Django, no clock, no chance: what is needed from outside comes as an argument. What a house decides is in
its file under `rulebooks/`; nothing here knows which houses there are.
"""
