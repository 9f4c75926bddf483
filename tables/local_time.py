"""Times by the casino's clock: entered on the wall's time, kept in UTC, and shown with their offset where it matters.

On the night when the clocks go back an hour occurs twice: a person who enters a time of it chooses one of two offsets.
On the night when they go forward an hour does not occur, and a time of it is refused.
"""

from datetime import UTC, datetime, timedelta, tzinfo

from tables.refusal import Refused


def moment_of(local: datetime, zone: tzinfo, offset: str = "") -> datetime:
    """Return the moment (UTC) of a time on the clock of a zone; `local` has no zone.

    `offset` (`+02:00`) chooses between two equal times, and has no effect on other times. Raises Refused for a time
    that does not occur, and for one that occurs twice without such a choice.
    """
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0) != local.replace(fold=0):
        raise Refused("time-skipped", entered=_written(local))
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC)
    for each in (first, second):
        if offset == offset_of(each):
            return each.astimezone(UTC)
    raise Refused(
        "time-occurs-twice", entered=_written(local), first=offset_of(first), second=offset_of(second)
    )


def offsets_of(local: datetime, zone: tzinfo) -> tuple[str, ...]:
    """Return both offsets of a time (without a zone) that occurs twice, the earlier moment first; empty otherwise."""
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return (offset_of(first), offset_of(second)) if occurs_twice(first) else ()


def occurs_twice(at: datetime) -> bool:
    """Return True if the clock of the moment's own zone shows its time twice."""
    first, second = (at.replace(fold=fold).utcoffset() for fold in (0, 1))
    # The offset grows instead when the clocks go forward.
    return first is not None and second is not None and first > second


def offset_of(at: datetime) -> str:
    """Return the offset of a moment's own zone from UTC: `+02:00`, `-03:30`."""
    offset = at.utcoffset() or timedelta()
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"{'-' if offset < timedelta() else '+'}{hours:02}:{minutes:02}"


def with_offset(shown: str, at: datetime) -> str:
    """Return a shown time, with the offset if the clock shows this time twice: `02:30 +01:00`."""
    return f"{shown} {offset_of(at)}" if occurs_twice(at) else shown


def _written(local: datetime) -> str:
    return f"{local:%Y-%m-%d %H:%M}"
