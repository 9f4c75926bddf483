"""Where the rulebook is silent on late chips they are worth nothing, and come back to the bank all the same."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_bank, liability
from tables.roulette.rulebook import Rulebook
from testkit.play import DayInHand, opening
from testkit.rulebooks import rules_of

VALUE = 400


def opened(after: DayInHand | None = None, day: str = "2026-11-20") -> DayInHand:
    """A table of the house of two zeros: a minimum of 2 dollars, one colour of 200 chips."""
    rulebook: Rulebook = rules_of("double-zero")
    table = DayInHand(rulebook, opened=False, after=after.state if after else None)
    table.do(replace(opening(rulebook), chip_symbol="*", chip_colours={"yellow": 200}, day=day))
    return table


@pytest.fixture
def day() -> DayInHand:
    """Its player has handed back 54 of 60 chips."""
    day = opened()
    day.do(c.AssignColour(player="P1", colour="yellow", value=VALUE, count=60))
    assert liability(day.state, day.rulebook) == 60 * VALUE
    day.do(
        c.PresentChips(colour="yellow", count=54), c.RedeemColour(colour="yellow", count=54, accepted=True)
    )
    return day


def test_nothing_is_owed_for_chips_that_were_not_handed_back(day: DayInHand) -> None:
    assert day.state.colours.late == {"yellow": 6}
    assert liability(day.state, day.rulebook) == 0


def test_late_chips_return_to_the_bank_without_payment(day: DayInHand) -> None:
    day.do(c.PresentChips(colour="yellow", count=6, late=True, player="P1"))
    (paid,) = day.do(c.RedeemLateChips(colour="yellow", count=6, accepted=True))
    assert isinstance(paid, e.LateChipsRedeemed)
    assert (paid.value, paid.amount, paid.still_out) == (0, 0, 0)
    assert chips_in_bank(day.state, "yellow", day.rulebook) == 200


def test_more_than_are_out_is_a_violation_of_the_clause_on_the_exchange(day: DayInHand) -> None:
    _, raised = day.do(c.PresentChips(colour="yellow", count=7, late=True))
    assert isinstance(raised, e.ViolationRaised) and raised.clause == "double-zero/3"


def test_late_chips_are_worthless_on_the_next_day(day: DayInHand) -> None:
    day.do(c.AssignColour(player="P2", colour="yellow", value=VALUE, count=20))
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
    )
    boxes = {"yellow": 174}  # of its 200 chips, 6 are late and 20 are out
    day.do(c.CountFloat(moment="closing", pieces={10_000: 12}, colours=boxes, signatures=signed))
    day.do(c.CloseTable(carry_late_chips=True))
    following = opened(after=day, day="2026-11-21")
    assert following.state.colours.late == {"yellow": 26}
    assert liability(following.state, following.rulebook) == 0


def test_the_house_of_two_zeros_says_nothing_of_late_chips() -> None:
    rule = rules_of("double-zero").colour_chips
    assert rule is not None and rule.colours is not None
    assert (rule.colours.late, rule.colours.late_clause) == (None, None)
