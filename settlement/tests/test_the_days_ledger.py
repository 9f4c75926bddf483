"""The day's ledger of a table on real rows: every figure with its label, and its hours."""

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from msgspec.structs import replace

from settlement.day_entries import movements_of
from settlement.day_intervals import hours_of
from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.ledger.accounts import Account
from settlement.models import PayoutSheet
from settlement.tests.colours_owed import check_colours
from settlement.tests.day_at_a_table import FLOAT, WORTH, change_notes, count, coup, ledger, slip
from tables.play import commands as c
from tables.play.events import SlipKind
from testkit.house import OpenHouse
from testkit.play import opening
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NewHouse = Callable[..., OpenHouse]


@pytest.fixture
def new_house(casino_id: int) -> NewHouse:
    cache.clear()
    return lambda rulebook="pt-francesa", **how: OpenHouse(casino_id, rulebook, **how)


def test_a_counted_day_is_counted_but_for_the_cash(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    fill = slip(house, "fill", {500: 20})
    slip(house, "credit", {10_000: 1})
    coup(house, 1, ("P1", "noir", 1_000))
    count(house, "closing", {10_000: 19, 500: 62})
    house.do(c.CloseTable())
    of_day = ledger(house)
    assert fill == "F-000001"
    assert of_day.opening == counted(WORTH)
    assert (of_day.fills, of_day.credits) == (counted(10_000), counted(10_000))
    assert of_day.closing == counted(190_000 + 31_000)
    assert of_day.drop == estimated(0, "cash taken")
    assert of_day.win == estimated(221_000 + 10_000 - WORTH - 10_000, "cash taken")
    assert of_day.float_by_record == estimated(221_000, "opening count")
    assert of_day.float_difference == estimated(0, "opening count")
    assert of_day.hold is None, "there was no drop"


def test_cash_for_chips_is_the_drop_and_divides_the_win(new_house: NewHouse) -> None:
    house = new_house("pt-francesa")
    count(house, "opening")
    change_notes(house, {5_000: 2})
    coup(house, 1, ("P1", "noir", 2_000))
    count(house, "closing", {10_000: 19, 500: 44})
    of_day = ledger(house)
    assert of_day.drop == estimated(10_000, "cash taken")
    assert of_day.win == estimated(10_000 + 212_000 - WORTH, "cash taken")
    assert of_day.hold is not None and of_day.hold * 100 == 20
    assert of_day.by_bets == estimated(2_000, "bets")


def test_an_open_table_has_no_closing_and_no_win_but_what_its_bets_brought(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    coup(house, 1, ("P1", "noir", 1_000))
    of_day = ledger(house)
    assert of_day.closing == absent("closing count")
    for unknown in (of_day.win, of_day.float_difference):
        assert (unknown.amount, unknown.missing) == (None, ("closing count",))
    assert of_day.float_by_record == estimated(WORTH + 1_000, "opening count")
    assert of_day.result == estimated(1_000, "bets")


def test_without_a_count_the_last_closing_is_taken_and_without_that_nothing(new_house: NewHouse) -> None:
    house = new_house()
    first = ledger(house)
    assert first.opening == absent("opening count")
    assert first.variance_at_opening == absent("opening count")
    assert set(first.win.missing) == {"opening count", "closing count"}
    count(house, "closing")
    house.do(c.CloseTable())
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    assert ledger(house, "2026-11-21").opening == estimated(WORTH, "last closing")
    count(house, "opening", {10_000: 20, 500: 39})
    second = ledger(house, "2026-11-21")
    assert second.opening == counted(WORTH - 500)
    assert second.variance_at_opening == counted(-500)
    assert ledger(house).variance_at_opening == absent("opening count"), "the first day is as it was"


def test_an_imprest_table_is_taken_at_its_par_where_nobody_counts(new_house: NewHouse) -> None:
    house = new_house(par=FLOAT)
    assert ledger(house).opening == estimated(WORTH, "par")
    assert ledger(house).closing == absent("closing count")
    slip(house, "fill", {500: 2}, closing=True)
    house.do(c.CloseTable())
    of_day = ledger(house)
    assert (of_day.closing_fills, of_day.fills) == (counted(1_000), counted(0))
    assert of_day.closing == estimated(WORTH - 1_000, "par")
    assert of_day.win == estimated(-1_000, "cash taken", "par")


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_chips_that_move_after_the_closing_count_ask_for_another_and_change_no_win(
    new_house: NewHouse, kind: SlipKind
) -> None:
    house = new_house()
    house.do(c.CloseTable())
    house.now += timedelta(days=1)
    house.do(replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True))
    count(house, "opening")
    coup(house, 1, ("P1", "noir", 1_000))
    count(house, "closing", {10_000: 20, 500: 42})
    assert ledger(house, "2026-11-21").win == estimated(1_000, "cash taken")
    number = slip(house, kind, {500: 20})
    meanwhile = ledger(house, "2026-11-21")
    assert meanwhile.closing == absent("closing count") and meanwhile.win.amount is None
    with expect_refusal("closing-count-ended", slip=number):
        house.do(c.CloseTable())
    with expect_refusal("opening-count-after-coup"):
        count(house, "opening")
    count(house, "closing", {10_000: 20, 500: 62 if kind == "fill" else 22})
    house.do(c.CloseTable())
    of_day = ledger(house, "2026-11-21")
    assert of_day.win == estimated(1_000, "cash taken"), "nobody won or lost by it"
    moved = (of_day.fills, of_day.credits) if kind == "fill" else (of_day.credits, of_day.fills)
    assert moved == (counted(10_000), counted(0))
    assert of_day.float_difference.amount == 0


def test_a_closing_fill_that_another_closing_count_finds_there_is_a_fill_of_the_day(
    new_house: NewHouse,
) -> None:
    house = new_house()
    count(house, "opening")
    count(house, "closing")
    slip(house, "fill", {500: 20}, closing=True)
    assert (ledger(house).closing_fills, ledger(house).win.amount) == (counted(10_000), 0)
    count(house, "closing", {10_000: 20, 500: 60})
    again = ledger(house)
    assert (again.fills, again.closing_fills, again.win.amount) == (counted(10_000), counted(0), 0)


def test_a_closing_credit_stands_apart_and_changes_no_win(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    coup(house, 1, ("P1", "noir", 1_000))
    count(house, "closing", {10_000: 20, 500: 42})
    before = ledger(house)
    slip(house, "credit", {500: 2}, closing=True)
    after = ledger(house)
    assert (after.closing_credits, after.credits) == (counted(1_000), counted(0))
    assert after.win == before.win == estimated(1_000, "cash taken")
    assert after.float_difference == before.float_difference


def test_closing_count_beyond_the_record_is_shown(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    coup(house, 1, ("P1", "noir", 1_000))
    count(house, "closing", {10_000: 21, 500: 40})
    assert ledger(house).float_difference == estimated(10_000 - 1_000, "opening count")


def test_bets_have_their_turnover_theoretical_result_and_interval(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    assert ledger(house).turnover == counted(0), "no coup was played"
    coup(house, 1)
    assert ledger(house).turnover == absent("bets"), "of a coup without a bet nobody knows what was bet"
    assert ledger(house).theoretical == absent("bets, or a percentage of the drop")
    assert ledger(house).within is None and ledger(house).outside is None
    coup(house, 2, ("P1", "plein:17", 3_700))
    of_day = ledger(house)
    assert of_day.turnover == counted(3_700)
    assert of_day.theoretical == counted(100)
    assert of_day.played is not None and of_day.played.variance == 3_700**2 * (216 / 37) ** 2
    assert of_day.within is not None and of_day.within.lower < 100 < of_day.within.upper
    assert of_day.outside is False


def test_imprisoned_stake_is_taken_off_the_win(new_house: NewHouse) -> None:
    house = new_house("it-campione")
    house.do(c.AnnounceLastCoup())
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1_000),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=0),
        *((c.ConfirmPayments(),) if house.rulebook.payment.by_hand else ()),
    ):
        house.do(command)
    while_open = ledger(house)
    assert while_open.played is not None and while_open.against is not None
    assert while_open.played.result - while_open.against.result == 500, "half of it is the house's"
    house.do(c.ChoosePrison(ref="b1", choice="stay"))
    house.do(c.CloseTable())
    assert ledger(house).against == while_open.against
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    next_day = ledger(house, "2026-11-21")
    assert next_day.played == next_day.against, "it lay there at the opening, and lies there still"


def test_corrected_coup_is_computed_again(new_house: NewHouse) -> None:
    house = new_house()
    coup(house, 1, ("P1", "plein:17", 3_700))
    assert ledger(house).theoretical == counted(100)
    row = PayoutSheet.objects.get(casino_id=house.casino_id)
    row.stakes[0]["amount"] = 7_400
    row.save()
    assert ledger(house).theoretical == counted(200)


def test_colours_that_are_out_are_owed_for(new_house: NewHouse) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 200})
    count(house, "opening")
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=20))
    of_day = ledger(house)
    assert of_day.colours_out == counted(10_000)
    count(house, "closing", {10_000: 21, 500: 40})
    assert ledger(house).win == estimated(0, "cash taken"), "what came for the chips is not won"


@pytest.mark.clause("pt-americana/31")
def test_a_prize_beyond_the_chips_of_its_colour_is_paid_out_of_the_float(new_house: NewHouse) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 50})
    count(house, "opening")
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=40))
    coup(house, 17, ("P1", "plein:17", 500))
    of_day = ledger(house)
    assert of_day.colours_out == counted(50 * 500), "of 75 that are won and left there are 50"
    assert of_day.float_by_record.amount == WORTH + 40 * 500 - 25 * 500
    assert of_day.by_bets == estimated(-35 * 500, "bets")
    house.do(c.LiftStakes(player="P1"))
    house.do(c.PresentChips(colour="blue", count=50))
    house.do(c.RedeemColour(colour="blue", count=50, accepted=True))
    count(house, "closing", {10_000: 20, 500: 40 - 35})
    house.do(c.CloseTable())
    of_day = ledger(house)
    assert of_day.colours_out == counted(0)
    assert of_day.float_difference.amount == 0
    assert of_day.win == estimated(-35 * 500, "cash taken")


@pytest.mark.clause("pt-americana/31")
def test_other_number_counts_chips_of_a_colour_again(new_house: NewHouse) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 50})
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=40))
    coup(house, 17, ("P1", "plein:17", 500), ("P1", "rouge", 1_000))
    house.do(c.DeclareNumber(number=0, coup=1))
    house.do(c.ResolveDiscrepancy(number=0, reason="the ball was seen in 0"))
    if house.state.payments_open:
        house.do(c.ConfirmPayments(coup=1))
    assert ledger(house).colours_out.amount == -sum(
        move.to(Account.COLOURS) for move in movements_of(house.casino_id, "T1", house.day)
    )
    check_colours(house)


@pytest.mark.clause("pt-americana/16")
def test_chips_that_are_out_late_are_owed_for_at_the_minimum(new_house: NewHouse) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 200})
    assert house.state.limits is not None
    minimum = house.state.limits.minimum
    house.do(c.AssignColour(colour="blue", player="P1", value=3 * minimum, count=20))
    house.do(c.CloseTable(carry_late_chips=True))
    assert ledger(house).colours_out == counted(20 * minimum)
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    check_colours(house)
    house.do(c.PresentChips(colour="blue", player="P9", count=20, late=True))
    house.do(c.RedeemLateChips(colour="blue", count=20, accepted=True))
    assert ledger(house, "2026-11-21").colours_out == counted(0)


def hours(house: OpenHouse, now: datetime) -> dict[int, Figure]:
    found = hours_of(house.casino_id, [ledger(house)], now=now, zone=ZoneInfo("UTC"))
    return {each.begins.hour: each.win for each in found[house.table]}


def test_the_hours_of_a_day_have_its_win_together(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")
    begins = house.now.hour
    change_notes(house, {5_000: 2})
    coup(house, 1, ("P1", "noir", 1_000))
    house.now += HOUR
    slip(house, "fill", {500: 20})
    coup(house, 2, ("P1", "rouge", 500))
    house.now += HOUR
    count(house, "closing", {10_000: 20, 500: 62})
    assert hours(house, house.now) == {
        begins: estimated(1_000, "bets"),
        begins + 1: estimated(500, "bets"),
        begins + 2: estimated(231_000 - WORTH - 10_000 - 1_500 + 10_000, "bets"),
    }
    assert sum(each.amount or 0 for each in hours(house, house.now).values()) == ledger(house).win.amount


def test_colours_bought_and_redeemed_are_no_win_of_an_hour(new_house: NewHouse) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 200})
    count(house, "opening")
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=20))
    assert set(hours(house, house.now).values()) == {estimated(0, "bets")}
