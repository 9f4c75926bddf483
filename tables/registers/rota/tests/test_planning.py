"""What is asked of a rota: planned, moved and dropped, or refused with what would be right."""

import pytest
from msgspec.structs import replace

from tables.registers.rota.plan import as_entry
from tables.registers.rota.planning import DropEntry, FillIn, MoveEntry, PlanEntry
from testkit.refusals import expect_refusal
from testkit.rota import RotaInHand, house, minutes, person, spell


@pytest.fixture
def rota() -> RotaInHand:
    return RotaInHand()


def moved(rota: RotaInHand, **otherwise: object) -> MoveEntry:
    (entry,) = rota.rota.entries
    command = MoveEntry(**{name: getattr(entry, name) for name in entry.__struct_fields__})
    return replace(command, **otherwise)


def test_an_entry_is_planned_moved_and_dropped(rota: RotaInHand) -> None:
    rota.do(spell(1, 0, 30, spins=True))
    rota.do(moved(rota, ends=minutes(25), person=person(2)))
    (entry,) = rota.rota.entries
    assert (entry.entry, entry.person.name, entry.ends) == ("1", "Croupier 2", minutes(25))
    rota.do(DropEntry(entry="1"))
    assert rota.rota.entries == () and rota.rota.version == 3


def test_an_entry_that_is_moved_to_where_it_is_changes_nothing(rota: RotaInHand) -> None:
    rota.do(spell(1, 0, 30))
    rota.do(moved(rota))
    assert rota.rota.version == 1 and as_entry(rota.rota.entries[0]) == rota.rota.entries[0]


def test_the_name_of_a_dropped_entry_does_not_come_again(rota: RotaInHand) -> None:
    rota.do(spell(1, 0, 30), DropEntry(entry="1"), spell(2, 0, 30))
    assert rota.rota.entries[0].entry == "3"


@pytest.mark.parametrize(
    "other", [spell(1, 20, 40, table="CA1", position="bout"), spell(1, 29, 31, table="")]
)
def test_nobody_is_planned_in_two_places_at_once(rota: RotaInHand, other: PlanEntry) -> None:
    rota.do(spell(1, 0, 30))
    with expect_refusal("at-a-table-then", table="RA1"):
        rota.do(other)
    assert rota.rota.version == 1


def test_somebody_goes_on_elsewhere_at_the_minute_at_which_a_spell_ends(rota: RotaInHand) -> None:
    rota.do(spell(1, 0, 30), spell(1, 30, 45, table=""), spell(1, 45, 60, table="CA1", position="bout"))
    assert rota.warned("two-places") == []


@pytest.mark.clause("pt-americana/35")
def test_a_position_that_the_rulebook_has_not_is_refused_with_those_that_it_has(rota: RotaInHand) -> None:
    with expect_refusal("rota-position-unknown", table="RA1", positions=("chef", "payer")) as refusal:
        rota.do(spell(1, 0, 30, position="bout"))
    assert refusal.value.clause == "pt-americana/35"


def test_a_layout_that_the_table_has_not_is_refused(rota: RotaInHand) -> None:
    with expect_refusal("rota-layout-unknown", layout=2, table="RA1", layouts=1):
        rota.do(spell(1, 0, 30, layout=2))
    RotaInHand(house(double=True)).do(spell(1, 0, 30, layout=2))


def test_an_end_that_is_not_after_its_begin_is_refused(rota: RotaInHand) -> None:
    for ends in (0, -10):
        with expect_refusal("rota-end-before-begin"):
            rota.do(spell(1, 0, ends))
    with expect_refusal("rota-end-before-begin"):
        rota.do(FillIn(table="RA1", people=(person(1),), begins=minutes(0), ends=minutes(0)))


def test_impossible_plan_is_refused(rota: RotaInHand) -> None:
    with expect_refusal("table-unknown", tables=("RF1", "RA1", "CA1", "VE1", "LV1")):
        rota.do(spell(1, 0, 30, table="ZZ9"))
    with expect_refusal("rota-entry-gone"):
        rota.do(DropEntry(entry="1"))
    with expect_refusal("break-with-a-position"):
        rota.do(spell(1, 0, 30, table="", spins=True))


def test_plan_against_a_time_rule_is_accepted_with_a_warning(rota: RotaInHand) -> None:
    rota.do(spell(1, 0, 120, spins=True))
    assert len(rota.rota.entries) == 1 and len(rota.warned("time-at-ball")) == 1
