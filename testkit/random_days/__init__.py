"""Days that nobody would play: commands of every kind drawn at random, sensible ones and senseless ones.

`DRAWN` has for each kind of command the function that draws one for a table as it stands; `course.py` says what would
usually come next, so that a day gets on. The tests that look for a sequence which breaks an invariant are made of
these. Chance comes from the `Random` that is given, and nothing here knows Django, a clock or the record.
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
"""Where the functions are: importing them registers them."""
