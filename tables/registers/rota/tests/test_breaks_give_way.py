"""Somebody on a break is given work: the break gives way, and what is left of it stays planned."""

import pytest

from tables.refusal import Refused
from tables.registers.rota.planning import MoveEntry
from testkit.rota import RotaInHand, minutes, person, spell


@pytest.fixture
def rota() -> RotaInHand:
    """Croupier 1 works from 30 to 60; Croupier 2 rests from 0 to 90."""
    rota = RotaInHand()
    rota.do(spell(1, 30, 60, spins=True), spell(2, 0, 90, ""))
    return rota


def to_second(begins: float, ends: float, table: str = "RA1") -> MoveEntry:
    return MoveEntry(
        entry="1",
        person=person(2),
        begins=minutes(begins),
        ends=minutes(ends),
        table=table,
        position="payer" if table else "",
        breaks_yield=True,
    )


@pytest.mark.parametrize(
    ("work", "rests"),
    [
        ((30, 60), [(0, 30), (60, 90)]),
        ((0, 30), [(30, 90)]),
        ((60, 120), [(0, 60)]),
        ((0, 90), []),
        ((90, 120), [(0, 90)]),
    ],
)
def test_remaining_part_of_a_break_remains_planned(
    rota: RotaInHand, work: tuple[int, int], rests: list[tuple[int, int]]
) -> None:
    rota.do(to_second(*work))
    entries = rota.rota.entries
    assert [(each.begins, each.ends) for each in entries if each.rests] == [
        (minutes(begins), minutes(ends)) for begins, ends in rests
    ]
    (worked,) = (each for each in entries if not each.rests)
    assert (worked.person, worked.begins, worked.ends) == (person(2), *map(minutes, work))
    assert len({each.entry for each in entries}) == len(entries)


def test_two_breaks_give_way_at_once(rota: RotaInHand) -> None:
    rota.do(spell(2, 90, 180, ""), to_second(10, 170))
    assert [(each.begins, each.ends) for each in rota.rota.entries if each.rests] == [
        (minutes(0), minutes(10)),
        (minutes(170), minutes(180)),
    ]


def test_work_gives_way_to_nothing_and_a_break_not_to_another(rota: RotaInHand) -> None:
    rota.do(spell(2, 90, 120))
    with pytest.raises(Refused, match="at-a-table-then"):
        rota.do(to_second(80, 100))
    with pytest.raises(Refused, match="on-a-break-then"):
        rota.do(to_second(30, 60, ""))
