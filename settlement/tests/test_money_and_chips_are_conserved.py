"""Coups, fills, credits, colours, holds, cash, change, advances, boxes, the bank, series and closes, of tables and of
the casino's day, in any order: nothing comes from nowhere.

After every step all entries of each currency come to nothing, the ledger's places have what those who keep them know of
them, and of each series and value there are as many chips in floats, at the bank and on the way as there were before,
but for what was sold, redeemed, issued, withdrawn, exchanged or found by a count.

One day goes by a course on which every step is carried out; the other days go on from any point of it by chance.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from settlement.bank import commands as b
from settlement.boxes import commands as x
from settlement.slips import commands as s
from settlement.tests.conserved_course import COURSE
from settlement.tests.conserved_house import ConservedHouse
from settlement.tests.conserved_steps import any_step
from tables.registers import chip_series_commands as r

pytestmark = pytest.mark.django_db
THOROUGH = settings.get_current_profile_name() == "thorough"
EXAMPLES, LENGTH = (200, 80) if THOROUGH else (8, 30)
luck = st.integers(0, 2**32)


class Floor(RuleBasedStateMachine):
    """Days that go on by chance from a point of the course."""

    casino_id: int
    houses: Iterator[int]
    done: Counter[str]
    steps = 0

    @initialize(point=st.integers(0, len(COURSE)))
    def on_the_course(self, point: int) -> None:
        """The course is played up to a point of it."""
        self.house = ConservedHouse(self.casino_id + next(self.houses), self.done)
        for step in COURSE[:point]:
            step(self.house)

    @rule(seed=luck)
    def step(self, seed: int) -> None:
        """Any step. Chance goes by the number of the step too: Hypothesis likes to draw the same seed again."""
        self.steps += 1
        self.house.refused = ""
        any_step(self.house, Random(f"{seed}/{self.steps}"))
        note(f"{self.steps}: {self.house.refused or 'carried out'}")

    @invariant()
    def money(self) -> None:
        self.house.check_money()

    @invariant()
    def chips(self) -> None:
        self.house.check_chips()


def on_the_course(casino_id: int, *, checked: bool) -> Counter[str]:
    """What is carried out on the course, of each kind of step; `checked`: what must hold is held to after each."""
    house = ConservedHouse(casino_id, Counter())
    for place, step in enumerate(COURSE):
        assert step(house), f"step {place} was refused: {house.refused}"
        if checked:
            house.check_money()
            house.check_chips()
    return house.done


def test_each_step_of_the_course_is_carried_out_and_no_money_and_no_chip_is_made_or_lost(
    casino_id: int,
) -> None:
    done = on_the_course(casino_id, checked=True)
    slips = {f"{kind}: {each.__name__}" for kind in ("fill", "credit") for each in get_args(s.AnyOnSlip)}
    others = {each.__name__ for each in (*get_args(b.AnyAtTheBank), *get_args(x.AnyOnBox))}
    of_series = {each.__name__ for each in r.SeriesCommand.__subclasses__()}
    never = {"fill: HandOverSlip", "credit: CarrySlip"}
    assert (slips | others | of_series) - set(done) == never, "only what such a slip never does is left out"


@pytest.mark.long_form
def test_no_money_and_no_chip_is_made_or_lost_whatever_is_done_in_whatever_order(casino_id: int) -> None:
    Floor.casino_id, Floor.houses, Floor.done = casino_id, count(1), Counter()
    known = on_the_course(casino_id, checked=False)
    run_state_machine_as_test(
        Floor,
        settings=settings(
            derandomize=not THOROUGH,
            max_examples=EXAMPLES,
            stateful_step_count=LENGTH,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert set(Floor.done) <= set(known), (
        "what chance can do stands on the course too, so that it is done for certain"
    )
    assert sum(Floor.done.values()) > EXAMPLES * LENGTH
