"""Series of chips at the house's door: the tables hear of a change at once, and open with what the house has then."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.handling import Actor, handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import casino_series
from tables.handling.streams import HOUSE
from tables.money import Money
from tables.play import commands as c
from tables.registers.chip_series_commands import (
    EndSeries,
    ExchangeChips,
    IntroduceSeries,
    IssueChips,
    SeriesCommand,
)
from tables.stream import IdempotencyConflict, read_stream, verify_chain
from testkit.house import OpenHouse
from testkit.play import CHIEF, DIRECTOR
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
DIRECTION = Actor(id="person/1", name="Direction", terminal="house")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-campione")


def change(house: OpenHouse, *commands: SeriesCommand, key: str | None = None) -> None:
    for command in commands:
        signed = replace(command, signatures=(DIRECTOR,))
        handle(SeriesAggregate(house.casino_id), signed, by=DIRECTION, now=house.now, idempotency_key=key)


def introduced(name: str) -> IntroduceSeries:
    return IntroduceSeries(series=name, pieces={10_000: 50})


def rouge(series: str) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet="rouge", amount=10_000, series=series)


@pytest.mark.clause("it-campione/20")
def test_a_table_in_play_refuses_the_old_series_from_the_change_on(house: OpenHouse) -> None:
    change(house, introduced("A"))
    house.do(c.AnnounceBetsOpen())
    house.do(rouge("A"))
    change(house, introduced("B"), EndSeries(series="A"))
    with expect_refusal("series-ended"):
        house.do(rouge("A"))
    house.do(rouge("B"))
    assert house.events()[-2].metadata["by"]["name"] == "Direction"


@pytest.mark.clause("it-campione/20")
def test_a_table_that_opens_later_has_the_series_of_its_hour(house: OpenHouse) -> None:
    change(house, introduced("A"))
    house.do(c.CloseTable())
    change(house, introduced("B"), EndSeries(series="A"))
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    assert (house.state.chip_series.in_play, house.state.chip_series.ended) == (("B",), ("A",))


@pytest.mark.clause("it-campione/20")
def test_the_counts_come_out_of_the_houses_own_stream(house: OpenHouse) -> None:
    change(house, introduced("A"), introduced("B"), EndSeries(series="A"))
    change(house, ExchangeChips(series="A", into="B", pieces={10_000: 20}))
    a = casino_series(house.casino_id).series[0]
    assert (a.issued, a.exchanged, a.circulating) == (((10_000, 50),), ((10_000, 20),), ((10_000, 30),))
    types = [event.type for event in read_stream(house.casino_id, HOUSE)]
    assert types == [
        "chip_series_introduced",
        "chip_series_issued",
        "chip_series_introduced",
        "chip_series_issued",
        "chip_series_ended",
        "chip_series_exchanged",
    ]
    assert not verify_chain(house.casino_id, HOUSE)


def test_refused_series_change_records_nothing(house: OpenHouse) -> None:
    change(house, introduced("A"))
    with expect_refusal("only-series-in-play"):
        change(house, EndSeries(series="A"))
    assert casino_series(house.casino_id).version == 2


def test_series_change_sent_twice_is_recorded_once(house: OpenHouse) -> None:
    change(house, introduced("A"), key="k1")
    change(house, introduced("A"), key="k1")
    assert casino_series(house.casino_id).version == 2
    with pytest.raises(IdempotencyConflict):
        change(house, introduced("B"), key="k1")


def test_casino_without_chip_series_is_refused(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    with expect_refusal("no-series-of-chips"):
        change(house, introduced("A"))


def test_two_houses_have_series_of_their_own(house: OpenHouse) -> None:
    change(house, introduced("A"))
    assert not casino_series(house.casino_id + 1).series


@pytest.mark.clause("it-campione/20")
def test_another_series_and_the_end_of_one_are_signed_by_the_management(house: OpenHouse) -> None:
    series = SeriesAggregate(house.casino_id)
    handle(series, introduced("A"), by=DIRECTION, now=house.now)
    for command in (introduced("B"), EndSeries(series="A")):
        for signatures in (
            (),
            (CHIEF,),
            (replace(CHIEF, role="administrator"),),
            (replace(CHIEF, role="pit_boss"),),
        ):
            with expect_refusal("signature-missing", clause="it-campione/20", role="direction"):
                handle(series, replace(command, signatures=signatures), by=DIRECTION, now=house.now)
        handle(series, replace(command, signatures=(DIRECTOR,)), by=DIRECTION, now=house.now)
    state = casino_series(house.casino_id)
    assert (state.in_play, state.ended) == (("B",), ("A",))


@pytest.mark.clause("it-campione/5", "it-campione/20")
def test_table_knows_the_values_of_the_series_in_play_and_hears_of_new_ones(house: OpenHouse) -> None:
    change(house, IntroduceSeries(series="A", pieces={10_000: 50, 500: 100}))
    values = [house.state.chip_series.values]
    change(house, IssueChips(series="A", pieces={70_000: 5}))
    values.append(house.state.chip_series.values)
    assert values == [(10_000, 500), (70_000, 10_000, 500)]
    house.do(c.AnnounceBetsOpen())
    with expect_refusal("chip-not-in-use", value=Money(5000, "CHF")):
        house.do(c.PlaceBet(player="P1", bet="rouge", amount=5000, chip=5000))
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=70_000, chip=70_000))


@pytest.mark.clause("it-campione/5", "it-campione/20")
def test_table_that_opens_later_knows_the_values_of_the_series_in_play(house: OpenHouse) -> None:
    house.do(c.CloseTable())
    change(house, introduced("A"), IntroduceSeries(series="B", pieces={70_000: 5}), EndSeries(series="A"))
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    assert house.state.chip_series.values == (70_000,)
