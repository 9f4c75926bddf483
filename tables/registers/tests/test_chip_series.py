"""Series of chips: one follows another, and every piece is counted until it is back in the house."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tables.codec import encode
from tables.registers.chip_series import SERIES_EVENTS, CasinoSeries, SeriesEnded, evolve, worth
from tables.registers.chip_series_commands import (
    EndSeries,
    ExchangeChips,
    IntroduceSeries,
    IssueChips,
    SeriesCommand,
    SeriesRule,
    WithdrawChips,
    decide,
)
from testkit.refusals import expect_refusal

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
RULE = SeriesRule("it-campione/20", "CHF")


class SeriesInHand:
    """A house's series without a database: decide, write as the record would, read again, evolve."""

    def __init__(self) -> None:
        self.state = CasinoSeries()

    def do(self, *commands: SeriesCommand) -> None:
        for command in commands:
            for event in decide(self.state, command, RULE):
                recorded = SERIES_EVENTS.decode(*encode(event))
                self.state = evolve(self.state, recorded, self.state.version + 1, NOON)


@pytest.fixture
def house() -> SeriesInHand:
    """Series A, a hundred pieces of 100 and of 5, is followed by B."""
    house = SeriesInHand()
    house.do(IntroduceSeries(series="A", pieces={10_000: 100, 500: 100}))
    house.do(IntroduceSeries(series="B", pieces={10_000: 100}), EndSeries(series="A"))
    return house


@pytest.mark.clause("it-campione/20")
def test_a_series_is_valid_from_its_introduction_to_its_end(house: SeriesInHand) -> None:
    assert (house.state.in_play, house.state.ended) == (("B",), ("A",))
    a = house.state.named("A")
    assert a is not None
    assert (a.since, a.ended_at) == (NOON, NOON)


@pytest.mark.clause("it-campione/20")
def test_counts_are_kept_for_each_series(house: SeriesInHand) -> None:
    house.do(
        IssueChips(series="B", pieces={500: 40}),
        WithdrawChips(series="A", pieces={10_000: 60}),
        ExchangeChips(series="A", into="B", pieces={10_000: 30, 500: 1}),
    )
    a, b = house.state.series
    assert (a.issued, a.withdrawn, a.exchanged) == (
        ((10_000, 100), (500, 100)),
        ((10_000, 60),),
        ((10_000, 30), (500, 1)),
    )
    assert a.circulating == ((10_000, 10), (500, 99))
    assert worth(a.circulating) == 149_500
    assert b.issued == ((10_000, 100), (500, 40))


@pytest.mark.parametrize("command", [WithdrawChips, ExchangeChips])
def test_no_more_leaves_circulation_than_is_in_it(
    house: SeriesInHand, command: type[WithdrawChips] | type[ExchangeChips]
) -> None:
    into: dict[str, Any] = {"into": "B"} if command is ExchangeChips else {}
    house.do(command(series="A", pieces={500: 90}, **into))
    with expect_refusal("pieces-not-in-circulation", series="A", limit=10, value=11) as refused:
        house.do(command(series="A", pieces={500: 11}, **into))
    assert (refused.value.limit, refused.value.clause) == (10, "it-campione/20")


@pytest.mark.clause("it-campione/20")
def test_only_an_ended_series_is_exchanged_and_for_one_in_play(house: SeriesInHand) -> None:
    with expect_refusal("series-needs-no-exchange", series="B"):
        house.do(ExchangeChips(series="B", into="A", pieces={500: 1}))
    with expect_refusal("chip-series-ended", series="A", in_play=("B",)):
        house.do(ExchangeChips(series="A", into="A", pieces={500: 1}))


def test_the_last_series_in_play_does_not_end(house: SeriesInHand) -> None:
    with expect_refusal("only-series-in-play"):
        house.do(EndSeries(series="B"))


def test_an_ended_series_does_not_come_back(house: SeriesInHand) -> None:
    with expect_refusal("series-introduced-before", series="A"):
        house.do(IntroduceSeries(series="A", pieces={500: 1}))
    with expect_refusal("chip-series-ended", series="A"):
        house.do(IssueChips(series="A", pieces={500: 1}))
    with expect_refusal("chip-series-ended"):
        house.do(EndSeries(series="A"))


@pytest.mark.parametrize("name", ["", " C", "C ", "C" * 21])
def test_a_series_has_a_name(house: SeriesInHand, name: str) -> None:
    with expect_refusal("series-name-malformed", longest=20):
        house.do(IntroduceSeries(series=name, pieces={500: 1}))


@pytest.mark.parametrize("pieces", [{}, {0: 1}, {500: 0}])
def test_nothing_is_no_issue(house: SeriesInHand, pieces: dict[int, int]) -> None:
    with expect_refusal("no-chips-named", deed="issued"):
        house.do(IntroduceSeries(series="C", pieces=pieces))


def test_a_series_that_the_house_has_not_is_said_to_be_none(house: SeriesInHand) -> None:
    with expect_refusal("chip-series-unknown", known=("A", "B")):
        house.do(WithdrawChips(series="C", pieces={500: 1}))


def test_a_house_whose_rulebooks_have_no_series_changes_none() -> None:
    with expect_refusal("no-series-of-chips"):
        decide(CasinoSeries(), IntroduceSeries(series="A", pieces={500: 1}), None)


def test_the_end_of_a_series_names_its_clause() -> None:
    state = SeriesInHand()
    state.do(IntroduceSeries(series="A", pieces={500: 1}), IntroduceSeries(series="B", pieces={500: 1}))
    (ended,) = decide(state.state, EndSeries(series="A"), RULE)
    assert ended == SeriesEnded(series="A", clause="it-campione/20")


@pytest.mark.clause("it-campione/20")
def test_an_exchange_is_value_for_value_and_of_whole_pieces(house: SeriesInHand) -> None:
    house.do(IntroduceSeries(series="C", pieces={1_000: 50}))
    house.do(ExchangeChips(series="A", into="C", pieces={10_000: 1}, given={1_000: 10}))
    with expect_refusal("exchange-not-value-for-value", series="A") as refused:
        house.do(ExchangeChips(series="A", into="C", pieces={10_000: 1}, given={1_000: 9}))
    assert (refused.value.limit, refused.value.value) == (10_000, 9_000)
    with expect_refusal("no-chips-named", deed="given"):
        house.do(ExchangeChips(series="A", into="C", pieces={10_000: 1}, given={1_000: 0}))
