"""Series of chips: an ended one is refused at play, and what is seen of it is recorded."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.equipment.state import ChipSeries
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal


def rouge(series: str | None) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet="rouge", amount=5_000, series=series)


@pytest.fixture
def day() -> DayInHand:
    """Series A was played with until B came."""
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.TellChipSeries(in_play=("A",), ended=()), c.AnnounceBetsOpen(), rouge("A"))
    day.do(c.TellChipSeries(in_play=("B",), ended=("A",)))
    return day


@pytest.mark.clause("it-campione/20")
def test_after_a_change_the_old_series_is_refused_at_play(day: DayInHand) -> None:
    with expect_refusal("series-ended") as refused:
        day.do(rouge("A"))
    assert refused.value.clause == "it-campione/20"
    day.do(rouge("B"))
    assert len(day.state.bets) == 2, "what lay before the change lies on"


def test_a_series_that_the_house_has_not_is_refused_and_those_in_play_are_named(day: DayInHand) -> None:
    with expect_refusal("series-not-in-play", in_play=("B",)):
        day.do(rouge("C"))


def test_chips_of_which_no_series_is_told_are_played(day: DayInHand) -> None:
    day.do(rouge(None))


@pytest.mark.clause("it-campione/20")
def test_chips_of_an_old_series_that_are_seen_are_a_fact(day: DayInHand) -> None:
    (seen,) = day.do(c.SeeOldSeries(series="A", player="P2", amount=30_000, where="handed to the chief"))
    assert seen == e.OldSeriesSeen(series="A", player="P2", amount=30_000, where="handed to the chief")
    with expect_refusal("series-not-ended", series="B", ended=("A",)):
        day.do(c.SeeOldSeries(series="B", player="P2", amount=30_000))


@pytest.mark.clause("it-campione/20")
def test_chips_of_an_old_series_are_not_changed_at_the_table(day: DayInHand) -> None:
    day.do(c.AskForChange(player="P2", given={10_000: 1}, series="A"))
    with expect_refusal("change-of-ended-series") as refused:
        day.do(c.ServeChange())
    assert refused.value.clause == "it-campione/20"
    day.do(c.GiveBackChange(number=1))


def test_known_chip_series_is_not_recorded_again(day: DayInHand) -> None:
    assert not day.do(c.TellChipSeries(in_play=("B",), ended=("A",)))


def test_a_table_opens_with_the_series_that_the_house_has_then() -> None:
    rulebook = get_rulebook("it-campione")
    day = DayInHand(rulebook, opened=False)
    day.state = replace(State(), chip_series=ChipSeries(in_play=("B",), ended=("A",)))
    (opened,) = day.do(opening(rulebook))
    assert isinstance(opened, e.TableOpened)
    assert (opened.series_in_play, opened.series_ended) == (("B",), ("A",))
    assert day.state.chip_series.ended == ("A",)


def test_a_rulebook_without_a_rule_on_series_does_not_tell_them_apart() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    day.do(c.AnnounceBetsOpen())
    assert not day.do(c.TellChipSeries(in_play=("B",), ended=("A",)))
    with expect_refusal("no-rule-on-series"):
        day.do(rouge("A"))
