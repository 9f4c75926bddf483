"""The values that a table takes from the register: its pit, par, wheel and balls as it opens, another ball when one
is replaced.

The register decides about the equipment of a table, not the command; a casino whose register is not begun yet
follows the command, which has the table's own columns.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.codec import encode
from tables.handling.models import GamingTable
from tables.handling.projections.equipment import ball_named, balls_at, has_balls, has_wheels, wheel_at
from tables.handling.registered_limits import registered_signs
from tables.handling.streams import ball_stream
from tables.play import commands as c
from tables.play.events import Ball
from tables.refusal import Refused
from tables.registers.ball_commands import check_ball, check_replacing, replacement
from tables.registers.balls import RegisteredBall
from tables.registers.wheel_commands import check_wheel, clause_of_wheels, numbering_at
from tables.roulette.rulebook import Rulebook
from tables.stream import NewEvent, RecordedEvent, append


def by_the_register(casino_id: int, table: str, command: c.Command, rulebook: Rulebook) -> c.Command:
    """Return the command with the register's values of its equipment. Raises Refused for a wheel or a ball that may
    not be played with at this table.
    """
    match command:
        case c.OpenTable():
            return _opened_with(casino_id, table, command, rulebook)
        case c.ReplaceBall() if has_balls(casino_id):
            ball = ball_named(casino_id, command.serial)
            check_replacing(ball, command.serial, table, rulebook)
            return replace(command, diameter_mm=ball.diameter_mm)
    return command


def _opened_with(casino_id: int, table: str, command: c.OpenTable, rulebook: Rulebook) -> c.OpenTable:
    registered = GamingTable.objects.filter(casino_id=casino_id, code=table).first()
    if registered is not None:
        command = replace(
            command,
            pit=registered.pit,
            theory_of_drop=registered.theory_of_drop,
            registered=registered_signs(registered, rulebook),
            par={int(value): count for value, count in registered.par.items()} or command.par,
        )
    if has_wheels(casino_id):
        wheel = wheel_at(casino_id, table)
        if wheel is None:
            raise Refused("no-wheel-at-table", clause_of_wheels(rulebook), table=table)
        numbering = numbering_at(wheel, rulebook)
        check_wheel(wheel, rulebook)
        command = replace(command, wheel=numbering, wheel_serial=wheel.serial, cylinder_mm=wheel.diameter_mm)
    if has_balls(casino_id):
        standing = balls_at(casino_id, table)
        for ball in standing.values():
            check_ball(ball, rulebook)
        command = replace(command, balls=lettered(standing))
    return command


def lettered(standing: Mapping[str, RegisteredBall]) -> tuple[Ball, ...]:
    return tuple(
        Ball(name=letter, diameter_mm=ball.diameter_mm, serial=ball.serial)
        for letter, ball in standing.items()
    )


def follow_in_the_register(
    casino_id: int, table: str, events: Sequence[RecordedEvent], now: datetime
) -> None:
    """Record the replacements at the table in the balls' own streams, in the same transaction."""
    for event in events:
        if event.type != "ball_replaced":
            continue
        new = ball_named(casino_id, str(event.data["serial"]))
        if not new.version:
            continue
        letter = str(event.data["ball"])
        old = balls_at(casino_id, table).get(letter)
        replaced = replacement(old, new, table=table, letter=letter, reason=str(event.data["reason"]))
        versions = {ball.serial: ball.version for ball in (old, new) if ball is not None}
        # Append in the order of serials, so that two replacements never wait for each other.
        for each in sorted(replaced, key=lambda each: each.serial):
            type_, data = encode(each)
            about = {"by": event.metadata["by"], "cause": f"{event.stream_id}:{event.version}"}
            new_event = NewEvent(type=type_, data=data, occurred_at=event.occurred_at, metadata=about)
            append(
                casino_id,
                ball_stream(each.serial),
                [new_event],
                expected_version=versions[each.serial],
                now=now,
            )
