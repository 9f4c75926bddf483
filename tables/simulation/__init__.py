"""A lifelike day at a table, made up from a seed: for the demonstration house, for tests and for trying out a rulebook.

Pure: the same rulebook and seed give the same day, event by event. It says commands as staff, readers and players
would, and decides them as the handler does; nothing that a rulebook refuses gets into it. What it makes is plainly made
up: seats, colours and numbered croupiers, no people.
"""
