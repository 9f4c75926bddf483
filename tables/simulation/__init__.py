"""A lifelike day at a table, made up from a seed: for the demonstration, for tests and for trying out a rulebook.

Pure: the same rulebook and seed give the same day, event by event. It gives commands as staff, readers and players
would, and decides them as the handler does; refused commands leave no trace in it. Its content is plainly made up:
seats, colours and numbered croupiers, no people.
"""
