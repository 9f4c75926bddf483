"""What a house has registered that outlives a table's day, pure: each thing's events, commands, state and decisions.

Nothing here knows Django, a clock or the record; `tables.house` brings these to the streams of their own that they
have in the record. What happens at a table in play is not here but in `tables.play`.
"""
