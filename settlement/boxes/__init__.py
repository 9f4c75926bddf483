"""The life of a drop box once it has left its table, pure: counted by two, counted again with a reason, accepted.

A box outlives the table's day, so each of its uses has a stream of its own, `box/RF1/2026-11-20/RF1-A`: its events,
commands, state and decisions are here. Its placing and its removal are the table's own events. Nothing here knows
Django, a clock or the record; `settlement.box_aggregate` brings it to its stream.
"""
