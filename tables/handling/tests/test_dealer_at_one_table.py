"""A dealer of the register spins at one table at a time: taking over there ends it here, or breaks the own rule."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play.events import Person
from testkit.house import OpenHouse
from testkit.play import CHIEF, DIRECTOR, opening
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
ANNA = Person(id="person/7", name="Anna")


@pytest.fixture
def tables(casino_id: int) -> tuple[OpenHouse, OpenHouse]:
    """Two open tables; Anna spins at the first."""
    first, second = OpenHouse(casino_id, "it-venezia"), OpenHouse(casino_id, "it-venezia", table="T2")
    first.do(c.ChangeSpinner(person=ANNA))
    return first, second


def types(house: OpenHouse) -> list[str]:
    return [event.type for event in house.events()]


def test_taking_over_ends_spinning_at_the_other_table(tables: tuple[OpenHouse, OpenHouse]) -> None:
    first, second = tables
    second.do(c.ChangeSpinner(person=ANNA, elsewhere="ends"))
    assert first.state.spinner is None and types(first)[-1] == "spinner_changed"
    assert first.events()[-1].data["previous"]["id"] == ANNA.id
    assert second.state.spinner == ANNA and second.state.violations == ()
    assert first.events()[-1].metadata["by"] == second.events()[-1].metadata["by"]


def test_question_is_asked_before_anything_is_recorded(tables: tuple[OpenHouse, OpenHouse]) -> None:
    first, second = tables
    before = types(first), types(second)
    with expect_refusal("spins-at-another-table", name="Anna", tables=("T1",)):
        second.do(c.ChangeSpinner(person=ANNA, elsewhere="ask"))
    assert (types(first), types(second)) == before


def test_dealer_at_two_tables_is_a_violation_of_the_own_rule(tables: tuple[OpenHouse, OpenHouse]) -> None:
    first, second = tables
    second.do(c.ChangeSpinner(person=ANNA))
    assert first.state.spinner == second.state.spinner == ANNA
    raised = second.events()[-1]
    assert (raised.type, raised.data["code"], raised.data["clause"]) == (
        "violation_raised",
        "spins-at-two-tables",
        "",
    )
    assert raised.data["parameters"]["tables"] == ["T1"]


def test_nothing_is_asked_of_a_dealer_of_a_closed_table_or_a_free_name(casino_id: int) -> None:
    first, second = OpenHouse(casino_id, "it-venezia"), OpenHouse(casino_id, "it-venezia", table="T2")
    free = Person(id="p9", name="Somebody")
    for person in (free, ANNA):
        first.do(c.ChangeSpinner(person=person))
        if person is ANNA:
            first.do(c.CloseTable())
        second.do(c.ChangeSpinner(person=person, elsewhere="ask"))
        assert second.state.spinner == person and second.state.violations == ()


def test_table_does_not_open_with_the_dealer_of_another_table(tables: tuple[OpenHouse, OpenHouse]) -> None:
    _, second = tables
    second.do(c.CloseTable())
    usual = opening(second.rulebook, table="T2", day="2026-11-21")
    seated = replace(usual, staff={**usual.staff, usual.spinner: ANNA})
    with expect_refusal("opened-with-spinner-of-another-table", name="Anna", tables=("T1",)):
        second.do(seated)
    assert second.state.phase == "closed"
    second.do(usual)


def test_table_does_not_reopen_with_a_dealer_who_spins_at_another_table_by_now(
    tables: tuple[OpenHouse, OpenHouse],
) -> None:
    first, second = tables
    first.do(c.CloseTable())
    second.do(c.ChangeSpinner(person=ANNA))
    again = c.ReopenTable(reason="closed by mistake", signatures=(DIRECTOR, CHIEF))
    with expect_refusal("opened-with-spinner-of-another-table", name="Anna", tables=("T2",)):
        first.do(again)
    assert first.state.phase == "closed"
    second.do(c.ChangeSpinner(person=Person(id="person/8", name="Bruno")))
    first.do(again)
    assert first.state.spinner == ANNA and second.state.spinner != ANNA


def test_loss_of_the_ball_is_recorded_once(tables: tuple[OpenHouse, OpenHouse]) -> None:
    first, _ = tables
    lost = c.LoseSpinner(person=ANNA, table="T2")
    first.do(lost)
    before = types(first)
    first.do(lost)
    assert types(first) == before
