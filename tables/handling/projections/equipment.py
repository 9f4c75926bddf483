"""The casino's present wheels and balls: one row each, updated by every event of their streams."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from tables.handling.models import Ball, Wheel
from tables.play.pending import Evolved
from tables.registers.balls import BALL_EVENTS, BALL_TYPES, RegisteredBall, evolve_ball
from tables.registers.equipment import STORE
from tables.registers.wheels import WHEEL_EVENTS, WHEEL_TYPES, evolve_wheel
from tables.registers.wheels import Wheel as RegisteredWheel
from tables.stream import RecordedEvent, SynchronousProjection, last_of_each_stream
from tables.stream.database import Statement, run

READ_BALLS_FOR = Statement(
    "read_balls_for", (Path(__file__).parents[1] / "sql" / "read_balls_for.sql").read_text()
)


class Equipment(SynchronousProjection):
    """Evolves each event of a wheel or a ball into its row."""

    name = "equipment"
    version = 2
    types = WHEEL_TYPES | BALL_TYPES
    models = (Wheel, Ball)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (casino_id, stream_id), of_one in groupby(events, key=lambda e: (e.casino_id, e.stream_id)):
            kind, serial = stream_id.split("/", 1)
            (_wheel_moved if kind == "wheel" else _ball_moved)(casino_id, serial, list(of_one))

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        """Write the wheel or the ball as the handler has it."""
        for last, each in last_of_each_stream(events, evolved):
            _write(last.casino_id, last.stream_id.split("/", 1)[1], each.after)


def _wheel_moved(casino_id: int, serial: str, events: list[RecordedEvent]) -> None:
    row = Wheel.objects.select_for_update().filter(casino_id=casino_id, serial=serial).first()
    wheel = wheel_of(row) if row else RegisteredWheel()
    for event in events:
        wheel = evolve_wheel(wheel, WHEEL_EVENTS.read(event), event.version, event.occurred_at)
    _write(casino_id, serial, wheel)


def _ball_moved(casino_id: int, serial: str, events: list[RecordedEvent]) -> None:
    row = Ball.objects.select_for_update().filter(casino_id=casino_id, serial=serial).first()
    ball = ball_of(row) if row else RegisteredBall()
    for event in events:
        ball = evolve_ball(ball, BALL_EVENTS.read(event), event.version, event.occurred_at)
    _write(casino_id, serial, ball)


def _write(casino_id: int, serial: str, thing: RegisteredWheel | RegisteredBall) -> None:
    """Write the row of a wheel or a ball; it is there from its first event on."""
    values = {
        "table": thing.table,
        "withdrawn": bool(thing.withdrawn),
        "state": msgspec.to_builtins(thing),
    }
    model: type[Wheel | Ball] = Wheel
    if isinstance(thing, RegisteredBall):
        model, values["letter"] = Ball, thing.letter
    if not model.objects.filter(casino_id=casino_id, serial=serial).update(**values):
        model.objects.create(casino_id=casino_id, serial=serial, **values)


def wheel_of(row: Wheel) -> RegisteredWheel:
    return msgspec.convert(row.state, RegisteredWheel)


def ball_of(row: Ball) -> RegisteredBall:
    return msgspec.convert(row.state, RegisteredBall)


def wheels(casino_id: int) -> list[RegisteredWheel]:
    """Return all wheels of the casino: those that may be played on first, by serial number."""
    rows = Wheel.objects.filter(casino_id=casino_id).order_by("withdrawn", "serial")
    return [wheel_of(row) for row in rows]


def balls(casino_id: int) -> list[RegisteredBall]:
    """Return all balls of the casino: those that may be played with first, by serial number."""
    rows = Ball.objects.filter(casino_id=casino_id).order_by("withdrawn", "serial")
    return [ball_of(row) for row in rows]


def balls_for(casino_id: int, table: str) -> list[RegisteredBall]:
    """Return the balls of a table, its spares, and the balls in the store: the candidates for a replacement."""
    rows = run(READ_BALLS_FOR, casino_id=casino_id, table=table, store=STORE)
    return [msgspec.json.decode(state, type=RegisteredBall) for (state,) in rows]


def wheel_named(casino_id: int, serial: str) -> RegisteredWheel:
    """Return the wheel of that serial number; one of version 0 if there is none."""
    row = Wheel.objects.filter(casino_id=casino_id, serial=serial).first()
    return wheel_of(row) if row else RegisteredWheel()


def ball_named(casino_id: int, serial: str) -> RegisteredBall:
    """Return the ball of that serial number; one of version 0 if there is none."""
    row = Ball.objects.filter(casino_id=casino_id, serial=serial).first()
    return ball_of(row) if row else RegisteredBall()


def wheel_at(casino_id: int, table: str) -> RegisteredWheel | None:
    row = Wheel.objects.filter(casino_id=casino_id, table=table).order_by("serial").first()
    return wheel_of(row) if row else None


def balls_at(casino_id: int, table: str) -> dict[str, RegisteredBall]:
    """Return the balls of a table by their letters; its spares are not among them."""
    rows = Ball.objects.filter(casino_id=casino_id, table=table).exclude(letter="").order_by("letter")
    return {row.letter: ball_of(row) for row in rows}


def has_wheels(casino_id: int) -> bool:
    """Return True if the casino's register of wheels was begun; until then a table's own columns name its wheel."""
    return Wheel.objects.filter(casino_id=casino_id).exists()


def has_balls(casino_id: int) -> bool:
    return Ball.objects.filter(casino_id=casino_id).exists()
