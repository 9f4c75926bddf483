"""A rotation for a table and a shift: everybody moves on by one place each time the ball is passed on."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.rota.plan import Entry, Rota, RotaRules, Spell, TableRules, in_order
from tables.registers.rota.warnings import warnings

TURN_WITHOUT_A_RULE_S = 3600
"""Length of a turn in seconds, if the rulebook has no longest time at the ball."""


def suggest(
    table: TableRules,
    people: tuple[Person, ...],
    begins: datetime,
    ends: datetime,
    *,
    rota: Rota,
    rules: RotaRules,
) -> tuple[Spell, ...]:
    """Return the spells for `people` at the table from `begins` to `ends` (UTC): round robin from the ball through the
    other seats that must be filled to the break, a turn as long as one may be at the ball. The first person is
    chosen so that the plan around it breaks least. Raises Refused if so many people cannot keep the rules.
    """
    seats = _seats(table)
    clause = table.rulebook.staff.clause
    if len({person.id for person in people}) < len(people):
        raise Refused("named-twice")
    if len(people) < len(seats):
        raise Refused("too-few-people", clause, table=table.code, seats=len(seats), people=len(people))
    turn = _turn(table, len(people), len(seats), ends - begins, rules)
    orders = [(*people[first:], *people[:first]) for first in range(len(people))]
    proposals = [tuple(_round(table.code, seats, order, begins, ends, turn=turn)) for order in orders]
    around = tuple(each for each in rota.entries if each.table == table.code or each.person in people)
    return min(proposals, key=lambda proposal: len(warnings(_with(around, proposal), rules)))


def _seats(table: TableRules) -> tuple[tuple[int, str], ...]:
    """Return the seats to be filled, that of the ball first: the last position of the rulebook, as tables open."""
    ball = (1, table.rulebook.staff.positions[-1])
    return (ball, *(seat for seat in table.seats if seat != ball))


def _turn(table: TableRules, people: int, seats: int, shift: timedelta, rules: RotaRules) -> timedelta:
    """Return the time that everybody stays at a place. Raises Refused if a rule would be broken in any case."""
    rule = table.rulebook.time_at_ball
    turn_s = rule.at_most_s if rule else TURN_WITHOUT_A_RULE_S
    if rule and rule.counts == "table":
        if people == seats and shift.total_seconds() > turn_s:
            raise Refused(
                "nobody-can-leave", rule.clause, table=table.code, minutes=turn_s // 60, least=seats + 1
            )
        turn_s = turn_s // seats // 60 * 60
    if rule and people == 1 and shift.total_seconds() > turn_s:
        raise Refused("alone-at-the-ball-too-long", rule.clause, table=table.code, minutes=turn_s // 60)
    rotation = table.rulebook.rotation
    if rotation and people == 1:
        raise Refused("nobody-to-take-the-ball", rotation.clause, table=table.code)
    rest_s = rules.break_after_s
    if rest_s is None or shift.total_seconds() <= rest_s:
        return timedelta(seconds=turn_s)
    if people == seats:
        raise Refused(
            "nobody-can-rest",
            people=people,
            seats=seats,
            table=table.code,
            minutes=rest_s // 60,
            least=seats + 1,
        )
    turn_s = min(turn_s, rest_s // seats // 60 * 60)
    least_s = max(rule.at_most_s - rule.early_by_s, 60) if rule and rule.early_by_s else 60
    if turn_s < least_s:
        raise Refused(
            "turns-too-short",
            rule.clause if rule else None,
            work_minutes=rest_s // 60,
            turn_minutes=turn_s // 60,
            turns=seats,
            least_minutes=least_s // 60,
        )
    return timedelta(seconds=turn_s)


def _round(
    table: str,
    seats: tuple[tuple[int, str], ...],
    people: tuple[Person, ...],
    begins: datetime,
    ends: datetime,
    *,
    turn: timedelta,
) -> Iterator[Spell]:
    """Turn by turn; a place of the round beyond the seats is a break, and breaks that follow each other are one."""
    resting: dict[str, Spell] = {}
    at, number = begins, 0
    while at < ends:
        until = min(at + turn, ends)
        for place, person in enumerate(people):
            seat = (place - number) % len(people)
            if seat < len(seats):
                if person.id in resting:
                    yield resting.pop(person.id)
                layout, position = seats[seat]
                yield Spell(
                    person=person,
                    begins=at,
                    ends=until,
                    table=table,
                    layout=layout,
                    position=position,
                    spins=seat == 0,
                )
            else:
                since = resting[person.id].begins if person.id in resting else at
                resting[person.id] = Spell(person=person, begins=since, ends=until)
        at, number = until, number + 1
    yield from resting.values()


def _with(entries: tuple[Entry, ...], proposal: tuple[Spell, ...]) -> Rota:
    proposed = (
        Entry(entry=f"proposed-{number}", **msgspec.structs.asdict(spell))
        for number, spell in enumerate(proposal)
    )
    return Rota(entries=in_order((*entries, *proposed)))
