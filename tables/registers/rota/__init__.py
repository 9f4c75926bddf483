"""The rota: who is due when and where on a gaming day, and what would break a rule before it does.

A plan is evolved from its own events (`plan.py`). Requests are judged in `planning.py`: nobody is planned in
two places at once, and nobody where the table's rulebook has no place. What would break a rule in time is planned all
the same, and warned of: of the plan by itself in `warnings.py`, of the plan beside the record in `facts.py`.
`suggest.py` proposes rotations, `clock.py` reads and writes the casino's time.
"""
