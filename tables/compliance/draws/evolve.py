"""Changes of a gaming day's draw, event by event."""

from msgspec.structs import replace

from tables.compliance.draws.events import AnyDrawEvent, DrawCommitted, DrawRevealed, TableAskedFor
from tables.compliance.draws.state import Draw


def evolve(draw: Draw, event: AnyDrawEvent) -> Draw:
    """Return the draw after the event."""
    draw = replace(draw, version=draw.version + 1)
    match event:
        case DrawCommitted():
            return replace(draw, committed=event)
        case DrawRevealed():
            return replace(draw, revealed=event)
        case TableAskedFor():
            return replace(draw, asked=(*draw.asked, event.table))
