"""Everything that nobody has claimed in a casino, until it ends, and who registered what became of it."""

import pytest

from tables.handling.safekeeping import held_history, held_items
from tables.play import commands as c
from tables.play import events as e
from testkit.house import BOSS, OpenHouse
from testkit.play import CHIEF as TABLE_CHIEF
from testkit.play import DIRECTOR

pytestmark = [pytest.mark.django_db, pytest.mark.clause("it-campione/19")]

CHIEF = e.Signature(person=e.Person(id="c1", name="Anna"), role="chef_de_table")
CONTROLLER = e.Signature(person=e.Person(id="k1", name="Bruno"), role="public_controller")


def abandoned(house: OpenHouse, ref: str) -> None:
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1_000),
        c.SeeAbandoned(ref=ref),
    ):
        house.do(command)


def closed(house: OpenHouse) -> None:
    house.do(c.AnnounceLastCoup())
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=2), c.CloseTable()):
        house.do(command)


def test_safekeeping_is_listed_by_table_until_its_end(casino_id: int) -> None:
    first, second = OpenHouse(casino_id, "it-campione"), OpenHouse(casino_id, "it-campione", table="T2")
    abandoned(first, "b1")
    abandoned(second, "b1")
    assert [(each.table, each.held.ref) for each in held_items(casino_id)] == [("T1", "h1"), ("T2", "h1")]
    first.do(c.ClaimHeld(ref="h1", by="P1", reason="back from the bar"))
    assert [(each.table, each.currency, each.held.amount) for each in held_items(casino_id)] == [
        ("T2", "CHF", 1_000)
    ]


def test_its_history_goes_over_the_days_and_names_who_registered_it(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-campione")
    abandoned(house, "b1")
    closed(house)
    (item,) = held_items(casino_id)
    house.open("2026-11-21")
    assert held_items(casino_id) == (item,)
    house.do(c.PayIn(ref="h1", signatures=(CHIEF, CONTROLLER)))
    aside, paid_in = held_history(casino_id, "T1", item.held)
    assert (aside.type, aside.day, aside.signed) == ("held_set_aside", "2026-11-20", (DIRECTOR, TABLE_CHIEF))
    assert (paid_in.type, paid_in.day) == ("held_paid_in", "2026-11-21")
    assert paid_in.signed == (CHIEF, CONTROLLER)
    assert paid_in.by == e.Person(id=BOSS.id, name=BOSS.name)
    assert held_items(casino_id) == ()


def test_another_of_the_same_reference_has_a_history_of_its_own(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-campione")
    abandoned(house, "b1")
    (first,) = held_items(casino_id)
    house.do(c.ClaimHeld(ref="h1", by="P1", reason="back from the bar"))
    closed(house)
    house.open("2026-11-21")
    abandoned(house, "b1")
    (second,) = held_items(casino_id)
    assert (first.held.ref, second.held.ref) == ("h1", "h1")
    claimed = held_history(casino_id, "T1", first.held)[-1]
    assert (claimed.type, claimed.details) == ("held_claimed", {"by": "P1", "reason": "back from the bar"})
    assert [step.type for step in held_history(casino_id, "T1", second.held)] == ["held_set_aside"]
