"""What time and sequence demand of a table, and a violation's status afterwards, pure.

`rules/` has the rules, functions of a table's state; `judgement.py` makes events of what they find, and decides
commands to a table. A violation is raised, and met late, in its table's stream. What people answer to it outlives the
table's day and has a stream of its own, `violation/<table>/<day>/<name>`: acknowledged, explained, upheld or dismissed,
reopened. Its commands, events, state and decisions are here, its aggregate in
`tables.handling.aggregates.violation`.
"""
