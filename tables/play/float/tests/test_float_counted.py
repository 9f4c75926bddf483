"""The float is counted and signed by two people, before bets open and before the table closes, where it is counted."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play.events import FloatCounted, Moment, Person, Signature
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/2", name="Desk"), role="cash_desk")


def count(moment: Moment, *signatures: Signature, pieces: int = 10) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces={10_000: pieces, 500: 40}, signatures=signatures)


@pytest.fixture
def day() -> DayInHand:
    rulebook = get_rulebook("pt-francesa")
    day = DayInHand(rulebook, opened=False)
    day.do(replace(opening(rulebook), counts_float=True))
    return day


def test_bets_open_once_the_float_is_counted(day: DayInHand) -> None:
    with expect_refusal("float-not-counted"):
        day.do(c.AnnounceBetsOpen())
    day.do(count("opening", BOSS, DESK), c.AnnounceBetsOpen())
    assert day.state.direction.float_at_opening == 120_000


def test_float_count_needs_two_different_signatures(day: DayInHand) -> None:
    for signatures in ((), (BOSS,), (BOSS, BOSS)):
        with expect_refusal("second-signature-missing"):
            day.do(count("opening", *signatures))


def test_the_table_closes_once_the_float_is_counted_again_and_hands_it_on(day: DayInHand) -> None:
    day.do(count("opening", BOSS, DESK))
    day.coup(7)
    with expect_refusal("float-not-counted"):
        day.do(c.CloseTable())
    day.do(count("closing", BOSS, DESK, pieces=12), c.CloseTable())
    assert day.state.direction.float_handed_on == 140_000


def test_the_next_opening_is_held_against_what_the_last_day_closed_with(day: DayInHand) -> None:
    day.do(count("opening", BOSS, DESK), count("closing", BOSS, DESK), c.CloseTable())
    next_day = DayInHand(day.rulebook, opened=False, after=day.state)
    next_day.do(replace(opening(day.rulebook, day="2026-11-21"), counts_float=True))
    counted, _ = next_day.do(count("opening", BOSS, DESK, pieces=11))
    assert isinstance(counted, FloatCounted)
    assert (counted.total, counted.expected) == (130_000, 120_000)


def test_a_table_whose_float_is_not_counted_opens_and_closes_without() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.coup(7)
    day.do(c.CloseTable())


@pytest.mark.parametrize("pieces", [{}, {0: 5}, {500: -1}])
def test_malformed_float_count_is_refused(day: DayInHand, pieces: dict[int, int]) -> None:
    with expect_refusal("float-not-counted-by-value"):
        day.do(c.CountFloat(moment="opening", pieces=pieces, signatures=(BOSS, DESK)))


def test_a_ball_launched_before_the_count_does_not_stop_the_day_for_good(day: DayInHand) -> None:
    day.do(c.LaunchBall(), c.DeclareNumber(number=7))
    with expect_refusal("float-not-counted"):
        day.do(c.AnnounceBetsOpen())
    day.do(count("opening", BOSS, DESK), c.AnnounceBetsOpen())
    with expect_refusal("opening-count-after-coup", coup=2):
        day.do(count("opening", BOSS, DESK))


def test_once_the_closing_count_is_made_the_opening_is_counted_no_more(day: DayInHand) -> None:
    day.do(count("opening", BOSS, DESK), count("opening", BOSS, DESK, pieces=11))
    day.do(count("closing", BOSS, DESK, pieces=11))
    with expect_refusal("opening-count-after-closing-count"):
        day.do(count("opening", BOSS, DESK))
    day.do(count("closing", BOSS, DESK, pieces=12), c.CloseTable())
    assert day.state.direction.float_handed_on == 140_000
