"""The door to the register of equipment: a command about a wheel or a ball is decided and recorded in its stream."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec
from django.db import transaction

from tables.house import door
from tables.house.boards import board
from tables.house.door import Actor, UnknownTable
from tables.house.equipment import ball_named, balls_at, wheel_at, wheel_named
from tables.house.models import GamingTable
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house
from tables.house.streams import ball_stream, wheel_stream
from tables.play.commands import FindUnfit
from tables.register.ball_changes import AssignBall, BallCommand, decide_ball
from tables.register.ball_life import BallInspected
from tables.register.equipment import EquipmentEvent, Standing, to_record
from tables.register.wheel_changes import MoveWheel, Order, WheelCommand, decide_wheel
from tables.register.wheel_life import WheelInspected
from tables.roulette.loader import get_rulebook, rulebooks
from tables.stream import NewEvent, RecordedEvent, append, recall


def carry_out(
    casino_id: int,
    command: WheelCommand | BallCommand,
    *,
    by: Actor,
    now: datetime,
    idempotency_key: str | None = None,
) -> tuple[RecordedEvent, ...]:
    """Decides `command` on the wheel or the ball as it stands, and gives the events that it made: one transaction, in
    which no table of the house opens and nobody else moves equipment. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command."""
    key = key_of("equipment", command, idempotency_key)
    with transaction.atomic():
        hold_house(casino_id)
        if key is not None and (earlier := recall(casino_id, key)) is not None:
            return tuple(earlier.events)
        stream_id, version, decided = _decided(casino_id, command, now)
        events = tuple(decided)
        _tell_table(casino_id, events, by, now)
        appended = append(
            casino_id,
            stream_id,
            [_new_event(event, by, now) for event in events],
            expected_version=version,
            now=now,
            idempotency=key,
        )
    return appended.events


def _decided(
    casino_id: int, command: WheelCommand | BallCommand, now: datetime
) -> tuple[str, int, Iterable[EquipmentEvent]]:
    """The stream of the thing, its version, and what comes of the command."""
    if isinstance(command, WheelCommand):
        wheel = wheel_named(casino_id, command.serial)
        tables = _tables(casino_id, wheel.table, command.table if isinstance(command, MoveWheel) else "")
        of_wheel = decide_wheel(wheel, command, now, numberings=numberings(casino_id), tables=tables)
        return wheel_stream(command.serial), wheel.version, of_wheel
    ball = ball_named(casino_id, command.serial)
    tables = _tables(casino_id, ball.table, command.table if isinstance(command, AssignBall) else "")
    return ball_stream(command.serial), ball.version, decide_ball(ball, command, now, tables=tables)


def _tell_table(casino_id: int, events: Iterable[EquipmentEvent], by: Actor, now: datetime) -> None:
    """An open table hears that its wheel, or a ball that it plays with, was found unfit. It is told before the thing's
    own stream is: so everybody who needs both takes the table first."""
    for event in events:
        if not isinstance(event, WheelInspected | BallInspected) or event.condition != "unfit":
            continue
        ball = ball_named(casino_id, event.serial) if isinstance(event, BallInspected) else None
        table = ball.table if ball else wheel_named(casino_id, event.serial).table
        if not table or (ball and not ball.letter) or not _standing(casino_id, table).is_open:
            continue
        found = FindUnfit(
            what="ball" if ball else "wheel",
            serial=event.serial,
            ball=ball.letter if ball else "",
            remarks=event.remarks,
        )
        door.carry_out(casino_id, table, found, by=by, now=now)


def numberings(casino_id: int) -> dict[str, Order]:
    """The numberings by their names: those of the rulebooks that the house plays by before those of the others."""
    played = GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True).distinct()
    named: dict[str, Order] = {}
    for rulebook in (*map(get_rulebook, played), *rulebooks().values()):
        for name, wheel in rulebook.wheels.items():
            named.setdefault(name, wheel.order)
    return named


def _tables(casino_id: int, *codes: str) -> Mapping[str, Standing]:
    """The tables of these codes as a move meets them; the store, whose name is empty, is none. Raises UnknownTable."""
    return {code: _standing(casino_id, code) for code in dict.fromkeys(codes) if code}


def _standing(casino_id: int, code: str) -> Standing:
    view = board(casino_id, code)
    if view is None:
        known = ", ".join(GamingTable.objects.filter(casino_id=casino_id).values_list("code", flat=True))
        raise UnknownTable(f"no table {code[:20]} is registered; there are: {known or 'none'}")
    wheel = wheel_at(casino_id, code)
    return Standing(
        table=code,
        rulebook=get_rulebook(view.table.rulebook),
        is_open=view.state is not None and view.state.phase != "closed",
        wheel=wheel.serial if wheel else "",
        balls={letter: ball.serial for letter, ball in balls_at(casino_id, code).items()},
    )


def _new_event(event: EquipmentEvent, by: Actor, now: datetime) -> NewEvent:
    type_, data = to_record(event)
    return NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
