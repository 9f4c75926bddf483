"""The rows of slips, stored with the record: each slip, and its steps with their authors and signatories."""

from collections.abc import Sequence

from settlement.models import Slip, SlipStep
from settlement.slips import events as e
from settlement.slips.evolve import AFTER
from settlement.slips.state import number_of
from tables.handling.outcome import acted_by, names_signed
from tables.play.events import Pieces
from tables.play.slips.questions import kind_and_place
from tables.stream.event import RecordedEvent
from tables.stream.projections import SynchronousProjection


class Slips(SynchronousProjection):
    name = "slips"
    version = 1
    types = e.TYPES
    models = (Slip, SlipStep)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for recorded in events:
            event = e.SLIP_EVENTS.read(recorded)
            if isinstance(event, e.SlipRequested):
                _first(event, recorded)
            else:
                _further(event, recorded)
            _step(event, recorded)


def _first(event: e.SlipRequested, recorded: RecordedEvent) -> None:
    Slip.objects.create(
        casino_id=recorded.casino_id,
        number=event.slip,
        kind=event.kind,
        place=kind_and_place(event.slip)[1],
        table=event.table,
        day=event.day,
        currency=event.currency,
        closing=event.closing,
        status="requested",
        version=recorded.version,
        requested=recorded.data["pieces"],
        pieces=recorded.data["pieces"],
        by_series=recorded.data["by_series"],
        total=event.total,
        requested_at=recorded.occurred_at,
        moved_at=recorded.occurred_at,
    )


def _further(event: e.AnySlipEvent, recorded: RecordedEvent) -> None:
    row = Slip.objects.get(casino_id=recorded.casino_id, number=event.slip)
    row.version = recorded.version
    if isinstance(event, e.SlipReprinted):
        row.reprints, row.reprinted_at = event.copy, recorded.occurred_at
    else:
        row.status, row.moved_at = AFTER[type(event)], recorded.occurred_at
        row.pieces, row.by_series = recorded.data["pieces"], recorded.data["by_series"]
        row.total = event.total
    if isinstance(event, e.SlipIssued | e.SlipCarried):
        row.carrier = event.carrier
    row.save()


def _step(event: e.AnySlipEvent, recorded: RecordedEvent) -> None:
    SlipStep.objects.create(
        casino_id=recorded.casino_id,
        number=number_of(recorded.stream_id),
        version=recorded.version,
        step=recorded.type.removeprefix("slip_"),
        at=recorded.occurred_at,
        by=acted_by(recorded),
        signed=names_signed(recorded),
        pieces=recorded.data["pieces"],
        words=str(getattr(event, "reason", "")),
    )


def pieces_of(written: dict[str, int]) -> Pieces:
    """Pieces out of a row, by value in minor units."""
    return {int(value): count for value, count in written.items()}
