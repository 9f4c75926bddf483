"""What a casino has registered that outlives a table's day, pure: each thing's events, commands, state and decisions.

Wheels, balls and series of chips; `rota/` has who is due when and where, `casino_day/` the close of a casino's gaming
day. Their aggregates are in `tables.handling.aggregates` and in `settlement`. What happens at a table is in
`tables.play`.
"""
