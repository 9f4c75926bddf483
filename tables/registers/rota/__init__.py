"""Rota: the planned people, times and places of a gaming day, with warnings before a rule is broken.

A plan is evolved from its own events (`plan.py`). `planning.py` judges requests: nobody is planned in two places at
once, or in a place that the table's rulebook does not have. A plan that would break a rule in time is allowed, with a
warning. `warnings.py` checks the plan by itself, and `facts.py` compares the plan with the record. `suggest.py`
proposes rotations, `clock.py` reads and writes the casino's time.
"""
