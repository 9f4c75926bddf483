"""A table's next gaming day: filled in from the register and the last day, and opened by what a person chooses."""

from datetime import date

import pytest
from msgspec.structs import replace

from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.play import commands as c
from tables.play.events import Derogation, Person
from tables.refusal import Refused
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

NEXT = date(2026, 11, 21)


def registered(house: OpenHouse) -> GamingTable:
    return GamingTable.objects.get(casino_id=house.casino_id, code=house.table)


def test_the_next_day_begins_as_the_last_one_stood(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=5000))
    house.do(c.LaunchBall(rotor_direction="clockwise"))
    for command in (c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments(), c.ChangeBall(ball="B")):
        house.do(command)
    house.do(c.ChoosePrison(ref="b1", choice="stay"))
    house.do(c.CloseTable())
    last, table = house.state, registered(house)
    house.do(opening_of(table, NEXT, usual_choices(table, last, NEXT)))
    today = house.state
    assert (today.day, today.previous_day) == ("2026-11-21", "2026-11-20")
    assert (today.number, today.numbers, today.last_direction) == (0, (0,), "clockwise")
    assert [(bet.bet, bet.amount, bet.level) for bet in today.bets] == [("rouge", 5000, 1)]
    assert (today.staff, today.ball, today.limits) == (last.staff, "B", last.limits)


@pytest.mark.parametrize("rulebook", ["it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa"])
def test_every_rulebooks_table_opens_by_its_register(casino_id: int, db: None, rulebook: str) -> None:
    house = OpenHouse(casino_id, rulebook)
    house.do(c.CloseTable())
    table = registered(house)
    house.do(opening_of(table, NEXT, usual_choices(table, house.state, NEXT)))
    assert (house.state.phase, house.state.day) == ("idle", NEXT.isoformat())


def test_before_the_first_day_nobody_sits_there(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    choices = usual_choices(registered(house), None, NEXT)
    assert (choices.staff, choices.ball) == ({}, "A")
    assert choices.minimum == house.rulebook.default_limits.minimum


@pytest.mark.clause("pt-francesa/24")
def test_with_another_minimum_the_maximums_follow_by_the_ratios(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    table = registered(house)
    usual = usual_choices(table, house.state, NEXT)
    limits = opening_of(table, NEXT, replace(usual, minimum=2 * usual.minimum)).limits
    before = house.rulebook.default_limits
    assert limits.maximums["plein"] == 2 * before.maximums["plein"]
    assert opening_of(table, NEXT, usual).limits == before


@pytest.mark.clause("it-venezia/general-9")
def test_maximums_that_the_house_posts_stay_with_another_minimum(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    table = registered(house)
    limits = opening_of(table, NEXT, replace(usual_choices(table, house.state, NEXT), minimum=1000)).limits
    assert limits == replace(house.rulebook.default_limits, minimum=1000)


def test_person_at_the_end_of_the_table_spins(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    seated = {position: Person(id=position, name=position) for position in house.rulebook.staff.required}
    last = replace(house.state, staff=seated)
    assert usual_choices(registered(house), last, NEXT).spinner == house.rulebook.staff.required[-1]


@pytest.mark.clause("pt-americana/15")
def test_table_registered_for_face_value_opens_with_face_value(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-americana")
    house.do(c.CloseTable())
    table = registered(house)
    table.face_value_only = True
    house.do(opening_of(table, NEXT, usual_choices(table, house.state, NEXT)))
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    assert house.state.face_value_only and house.state.bets[0].face_value
    with pytest.raises(Refused) as refused:
        house.do(c.PlaceBet(player="P1", bet="tiers", amount=30000))
    assert refused.value.clause == "pt-americana/25a"


@pytest.mark.clause("it-campione/5")
def test_a_derogation_ends_with_its_day_and_is_told_again_on_the_next(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-campione")
    posted = house.state.limits
    assert posted is not None
    more = replace(posted, maximums={**posted.maximums, "plein": 150_000})
    noticed = Derogation(authorisers=("Direzione Giochi",), notice="letter 7 to the municipality")
    house.do(c.ChangeLimits(limits=more, players_told=True, sign_changed=True, derogation=noticed))
    house.do(c.CloseTable())
    table = registered(house)
    opening = opening_of(table, NEXT, usual_choices(table, house.state, NEXT))
    with expect_refusal("maximum-needs-derogation", bet="plein") as refused:
        house.do(replace(opening, limits=more))
    assert refused.value.clause == "it-campione/5"
    house.do(opening)
    assert (house.state.limits, house.state.derogation) == (posted, None)
