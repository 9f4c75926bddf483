"""A day's ledger by shift: what moved and was played in each, which comes to the day's own."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.core.cache import cache
from msgspec.structs import replace

from settlement.day_ledger import day_ledger, ledger_of_table
from settlement.figures.figures import counted, estimated
from settlement.figures.periods import DayFigures, totals
from settlement.shift_ledger import casino_in_shift, shift_ledger
from settlement.simulation.recording import simulate_and_record
from settlement.table_ledger import TableLedger
from settlement.tests.day_at_a_table import change_notes, count, coup, slip
from tables.handling.gaming_day import Shift, check_shifts, read_shifts, shifts_of
from tables.handling.models import Casino, GamingTable
from tables.play import commands as c
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.house import OpenHouse
from testkit.play import opening

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 20)
LATER = datetime(2026, 11, 22, tzinfo=UTC)


def by_shift(casino_id: int, now: datetime = LATER) -> list[tuple[DayFigures, ...]]:
    shifts, tables = shifts_of(casino_id, DAY), day_ledger(casino_id, DAY.isoformat()).tables
    return [
        shift_ledger(casino_id, DAY.isoformat(), tables, shifts, place, now=now)
        for place in range(len(shifts))
    ]


def test_a_house_that_says_nothing_has_an_afternoon_and_a_night(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Rome")
    assert shifts_of(casino_id, DAY) == (
        Shift(name="afternoon", begins=at(20, 7), ends=at(20, 20)),
        Shift(name="night", begins=at(20, 20), ends=at(21, 7)),
    )


def at(day: int, hour: int) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def test_a_shift_may_begin_after_midnight_and_ends_with_the_gaming_day(casino_id: int) -> None:
    shifts = [{"name": "early", "begins": "10:00"}, {"name": "late", "begins": "02:30"}]
    Casino.objects.create(id=casino_id, name="Casino", shifts=shifts)
    assert [each.begins for each in shifts_of(casino_id, DAY)] == [at(20, 8), at(21, 2).replace(minute=30)]


@pytest.mark.parametrize(
    ("shifts", "says"),
    [
        ([{"name": "day"}], "names with the times"),
        ("day", "names with the times"),
        ([{"name": "day", "begins": "25:00"}], "the shift day begins at no time of day"),
        ([{"name": "a", "begins": "10:00"}, {"name": "a", "begins": "20:00"}], "a name of its own"),
        ([{"name": "", "begins": "10:00"}], "a name of its own"),
        ([{"name": "a", "begins": "02:00"}, {"name": "b", "begins": "20:00"}], "one after the other"),
        ([{"name": "a", "begins": "10:00"}, {"name": "b", "begins": "10:00"}], "one after the other"),
    ],
)
def test_shifts_that_cannot_be_read_are_told_of_with_what_would_be_right(
    casino_id: int, shifts: object, says: str
) -> None:
    Casino.objects.create(id=casino_id, name="Casino", shifts=shifts)
    with pytest.raises(ValueError, match=says):
        read_shifts(shifts, 8)
    (error,) = [each for each in check_shifts(databases=["default"]) if f"Casino {casino_id}:" in each.msg]
    assert says in error.msg
    assert "right would be" in error.msg


@pytest.mark.parametrize("rulebook", rulebooks())
def test_the_shifts_of_a_simulated_day_come_to_the_day(casino_id: int, rulebook: str) -> None:
    ledger = simulated(casino_id, rulebook)
    assert ledger.closed_at
    middle = ledger.opened_at + (ledger.closed_at - ledger.opened_at) / 2
    shifts = [{"name": "first", "begins": "14:00"}, {"name": "second", "begins": f"{middle:%H:%M}"}]
    Casino.objects.filter(id=casino_id).update(shifts=shifts)
    found = by_shift(casino_id)
    afternoon, night = (each[0] for each in found)
    assert afternoon.coups and night.coups
    for name in ("drop", "win", "by_bets", "turnover"):
        assert (afternoon.figures[name] + night.figures[name]).amount == getattr(ledger, name).amount, name
    for shift in (afternoon, night):
        f = shift.figures
        assert f["win"].amount == (f["drop"] + f["closing"] + f["credits"] - f["opening"] - f["fills"]).amount
    assert night.figures["opening"] == afternoon.figures["closing"]
    assert (night.figures["colours_out"], night.figures["held"]) == (ledger.colours_out, ledger.held)
    assert afternoon.figures["opening"].amount == ledger.opening.amount
    assert night.figures["closing"].amount == (ledger.closing - ledger.colours_out).amount
    assert ledger.played and ledger.against
    assert afternoon.played and afternoon.against and night.played and night.against
    assert afternoon.played.result + night.played.result == ledger.played.result
    assert afternoon.played.variance + night.played.variance == ledger.played.variance
    assert afternoon.against.result + night.against.result == ledger.against.result


def simulated(casino_id: int, rulebook: str) -> TableLedger:
    rules = get_rulebook(rulebook)
    Casino.objects.create(id=casino_id, name="Casino")
    command = replace(opening(rules, table="RF1", day=DAY.isoformat()), counts_float=True)
    table = GamingTable.objects.create(
        casino_id=casino_id,
        code="RF1",
        name=rules.title,
        rulebook=rulebook,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )
    simulate_and_record(table, command, opens_at=at(20, 15), now=LATER, coups=40, seed=3)
    ledger = ledger_of_table(casino_id, "RF1", DAY.isoformat())
    assert ledger is not None
    return ledger


@pytest.fixture
def new_house(casino_id: int) -> Callable[..., OpenHouse]:
    cache.clear()
    return lambda rulebook="pt-francesa", **how: OpenHouse(casino_id, rulebook, **how)


def test_a_shift_has_what_moved_between_its_bounds(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(now=at(20, 18))
    count(house, "opening")
    change_notes(house, {5_000: 2})
    coup(house, 1, ("P1", "noir", 1_000))
    house.now += timedelta(hours=4)
    slip(house, "fill", {500: 20})
    coup(house, 2, ("P1", "rouge", 500))
    (afternoon,), (night,) = by_shift(house.casino_id, house.now)
    assert afternoon.figures["drop"] == estimated(10_000, "cash taken")
    assert (afternoon.figures["fills"], night.figures["fills"]) == (counted(0), counted(10_000))
    assert afternoon.figures["opening"] == counted(220_000)
    assert afternoon.figures["closing"] == estimated(220_000 - 10_000 + 1_000, "last count")
    assert night.figures["closing"] == estimated(211_000 + 10_000 + 500, "last count")
    assert (afternoon.figures["by_bets"].amount, night.figures["by_bets"].amount) == (1_000, 500)
    assert [total.hold for total in totals([afternoon])] == [Fraction(1_000, 10_000)]


def test_a_shift_has_the_tables_that_were_open_in_it(new_house: Callable[..., OpenHouse]) -> None:
    early, late = new_house(now=at(20, 16)), new_house("pt-americana", table="T2", now=at(20, 22))
    early.do(c.CloseTable())
    afternoon, night = by_shift(early.casino_id, at(20, 23))
    assert [each.table for each in afternoon] == ["T1"]
    assert [each.table for each in night] == ["T2"]
    assert late.state.phase != "closed"


@pytest.mark.clause("it-campione/19")
def test_safekeeping_counts_to_its_shift_until_its_claim(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house("it-campione", now=at(20, 18))
    count(house, "opening")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.SeeAbandoned(ref="b1"))
    (afternoon,) = by_shift(house.casino_id, house.now)[0]
    assert afternoon.figures["held"] == counted(1_000)
    house.now += timedelta(hours=4)
    house.do(c.ClaimHeld(ref="h1", by="P1", reason="it lay there"))
    (afternoon,), (night,) = by_shift(house.casino_id, house.now)
    assert (afternoon.figures["held"], night.figures["held"]) == (counted(1_000), counted(0))


@pytest.mark.clause("pt-americana/14")
def test_chips_of_a_colour_are_out_at_the_end_of_each_shift_until_they_are_redeemed(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house("pt-americana", now=at(20, 18), chip_colours={"blue": 200})
    count(house, "opening")
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=20))
    house.now += timedelta(hours=4)
    house.do(c.PresentChips(colour="blue", count=20))
    house.do(c.RedeemColour(colour="blue", count=20, accepted=True))
    (afternoon,), (night,) = by_shift(house.casino_id, house.now)
    assert (afternoon.figures["colours_out"], night.figures["colours_out"]) == (counted(10_000), counted(0))
    for shift in (afternoon, night):
        assert shift.figures["win"].amount == 0, "chips that are out are owed for"


@pytest.mark.clause("it-venezia/general-8")
def test_the_house_has_in_a_shift_what_is_held_at_tables_that_were_not_open_in_it(
    new_house: Callable[..., OpenHouse],
) -> None:
    early = new_house("it-venezia", now=at(20, 16))
    early.do(c.AnnounceBetsOpen())
    for command in (
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
        c.SeeUnclaimed(coup=1, refs=("b1",)),
        c.ConfirmPayments(),
        c.CloseTable(),
    ):
        early.do(command)
    late = new_house("it-venezia", table="T2", now=at(20, 22))
    late.do(c.AnnounceBetsOpen())
    day, shifts = day_ledger(late.casino_id, DAY.isoformat()), shifts_of(late.casino_id, DAY)
    for place, there in enumerate(("T1", "T2")):
        figures = shift_ledger(late.casino_id, day.day, day.tables, shifts, place, now=at(20, 23))
        assert [each.table for each in figures] == [there]
        (total,) = casino_in_shift(late.casino_id, day, figures, shifts, place)
        assert total.figures["held"] == counted(36 * 500)


def test_imprisoned_stake_counts_to_the_shift_of_its_bet(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house("it-venezia", now=at(20, 20))
    coup(house, 0, ("P1", "noir", 1_000))
    house.now += timedelta(hours=3)
    coup(house, 1)
    (afternoon,), (night,) = by_shift(house.casino_id, house.now)
    assert afternoon.against and night.against and afternoon.played and night.played
    share = afternoon.played.result - afternoon.against.result
    assert share > 0, "what the house is to keep of it is no win yet"
    assert night.against.result - night.played.result == share
    assert (afternoon.figures["by_bets"].amount, night.figures["by_bets"].amount) == (0, 1_000)
