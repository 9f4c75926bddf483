"""The life of a slip, pure: requested, issued, carried, received; a credit handed over before; voided, reprinted.

A slip goes with chips between a table and the chip bank and outlives the table's day, so it has a stream of its own,
`slip/F-000123`: its events, commands, state and decisions are here, and what a closing count proposes to bring a float
back to its par. Nothing here knows Django, a clock or the record; `settlement.slip_aggregate` brings it to its stream,
and carries out at the table what happens there.
"""
