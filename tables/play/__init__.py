"""A table's day, pure: commands in, events out, state folded from events. No Django, no clock, no chance."""
