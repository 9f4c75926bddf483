"""The boxes of a simulated table's day, counted the next morning by two people who did not remove them.

A third person accepts the count. The counted notes are the recorded ones; now and then a note is missing, unless the
day is to be clean.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from settlement.boxes import commands as c
from settlement.boxes import events as b
from settlement.boxes.decide import decide
from settlement.boxes.evolve import evolve
from settlement.boxes.state import BoxName, BoxState, box_stream
from settlement.simulation.bank_side import CONTROLLER, DESK, INSPECTOR, Elsewhere
from tables.codec import encode
from tables.play import commands as t
from tables.play import events as e
from tables.play.pieces import worth_of
from tables.simulation.day_under_way import SimulatedEvent, Teller, signature
from tables.simulation.purses import in_notes

COUNTED_BY = (signature(DESK, "cash_desk"), signature(INSPECTOR, "games_inspector"))
ACCEPTED_BY = (signature(CONTROLLER, "public_controller"),)
ONE_COUNT = timedelta(minutes=6)
ACCEPTED_AFTER = timedelta(minutes=2)
MISSING = 0.1
"""Probability that a note is missing from a box, in a day that is not clean."""


class SoftCount:
    """The boxes of one table on one day, with the notes that went into each."""

    def __init__(self, table: str, day: str, currency: str, *, clean: bool) -> None:
        self._table, self._day, self._currency, self._clean = table, day, currency, clean
        self._notes: Counter[int] = Counter()
        self._handed_in: dict[int, e.Pieces] = {}
        self._boxes: list[tuple[BoxState, e.Pieces]] = []

    def follow(self, simulated: SimulatedEvent) -> None:
        """Puts the notes of an event into the box that is in its place, or takes the box away with them."""
        match event := simulated.dated.event:
            case e.CashTaken():
                self._notes.update(event.pieces)
            case e.ChangeRequested(handed="notes"):
                self._handed_in[event.number] = event.given
            case e.ChangeFinished():
                self._notes.update(self._handed_in.pop(event.number, {}))
            case e.BoxRemoved():
                self._removed(event, simulated.command)

    def counted(self, begins: datetime) -> Iterator[Elsewhere]:
        """Each box counted and accepted, one after the other from a moment (UTC) on."""
        for place, (box, notes) in enumerate(self._boxes):
            at = begins + place * ONE_COUNT
            found = self._found(box, notes)
            count = c.CountBox(pieces=found, empty=not found, signatures=COUNTED_BY)
            event = decide(box, count)
            yield _elsewhere(box, event, at, DESK, count)
            counted = evolve(box, event, [signed.person.id for signed in COUNTED_BY])
            accept = c.AcceptBox(signatures=ACCEPTED_BY)
            yield _elsewhere(counted, decide(counted, accept), at + ACCEPTED_AFTER, CONTROLLER, accept)

    def _removed(self, event: e.BoxRemoved, command: t.Command) -> None:
        signed = command.signatures if isinstance(command, t.Signed) else ()
        box = BoxState(
            name=BoxName(self._table, self._day, event.serial, event.use),
            currency=self._currency,
            recorded=event.recorded,
            removed_by=frozenset(each.person.id for each in signed),
        )
        # The notes that an earlier day left in it are unknown here.
        notes = self._notes if worth_of(self._notes) == event.recorded else in_notes(event.recorded)
        self._boxes.append((box, dict(notes)))
        self._notes.clear()

    def _found(self, box: BoxState, notes: e.Pieces) -> e.Pieces:
        found = Counter(notes)
        if found and not self._clean and Random(box_stream(box.name)).random() < MISSING:
            found[min(found)] -= 1
        return {value: count for value, count in sorted(found.items(), reverse=True) if count}


def _elsewhere(
    box: BoxState, event: b.AnyBoxEvent, at: datetime, by: Teller, command: c.AnyOnBox
) -> Elsewhere:
    type_, data = encode(event)
    return Elsewhere(
        stream=box_stream(box.name),
        version=box.version,
        type=type_,
        data=data,
        at=at,
        by=by,
        signatures=command.signatures,
    )
