"""Random days: commands of every kind drawn at random, sensible ones and senseless ones.

`DRAWN` has a function for each kind of command, which draws one for a table in its state. `course.py` has the usual
next step, so that a day gets on. The tests that look for a sequence which breaks an invariant are made of these. Chance
comes from the given `Random`, and nothing here knows Django, a clock or the record.
"""

from testkit.random_days import (
    drawn_bets,
    drawn_cash,
    drawn_colours,
    drawn_coups,
    drawn_direction,
    drawn_money,
    drawn_people,
    drawn_reports,
    drawn_slips,
)
from testkit.random_days.drawing import DRAWN

__all__ = ["DRAWN", "DRAWN_IN"]

DRAWN_IN = (
    drawn_bets,
    drawn_cash,
    drawn_colours,
    drawn_coups,
    drawn_direction,
    drawn_money,
    drawn_people,
    drawn_reports,
    drawn_slips,
)
"""Modules of the functions: importing them registers them."""
