"""A table as it stood at an event of a day, read from the record, and what leads from there to other moments."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

import msgspec

from casino.floor.presenters.record import DayStrip, ListedEvent, listed, marked_strip
from tables.handling.streams import evolve_records
from tables.play.state import State
from tables.stream import RecordedEvent
from tables.stream.merkle.checkpoints import latest_checkpoint
from tables.stream.merkle.proofs import StoredEvent, find_event, prove_inclusion
from tables.stream.merkle.rfc6962 import ProofRefused, verify_inclusion


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How an event stands in the casino's record: its hash, and its place in the feed, under a signed checkpoint of
    that many events; None while it waits for one. `holds`: the path from it leads to the checkpoint's root."""

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

    `since`, `until` and `second` are seconds from 1970, of the day's first event, its last and this one: the slider.
    `earlier` and `later` are the events beside it, `coup_before` and `coup_after` the first events of the coups beside;
    each None where there is none.
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


def moment_of(
    records: Sequence[RecordedEvent], version: int, *, code: str, day: str, withheld: bool = False
) -> Moment:
    """The moment after the event of this version; `records` are the whole day's."""
    record = records[version - 1]
    coups = {
        each.data["coup"]: each.version for each in reversed(records) if each.data.get("coup") is not None
    }
    coup = _coup_at(records, version)
    of_coup = [each for each in records if each.data.get("coup") == coup] if coup else []
    shown = listed(records, [*of_coup, record], withheld=withheld)
    order = sorted(coups)
    before = {later: earlier for earlier, later in pairwise(order)}
    after = dict(pairwise(order))
    return Moment(
        code=code,
        day=day,
        version=version,
        last=records[-1].version,
        event=shown[-1],
        at=record.occurred_at,
        since=int(records[0].occurred_at.timestamp()),
        until=int(records[-1].occurred_at.timestamp()),
        second=int(record.occurred_at.timestamp()),
        strip=marked_strip(records, version),
        earlier=version - 1 if version > 1 else None,
        later=version + 1 if version < records[-1].version else None,
        coup=coup,
        coup_before=coups.get(before.get(coup, 0)),
        coup_after=coups.get(after.get(coup, 0)) if coup else coups.get(order[0]) if order else None,
        steps=tuple(Step(each, each.version == version) for each in shown[:-1]),
    )


def state_then(records: Sequence[RecordedEvent], version: int) -> State:
    """The table's state after the event of this version."""
    return evolve_records(records[:version])


def version_at(records: Sequence[RecordedEvent], at: datetime) -> int:
    """The last event that had happened by then; the first one before that."""
    return max((each.version for each in records if each.occurred_at <= at), default=1)


def second_of(text: str) -> datetime | None:
    """The time that the slider names, in whole seconds from 1970; None for anything else."""
    if not text.isdecimal() or len(text) > 11:
        return None
    return datetime.fromtimestamp(int(text) + 1, UTC)


def choices_by(records: Sequence[RecordedEvent], version: int, coup: int) -> dict[str, str]:
    """What was chosen by then about the stakes of a coup in prison, by bet."""
    chosen = (each.data for each in records[:version] if each.type == "prison_chosen")
    return {each["ref"]: each["choice"] for each in chosen if each["coup"] == coup}


def standing_of(casino_id: int, record: RecordedEvent) -> Standing:
    """How the event stands in the record by now, checked here against the newest checkpoint."""
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
    found = (each.data["coup"] for each in reversed(records[:version]) if each.data.get("coup") is not None)
    return next(found, 0)
