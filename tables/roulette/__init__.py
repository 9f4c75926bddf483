"""The game, pure: wheels, cloth, bets, announced bets, limits, prison, announcements and the rulebooks.

These modules use no Django, no clock and no chance: callers pass in everything from outside as arguments. The decisions
of a casino are in its file under `rulebooks/`; no module here knows the casinos.
"""
