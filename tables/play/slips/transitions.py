"""Changes of slips by events of other packages."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.slips.questions import kind_and_place
from tables.play.slips.state import Moved, OpenSlip, Slips, counted


def counted_anew(slips: Slips, moment: e.Moment) -> Slips:
    """Return the slips after a count of the float, which includes every movement before it."""
    if moment == "opening":
        before = slips.moved_before_opening_count.together(slips.moved)
        return replace(slips, moved=Moved(), moved_before_opening_count=before)
    return replace(slips, moved_since_closing_count=Moved())


def slips_handed_on(event: e.TableOpened | e.TableClosed) -> Slips:
    """Return the slips that one day hands to the next: those open may still be received, handed over or voided, and
    those that left may still come back. They bring the float to no par any more.
    """
    slips = (*event.slips_open, *event.slips_left)
    highest: dict[e.SlipKind, int] = {}
    for each in slips:
        highest[each.kind] = max(kind_and_place(each.slip)[1], highest.get(each.kind, 0))
    return Slips(
        open=tuple(_carried(each) for each in event.slips_open),
        left=tuple(_carried(each) for each in event.slips_left),
        highest=tuple(sorted(highest.items())),
        carried=tuple(each.slip for each in slips),
        left_before=tuple(each.slip for each in event.slips_left),
    )


def _carried(slip: e.CarriedSlip) -> OpenSlip:
    return OpenSlip(
        slip=slip.slip,
        kind=slip.kind,
        pieces=counted(slip.pieces),
        total=slip.total,
        since=slip.since,
        by_series=tuple((name, counted(pieces)) for name, pieces in sorted(slip.by_series.items())),
    )
