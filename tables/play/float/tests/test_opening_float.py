"""A table opens with a float that is worth a multiple of its minimum, or a fixed amount, where the rulebook says so."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import load_rulebook
from tables.roulette.rulebook import Limits, Rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal
from testkit.rulebooks import SEVENTH, written

SIGNED = tuple(
    e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)
CHIEF = e.Signature(person=e.Person(id="person/2", name="Chief"), role="chef_de_table")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")
seventh = load_rulebook(SEVENTH)
"""A hundred times its minimum of 20 kroner: 2,000 kroner."""


def money(amount: int) -> Money:
    return Money(amount, "DKK")


def counted(amount: int) -> c.CountFloat:
    return c.CountFloat(moment="opening", pieces={1_000: amount // 1_000}, signatures=SIGNED)


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(seventh)


def test_a_float_under_the_multiple_of_the_minimum_opens_no_bets(day: DayInHand) -> None:
    day.do(counted(199_000))
    with expect_refusal("opening-float-too-small", limit=money(200_000), value=money(199_000)) as refused:
        day.do(c.AnnounceBetsOpen())
    assert refused.value.clause == "seventh/5"
    day.do(counted(200_000), c.AnnounceBetsOpen())
    assert day.state.phase == "betting"


def test_the_float_is_counted_at_a_table_that_is_registered_without_a_count(day: DayInHand) -> None:
    assert not opening(seventh).counts_float
    with expect_refusal("float-not-counted", before="opening"):
        day.do(c.AnnounceBetsOpen())


def test_a_fill_before_the_first_coup_makes_the_float_whole(day: DayInHand) -> None:
    day.do(counted(150_000))
    chips = {10_000: 5}
    day.do(c.RequestFill(slip="F-000001", pieces=chips, signatures=SIGNED[:1]))
    day.do(c.ReceiveFill(slip="F-000001", pieces=chips, signatures=(CROUPIER, CHIEF)))
    day.do(c.AnnounceBetsOpen())
    assert day.state.coup == 1


def test_another_minimum_before_the_first_coup_wants_another_float(tmp_path: Path) -> None:
    day = DayInHand(with_float(tmp_path, "minimums = 100"))
    day.do(counted(20_000))
    day.do(c.ChangeLimits(limits=Limits(minimum=400), players_told=True, sign_changed=True))
    with expect_refusal("opening-float-too-small", limit=Money(40_000, "GBP"), value=Money(20_000, "GBP")):
        day.do(c.AnnounceBetsOpen())


def test_a_float_that_shrinks_in_play_stops_no_coup(day: DayInHand) -> None:
    day.do(counted(200_000))
    day.coup(17, c.PlaceBet(player="P1", bet="plein:17", amount=10_000))
    chips = {1_000: 50}
    day.do(c.RequestCredit(slip="C-000001", pieces=chips, signatures=(CHIEF,)))
    day.do(c.HandOverCredit(slip="C-000001", pieces=chips, signatures=(CROUPIER, CHIEF)))
    day.do(c.AnnounceBetsOpen())
    assert day.state.coup == 2


def test_imprest_float_is_enough_for_its_minimum() -> None:
    day = DayInHand(seventh, opened=False)
    with expect_refusal("opening-float-too-small", limit=money(200_000), value=money(190_000)):
        day.do(replace(opening(seventh), par={10_000: 19}))
    day.do(replace(opening(seventh), par={10_000: 20}))
    assert day.state.phase == "idle"


def with_float(folder: Path, says: str) -> Rulebook:
    return load_rulebook(
        written(folder, ("[staff]", f'[opening_float]\n{says}\nclause = "sixth/3"\n\n[staff]'))
    )


@pytest.mark.parametrize("minimum", [200, 1_000])
def test_a_fixed_amount_stays_whatever_the_minimum(tmp_path: Path, minimum: int) -> None:
    rulebook = with_float(tmp_path, "amount = 500_000")
    day = DayInHand(rulebook, opened=False)
    day.do(replace(opening(rulebook), limits=Limits(minimum=minimum)), counted(499_000))
    with expect_refusal("opening-float-too-small", limit=Money(500_000, "GBP"), value=Money(499_000, "GBP")):
        day.do(c.AnnounceBetsOpen())
