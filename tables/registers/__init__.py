"""Registers that outlive a table's day, pure: events, commands, state and decisions of each thing.

Wheels, balls and series of chips; `rota/` has the plan of work, `casino_day/` the close of a casino's gaming day,
`people/` the staff. Their aggregates are in `tables.handling.aggregates`, in `settlement` and in `casino`. A table's
own events are in `tables.play`.
"""
