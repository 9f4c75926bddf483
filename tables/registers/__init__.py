"""What a casino has registered that outlives a table's day, pure: each thing's events, commands, state and decisions.

Wheels, balls and series of chips; `rota/` has who is due when and where, `casino_day/` the close of a casino's gaming
day, `people/` who works here. Their aggregates are in `tables.handling.aggregates`, in `settlement` and in `casino`.
What happens at a table is in `tables.play`.
"""
