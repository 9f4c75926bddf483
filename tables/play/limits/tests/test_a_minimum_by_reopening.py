"""Where the rulebook says so, another minimum comes only by closing the table and opening it again within its day."""

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Limits
from testkit.play import DayInHand
from testkit.refusals import expect_refusal
from testkit.rulebooks import rules_of

SIGNED = tuple(
    e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)


def count(moment: e.Moment, amount: int = 400_000) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces={10_000: amount // 10_000}, signatures=SIGNED)


def minimum(amount: int, *, reopened: bool = True, sign: bool = True) -> c.ChangeLimits:
    return c.ChangeLimits(
        limits=Limits(minimum=amount), players_told=True, sign_changed=sign, reopened=reopened
    )


@pytest.fixture
def day() -> DayInHand:
    """A day of the seventh house after its first coup: a minimum of 20 kroner, a float of a hundred of them."""
    day = DayInHand(rules_of("seventh"))
    day.do(count("opening"))
    day.coup(17, c.PlaceBet(player="P1", bet="plein:16", amount=2_000))
    return day


def test_an_open_table_keeps_its_minimum(day: DayInHand) -> None:
    with expect_refusal("minimum-without-reopening", minimum=Money(4_000, "DKK")) as refused:
        day.do(minimum(4_000, reopened=False))
    assert refused.value.clause == "seventh/3"


def test_other_maximums_need_no_closing(day: DayInHand) -> None:
    lower = Limits(minimum=2_000, maximums={"plein": 10_000})
    day.do(c.ChangeLimits(limits=lower, players_told=True, sign_changed=True))
    assert day.state.limits is not None and day.state.limits.maximums["plein"] == 10_000


def test_closed_counted_and_opened_again_the_table_has_another_minimum(day: DayInHand) -> None:
    day.do(count("closing"), minimum(4_000))
    assert day.state.limits is not None
    assert (day.state.limits.minimum, day.state.limits.maximums["plein"]) == (4_000, 40_000)
    assert day.of_type(e.LimitsChanged)[0].reopened
    day.coup(5, c.PlaceBet(player="P1", bet="plein:16", amount=4_000))
    assert day.state.coup == 2, "it is the same gaming day"


def test_final_closing_count_is_counted_again(day: DayInHand) -> None:
    day.do(count("closing"), minimum(4_000))
    with expect_refusal("float-not-counted", before="closing"):
        day.do(c.CloseTable())
    day.do(count("closing", 410_000), c.CloseTable())
    assert day.of_type(e.TableClosed)[0].float_counted == 410_000


def test_minimum_by_reopening_needs_a_finished_table(day: DayInHand) -> None:
    with expect_refusal("float-not-counted", before="closing"):
        day.do(minimum(4_000))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:16", amount=2_000))
    with expect_refusal("bets-on-cloth", count=1):
        day.do(minimum(4_000))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=16))
    with expect_refusal("payments-open", coups=(2,)):
        day.do(minimum(4_000))


def test_minimum_by_reopening_needs_a_sufficient_float(day: DayInHand) -> None:
    day.do(count("closing", 390_000))
    with expect_refusal("opening-float-too-small", limit=Money(400_000, "DKK"), value=Money(390_000, "DKK")):
        day.do(minimum(4_000))


def test_minimum_by_reopening_needs_a_changed_sign(day: DayInHand) -> None:
    day.do(count("closing"))
    with expect_refusal("sign-not-changed"):
        day.do(minimum(4_000, sign=False))


def test_before_the_first_coup_nothing_is_counted_again() -> None:
    day = DayInHand(rules_of("seventh"))
    day.do(count("opening"), minimum(4_000))
    assert day.state.limits is not None and day.state.limits.minimum == 4_000
    day.do(c.AnnounceBetsOpen())


def test_elsewhere_no_table_is_closed_for_its_limits() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    with expect_refusal("no-reopening-for-limits") as refused:
        day.do(minimum(1_000))
    assert refused.value.clause is not None
