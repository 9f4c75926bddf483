"""A table's day, pure: commands in, events out, state evolved from events. No Django, no clock, no chance."""
