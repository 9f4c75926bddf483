"""A drop box evolved from its own stream."""

from collections.abc import Collection

from msgspec.structs import replace

from settlement.boxes import events as e
from settlement.boxes.state import BoxState


def evolve(box: BoxState, event: e.AnyBoxEvent, signed_by: Collection[str]) -> BoxState:
    """The box after this event, the next one of its stream, that these people signed, by identifier."""
    after = replace(box, version=box.version + 1, pieces=event.pieces, total=event.total)
    if isinstance(event, e.BoxAccepted):
        return replace(after, status="accepted")
    return replace(after, status="counted", counts=box.counts + 1, counted_by=frozenset(signed_by))
