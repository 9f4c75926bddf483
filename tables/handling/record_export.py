"""The record exported by gaming days, with the rulebooks by which their tables were played."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path

from django.db.models import Max, Min

from tables.handling.models import Board
from tables.handling.streams import TABLE_PREFIX, casino_day_stream
from tables.handling.witnesses import every_witness_key
from tables.roulette.loader import known_files
from tables.stream import feed_position, read_types
from tables.stream.exporting.export import (
    Exported,
    ExportRefused,
    Rulebooks,
    Stretch,
    export_record,
    last_signed,
    positions_of,
)

POSITION = re.compile(r"[0-9]{1,15}")

Tell = Callable[[str], None]


def export_days(
    casino_id: int,
    since: str,
    until: str,
    path: Path,
    *,
    prove: Iterable[int] = (),
    progress: Callable[[int], None] = lambda events: None,
    tell: Tell = lambda line: None,
) -> Exported:
    """Write the archive of a stretch of the record, between two gaming days (2031-05-17) or two positions (1200).

    An empty `since` means the beginning of the record, an empty `until` its last signed position. A stretch of days
    goes from the first event of these days at any table to the last one. The function reports each rulebook that the
    archive must leave out, in one line. Raises ExportRefused and ArchiveRefused; then there is no archive.
    """
    first, first_day = _bound(casino_id, since, "--from", 1)
    last, last_day = _bound(casino_id, until, "--to", None if until else last_signed(casino_id))
    return export_record(
        Stretch(casino_id, first, last),
        path,
        rulebooks=rulebooks_of(casino_id, tell),
        opened=TABLE_PREFIX,
        witnesses=every_witness_key(casino_id),
        prove=prove,
        progress=progress,
        first_day=first_day,
        last_day=last_day,
    )


def _bound(casino_id: int, written: str, option: str, otherwise: int | None) -> tuple[int, str | None]:
    """Return the position of an option's value, and its gaming day unless the value is a position. Raises
    ExportRefused.
    """
    if not written and otherwise is not None:
        return otherwise, None
    if POSITION.fullmatch(written):
        return int(written), None
    day = _day(written, option)
    streams = [casino_day_stream(day), *_tables(casino_id, day)]
    found = positions_of(casino_id, streams)
    if found.first is None or found.last is None or len(streams) == 1:
        raise ExportRefused(f"no table of casino {casino_id} was open on {day}: {_days_there_are(casino_id)}")
    if option == "--to" and found.waiting:
        raise ExportRefused(f"the last events of {day} are not sequenced yet: ask again in a moment")
    return (found.last if option == "--to" else found.first), day


def _day(written: str, option: str) -> str:
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise ExportRefused(
            f"{option} {written}: a gaming day is written 2031-05-17, a position in the feed as a number"
        ) from None


def _tables(casino_id: int, day: str) -> Iterator[str]:
    yield from Board.objects.filter(casino_id=casino_id, day=day).values_list("stream_id", flat=True)


def _days_there_are(casino_id: int) -> str:
    days = Board.objects.filter(casino_id=casino_id).aggregate(first=Min("day"), last=Max("day"))
    if days["first"] is None:
        return f"its record has {feed_position(casino_id)} events and no gaming day"
    return f"its gaming days are from {days['first']} to {days['last']}"


def rulebooks_of(casino_id: int, tell: Tell = lambda line: None) -> Rulebooks:
    """Return a function that finds the rulebooks for an archive of the casino's record: those of the days of its
    streams.

    The function reports each rulebook that the archive must leave out, in one line.
    """
    return lambda streams: _rulebooks(casino_id, streams, tell)


def _rulebooks(casino_id: int, streams: Sequence[str], tell: Tell) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of the rulebooks that the days of these streams were opened by.

    A file whose text was changed since is left out: the archive would hold another text than its openings name.
    """
    tables = [stream for stream in streams if stream.startswith(TABLE_PREFIX)]
    wanted: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for opened in read_types(casino_id, tables, ["table_opened"]):
        key = (opened.data["rulebook"], opened.data["rulebook_version"])
        wanted[key].add(opened.data.get("rulebook_sha256", ""))
    files = {(rulebook.id, rulebook.version): path for path, rulebook in known_files()}
    for (id_, version), named in sorted(wanted.items()):
        name, path = f"{id_}.v{version}.toml", files.get((id_, version))
        if path is None:
            tell(f"rulebooks/{name} is left out: no file holds this version. Restore the file and repeat.")
            continue
        content = path.read_bytes()
        if named - {"", sha256(content).hexdigest()}:
            tell(
                f"rulebooks/{name} is left out: the text of {path} was changed after tables were opened by it."
                " Restore the file and repeat."
            )
            continue
        yield name, content
