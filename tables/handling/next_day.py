"""Opening of a table's next gaming day, from the register, the last day and a person's choices.

The matters handed on (number, direction, stakes in prison) are not chosen: the handler takes them from the record.
"""

from datetime import date

import msgspec

from tables.handling.models import GamingTable
from tables.handling.projections.equipment import balls_at, has_balls
from tables.handling.registered_limits import limits_from, registered_limits
from tables.handling.table_equipment import lettered
from tables.play.commands import OpenTable
from tables.play.events import Ball, Person
from tables.play.state import State
from tables.roulette.loader import get_rulebook, rulebook_on
from tables.roulette.rulebook import Rulebook


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of a person at a table's opening. `staff` maps positions to people; `spinner` is one of the positions.

    `minimum` is the smallest stake, in minor units. The rest of the sign follows from the minimum.
    """

    ball: str
    staff: dict[str, Person]
    second_staff: dict[str, Person] = {}
    """The staff of a double table's second layout."""
    spinner: str
    minimum: int
    counts_float: bool = False
    """The float is counted, and signed by two people, before bets open and before the table closes."""


def usual_choices(table: GamingTable, last: State | None, day: date) -> Choices:
    """Return the choices of the table's last day: the same ball, the same people, the person at the ball spins, the
    registered minimum.

    Before its first day nobody sits there yet.
    """
    rulebook = rulebook_of_day(table, day)
    positions = rulebook.staff.positions
    staff = {position: last.staff[position] for position in positions if last and position in last.staff}
    second = dict(last.roster.second) if last and table.double else {}
    balls = [ball.name for ball in registered_balls(table)]
    return Choices(
        ball=last.ball if last and last.ball in balls else next(iter(balls), ""),
        staff=staff,
        second_staff=second,
        spinner=next((position for position in reversed(positions) if position in staff), positions[-1]),
        minimum=registered_limits(table, rulebook).minimum,
        counts_float=table.counts_float,
    )


def opening_of(table: GamingTable, day: date, choices: Choices) -> OpenTable:
    """Return the command that opens `table` on `day` by the version of its rulebook in force then."""
    rulebook = rulebook_of_day(table, day)
    return OpenTable(
        table=table.code,
        day=day.isoformat(),
        rulebook=rulebook.id,
        rulebook_version=rulebook.version,
        # The aggregate takes the wheel and the balls from the register, once the casino has begun one.
        wheel=table.wheel,
        cylinder_mm=table.cylinder_mm,
        double=table.double,
        limits=limits_from(choices.minimum, registered_limits(table, rulebook), rulebook),
        balls=registered_balls(table),
        ball=choices.ball,
        staff=choices.staff,
        second_staff=choices.second_staff if table.double else {},
        counts_float=choices.counts_float,
        par={int(value): count for value, count in table.par.items()},
        spinner=choices.spinner,
        face_value_only=table.face_value_only,
        chip_symbol=table.chip_symbol,
        chip_colours={} if table.face_value_only else table.chip_colours,
    )


def rulebook_of_day(table: GamingTable, day: date) -> Rulebook:
    """Return the rulebook of a table's gaming day: the version registered from that day on, else the newest of its
    rulebook in force.
    """
    since = table.rulebook_from
    if table.rulebook_version is not None and (since is None or day >= since):
        return get_rulebook(table.rulebook, table.rulebook_version)
    return rulebook_on(day, table.rulebook)


def registered_balls(table: GamingTable) -> tuple[Ball, ...]:
    """Return the balls that belong to the table by the register, or by its own columns where the
    register is not begun.
    """
    if has_balls(table.casino_id):
        return lettered(balls_at(table.casino_id, table.code))
    return msgspec.convert(table.balls, tuple[Ball, ...])
