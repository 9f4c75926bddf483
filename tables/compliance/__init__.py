"""Demands of time and sequence on a table, and a violation's status afterwards, pure.

`rules/` has the rules, functions of a table's state; `judgement.py` makes events of their findings, and decides
commands to a table. A violation is raised, and met late, in its table's stream. People's answers to it outlive the
table's day and have a stream of their own, `violation/<table>/<day>/<name>`: acknowledged, explained, upheld or
dismissed, reopened. Its commands, events, state and decisions are here, its aggregate in
`tables.handling.aggregates.violation`.
"""
