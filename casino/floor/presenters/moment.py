"""A table after an event of a day, read from the record, with links to other moments."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Lock

import msgspec
from django.utils.timezone import get_current_timezone_name

from casino.floor.presenters.read_day import ListedEvent, ReadDay, Wanted, coup_of
from casino.floor.presenters.record import DayStrip, marked_strip
from casino.languages.language import current_language
from tables.stream import RecordedEvent
from tables.stream.merkle.checkpoints import latest_checkpoint
from tables.stream.merkle.proofs import StoredEvent, find_event, prove_inclusion
from tables.stream.merkle.rfc6962 import ProofRefused, verify_inclusion


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """An event's place in the casino's record: its hash, and its position in the feed, under a signed checkpoint of
    that many events; None while it waits for one. `holds`: the path from it ends in the checkpoint's root.
    """

    hash: str
    position: int | None = None
    checkpoint: int | None = None
    signed_at: datetime | None = None
    holds: bool = False


class Step(msgspec.Struct, frozen=True):
    """One event of the coup that is replayed; `here` is the one that the table is shown at."""

    event: ListedEvent
    here: bool


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """The moment after an event of a table's day.

    `since`, `until` and `second` are the slider's values, in seconds since 1970: the day's first event, its last event,
    and this event. `earlier` and `later` are the neighbouring events; `coup_before` and `coup_after` are the first
    events of the neighbouring coups. Each is None if there is no such event. A filter limits all of them to the found
    events. `found` counts these, and `place` is the place of this event among them, or None.
    """

    code: str
    day: str
    version: int
    last: int
    event: ListedEvent
    at: datetime
    since: int
    until: int
    second: int
    strip: DayStrip
    earlier: int | None
    later: int | None
    coup: int
    coup_before: int | None
    coup_after: int | None
    steps: tuple[Step, ...]
    found: int | None = None
    place: int | None = None


def moment_of(
    read: ReadDay, version: int, *, code: str, day: str, chosen: Sequence[int] | None = None
) -> Moment:
    """The moment after the event of this version. `chosen` are the places in the day of the events that somebody looks
    for, in their order; None for all."""
    records, here = read.records, version - 1
    record = records[here]
    steps = range(len(records)) if chosen is None else chosen
    coup = _coup_at(records, version)
    of_coup = [place for place, each in enumerate(records) if coup_of(each) == coup] if coup else []
    *shown, event = read.listed([*of_coup, here])
    coups = {
        found: records[place].version
        for place in reversed(steps)
        if (found := coup_of(records[place])) is not None
    }
    order = sorted(coups)
    return Moment(
        code=code,
        day=day,
        version=version,
        last=records[-1].version,
        event=event,
        at=record.occurred_at,
        since=int(records[0].occurred_at.timestamp()),
        until=int(records[-1].occurred_at.timestamp()),
        second=int(record.occurred_at.timestamp()),
        strip=marked_strip(records, version, None if chosen is None else [records[each] for each in chosen]),
        earlier=_version(records, steps, bisect_left(steps, here) - 1),
        later=_version(records, steps, bisect_right(steps, here)),
        coup=coup,
        coup_before=coups.get(_beside(order, bisect_left(order, coup) - 1)),
        coup_after=coups.get(_beside(order, bisect_right(order, coup))),
        steps=tuple(Step(each, each.version == version) for each in shown),
        found=None if chosen is None else len(chosen),
        place=None if chosen is None or here not in chosen else bisect_left(chosen, here) + 1,
    )


def _beside(order: Sequence[int], at: int) -> int:
    """Return the entry at this place, 0 for none."""
    return order[at] if 0 <= at < len(order) else 0


def _version(records: Sequence[RecordedEvent], steps: Sequence[int], at: int) -> int | None:
    return records[steps[at]].version if 0 <= at < len(steps) else None


def version_at(records: Sequence[RecordedEvent], chosen: Sequence[int] | None, at: datetime | None) -> int:
    """Return the version of the last chosen event up to `at`, or of the first one if all are later.

    None for `at` means the last event of all. Without a choice the events are those of the whole day.
    """
    some = [records[place] for place in chosen] if chosen else records
    if at is None:
        return some[-1].version
    return max((each.version for each in some if each.occurred_at <= at), default=some[0].version)


def chosen_places(read: ReadDay, wanted: Wanted) -> Sequence[int] | None:
    """Return the places of the wanted events, in their order; None if all events are wanted.

    The process keeps the result for the next steps, because a search in words writes a sentence for every event of the
    day. The key contains the hash of the day's last event, so a kept result never belongs to another day.
    """
    if not wanted.is_narrow:
        return None
    key = (read.records[-1].hash, wanted, read.withheld, current_language(), get_current_timezone_name())
    with _keeping:
        found = _kept.pop(key, None)
    if found is None:
        found = read.found(wanted)
    with _keeping:
        _kept[key] = found
        if len(_kept) > MOST_KEPT:
            del _kept[next(iter(_kept))]
    return found


MOST_KEPT = 50
"""Searches that a process keeps; the one that was used longest ago makes room."""
_kept: dict[tuple[object, ...], Sequence[int]] = {}
_keeping = Lock()


def second_of(text: str) -> datetime | None:
    """The time that the slider names, in whole seconds from 1970; None for anything else."""
    if not text.isdecimal() or len(text) > 11:
        return None
    return datetime.fromtimestamp(int(text) + 1, UTC)


def choices_by(records: Sequence[RecordedEvent], version: int, coup: int) -> dict[str, str]:
    """Return the choices about the coup's stakes in prison up to this version, by bet."""
    chosen = (each.data for each in records[:version] if each.type == "prison_chosen")
    return {each["ref"]: each["choice"] for each in chosen if each["coup"] == coup}


def standing_of(casino_id: int, record: RecordedEvent) -> Standing:
    """Return the event's place in the record now, checked against the newest checkpoint."""
    event = find_event(casino_id, record.event_id)
    checkpoint = latest_checkpoint(casino_id)
    position = event.position if event else None
    if event is None or position is None or checkpoint is None or position > checkpoint.size:
        return Standing(hash=record.hash.hex(), position=position)
    path = prove_inclusion(checkpoint, position)
    return Standing(
        hash=record.hash.hex(),
        position=position,
        checkpoint=checkpoint.size,
        signed_at=checkpoint.signed_at,
        holds=event.hash == record.hash
        and _leads_to(event, position, checkpoint.size, path, checkpoint.root),
    )


def _leads_to(event: StoredEvent, position: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    try:
        verify_inclusion(event.leaf_hash, position - 1, size, path, root)
    except ProofRefused:
        return False
    return True


def _coup_at(records: Sequence[RecordedEvent], version: int) -> int:
    """The coup that the event is of, else the last one that was named before it; 0 before the day's first."""
    found = (coup_of(each) for each in reversed(records[:version]))
    return next((coup for coup in found if coup is not None), 0)
