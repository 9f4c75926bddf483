"""The life of a violation after it was raised, pure: acknowledged, explained, upheld or dismissed, reopened.

A violation is raised, and met late, in its table's stream. What people say to it outlives the table's day and has a
stream of its own, `violation/<table>/<day>/<name>`: its events, commands, state and decisions are here. Nothing here
knows Django, a clock or the record; `tables.house.violations` brings it to its stream.
"""
