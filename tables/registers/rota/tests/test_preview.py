"""A change of the plan is judged before it is recorded, by the same warnings as the plan itself."""

import pytest

from tables.refusal import Refused
from tables.registers.rota.plan import Rota
from tables.registers.rota.planning import MoveEntry
from tables.registers.rota.preview import caused, fingerprint, planned_after
from tables.registers.rota.warnings import RotaWarning, warnings
from testkit.rota import RotaInHand, minutes, person, spell


@pytest.fixture
def turns() -> RotaInHand:
    """RA1 for an hour: two croupiers take turns of half an hour at the ball."""
    rota = RotaInHand()
    rota.do(spell(1, 0, 30, spins=True), spell(2, 30, 60, spins=True))
    return rota


def move(entry: str, number: int, begins: float, ends: float) -> MoveEntry:
    return MoveEntry(
        entry=entry,
        person=person(number),
        begins=minutes(begins),
        ends=minutes(ends),
        table="RA1",
        position="payer",
        spins=True,
    )


def would_cause(rota: RotaInHand, command: MoveEntry) -> tuple[RotaWarning, ...]:
    after = planned_after(rota.rota, command, rota.rules)
    return caused(warnings(rota.rota, rota.rules), warnings(after, rota.rules))


@pytest.mark.clause("pt-americana/35")
def test_a_move_causes_what_the_plan_would_be_warned_of_afterwards(turns: RotaInHand) -> None:
    before = turns.rota
    found = would_cause(turns, move("2", 1, 30, 60))
    assert [each.code for each in found] == ["planned-too-long-at-ball"]
    assert found[0].clause == "pt-americana/35"
    assert turns.rota == before
    turns.do(move("2", 1, 30, 60))
    assert tuple(turns.warned()) == found


def test_earlier_warning_is_repeated_only_for_a_longer_time(turns: RotaInHand) -> None:
    turns.do(move("2", 2, 40, 70))
    assert [each.code for each in turns.warned()] == ["position-not-planned"]
    assert would_cause(turns, move("2", 3, 40, 70)) == ()
    assert would_cause(turns, move("2", 2, 35, 65)) == ()
    (longer,) = would_cause(turns, move("2", 2, 45, 75))
    assert longer.code == "position-not-planned" and longer.at == minutes(30)


def test_a_change_that_would_be_refused_has_no_preview(turns: RotaInHand) -> None:
    with pytest.raises(Refused, match="at-a-table-then"):
        planned_after(turns.rota, move("2", 1, 15, 45), turns.rules)
    with pytest.raises(Refused, match="rota-entry-gone"):
        planned_after(Rota(), move("2", 1, 15, 45), turns.rules)


def test_warnings_at_another_time_have_another_fingerprint(turns: RotaInHand) -> None:
    one, other = (would_cause(turns, move("2", 2, begins, begins + 30)) for begins in (40, 45))
    assert fingerprint(one) != fingerprint(other)
    assert fingerprint(one) == fingerprint(one)
