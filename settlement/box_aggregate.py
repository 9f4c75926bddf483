"""Drop boxes under the command handler: placed and removed at the table, counted and accepted once they have left it.

At the table a box is the table's own business; this aggregate also prevents that a box with uncounted notes comes to a
table. A request about a box waits for the one before it, so that the box is counted once, however often a button is
pressed.
"""

from datetime import datetime

from settlement.box_rows import row_of
from settlement.boxes import commands as c
from settlement.boxes import events as e
from settlement.boxes.decide import decide
from settlement.boxes.evolve import evolve
from settlement.boxes.state import BoxName, BoxState, box_stream
from settlement.models import Box, GamingDay
from tables.handling import Actor, Aggregate, Happened, Outcome, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.not_elsewhere import serial_to_place
from tables.play import commands as t
from tables.play.state import State
from tables.refusal import Refused
from tables.stream import Appended, read_stream


class UnknownBox(Refused):
    """No such box has left a table of the casino."""


class BoxAggregate(Aggregate[c.AnyOnBox, BoxState, e.AnyBoxEvent]):
    codec = e.BOX_EVENTS

    def __init__(self, casino_id: int, box: BoxName) -> None:
        super().__init__(casino_id)
        self.box = box

    @property
    def stream_id(self) -> str:
        return box_stream(self.box)

    def load(self, command: c.AnyOnBox, now: datetime) -> BoxState:
        """Wait for the command before on this box, and load the box after it."""
        return self.as_stands(held=True)

    def as_stands(self, *, held: bool = False) -> BoxState:
        """Return the box: the table's record at its removal, and all later events. Raises UnknownBox."""
        rows = Box.objects.select_for_update() if held else Box.objects.all()
        row = rows.filter(**row_of(self.casino_id, self.box), removed_at__isnull=False).first()
        if row is None:
            raise UnknownBox("box-unknown", serial=self.box.serial, table=self.box.table, day=self.box.day)
        day = GamingDay.objects.get(casino_id=self.casino_id, table=self.box.table, day=self.box.day)
        as_it_left = BoxState(
            name=self.box,
            currency=day.currency,
            recorded=row.recorded,
            removed_by=frozenset(each["id"] for each in row.removed_by),
        )
        return self.evolved(read_stream(self.casino_id, self.stream_id), as_it_left)

    def current(self, earlier: Appended) -> BoxState:
        return self.as_stands()

    def overtaken(self, state: BoxState) -> Refused:
        return Refused("box-changed-meanwhile", serial=self.box.serial, status=state.status)

    def decide(self, state: BoxState, command: c.AnyOnBox, at: datetime) -> tuple[e.AnyBoxEvent]:
        return (decide(state, command),)

    def evolve(self, state: BoxState, happened: Happened[e.AnyBoxEvent]) -> BoxState:
        signed = happened.metadata.get("signed") or ()
        return evolve(state, happened.event, [each["person"]["id"] for each in signed])


def box_state(casino_id: int, name: BoxName) -> BoxState:
    """The box that left its table, evolved from its stream. Raises UnknownBox."""
    return BoxAggregate(casino_id, name).as_stands()


def handle_box_at_table(
    casino_id: int,
    table: str,
    command: t.PlaceBox | t.RemoveBox,
    *,
    by: Actor,
    now: datetime,
    idempotency_key: str | None = None,
) -> Outcome[State]:
    """Places a box at a table or removes it there, as the table's own commands do; one that is to be placed is empty.

    Raises Refused, and then has recorded nothing; IdempotencyConflict for a key that was used for another command.
    """
    return handle(
        TableAggregate(casino_id, table),
        command,
        by=by,
        now=now,
        idempotency_key=idempotency_key,
        check=lambda _: check_box_is_empty(casino_id, command),
    )


def check_box_is_empty(casino_id: int, command: t.Command) -> None:
    """Raises Refused where the box that is to be placed has left a table and nobody has counted it since."""
    serial = serial_to_place(command)
    waiting = serial and Box.objects.filter(casino_id=casino_id, serial=serial, status="waiting").first()
    if waiting:
        raise Refused("box-placed-uncounted", serial=serial, table=waiting.table, day=waiting.day)
