"""The door to drop boxes: placed and removed at the table, counted and accepted once they have left it.

At the table a box passes the table's own door; what is seen to here besides is that no box comes to a table with
uncounted notes in it. What is asked of one box waits for whoever is at it, so that it is counted once whatever is
pressed twice.
"""

from datetime import datetime

from django.db import transaction

from settlement.box_rows import row_of, signed_by
from settlement.boxes import commands as c
from settlement.boxes import events as e
from settlement.boxes.decisions import decide
from settlement.boxes.folding import evolve
from settlement.boxes.life import BoxLife
from settlement.boxes.naming import BoxName, box_stream
from settlement.door_record import record
from settlement.models import Box, GamingDay
from tables.house.door import Actor, Outcome, carry_out
from tables.house.drop_boxes import serial_to_place
from tables.house.request_key import key_of
from tables.play import commands as t
from tables.roulette.refusal import Refused
from tables.stream import read_stream, recall


class UnknownBox(Refused):
    """No such box has left a table of the casino."""


def say_at_the_table(
    casino_id: int,
    table: str,
    command: t.PlaceBox | t.RemoveBox,
    *,
    by: Actor,
    now: datetime,
    idempotency_key: str | None = None,
) -> Outcome:
    """Places a box at a table or removes it there, as the table's own door does; one that is to be placed is empty.

    Raises Refused, and then has recorded nothing; IdempotencyConflict for a key that was used for another command.
    """
    return carry_out(
        casino_id,
        table,
        command,
        by=by,
        now=now,
        idempotency_key=idempotency_key,
        check=lambda _: check_box_is_empty(casino_id, command),
    )


def say_to_box(
    casino_id: int,
    name: BoxName,
    command: c.AnyOnBox,
    *,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> BoxLife:
    """Carries `command` out on a box that has left its table, and gives the box after it.

    `seen` is the version of the box that the command was meant for. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command.
    """
    key = key_of(box_stream(name), command, idempotency_key)
    with transaction.atomic():
        row = _held(casino_id, name)
        if key is not None and recall(casino_id, key) is not None:
            return _life(row, name)
        box = _life(row, name)
        if seen is not None and seen != box.version:
            raise Refused(f"box {name.serial} was {box.status} meanwhile: look at it, and go on there")
        event = decide(box, command)
        said = e.to_record(event)
        record(casino_id, box_stream(name), said, command, by=by, now=now, after=box.version, key=key)
    return evolve(box, event, [signature.person.id for signature in command.signatures])


def box_life(casino_id: int, name: BoxName) -> BoxLife:
    """The box that left its table, folded from its stream. Raises UnknownBox."""
    row = Box.objects.filter(**row_of(casino_id, name), removed_at__isnull=False).first()
    if row is None:
        raise _unknown(name)
    return _life(row, name)


def _held(casino_id: int, name: BoxName) -> Box:
    """Waits for whoever does something with this box; what comes after finds it as they left it."""
    rows = Box.objects.select_for_update().filter(**row_of(casino_id, name), removed_at__isnull=False)
    row = rows.first()
    if row is None:
        raise _unknown(name)
    return row


def _unknown(name: BoxName) -> UnknownBox:
    return UnknownBox(f"no box {name.serial or 'without a serial'} has left {name.table} on {name.day}")


def _life(row: Box, name: BoxName) -> BoxLife:
    """What the table said of it when it left, and what became of it since."""
    day = GamingDay.objects.get(casino_id=row.casino_id, table=name.table, day=name.day)
    box = BoxLife(
        name=name,
        currency=day.currency,
        recorded=row.recorded,
        removed_by=frozenset(each["id"] for each in row.removed_by),
    )
    for recorded in read_stream(row.casino_id, box_stream(name)):
        signed = [each["id"] for each in signed_by(recorded)]
        box = evolve(box, e.from_record(recorded.type, recorded.data), signed)
    return box


def check_box_is_empty(casino_id: int, command: t.Command) -> None:
    """Raises Refused where the box that is to be placed has left a table and nobody has counted it since."""
    serial = serial_to_place(command)
    waiting = serial and Box.objects.filter(casino_id=casino_id, serial=serial, status="waiting").first()
    if waiting:
        raise Refused(
            f"box {serial} left {waiting.table} on {waiting.day} and is not counted yet: it is counted first"
        )
