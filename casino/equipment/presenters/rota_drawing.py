"""The rota drawn: a row for each person or each seat, the hours across, a block for each entry; in CSS pixels."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import count

import msgspec
from django.utils.translation import gettext

from casino.kit.dates import clock_time
from casino.kit.sentences.words import seat_label
from tables.registers.rota.clock import HOUR
from tables.registers.rota.plan import Entry, Rota, RotaRules
from tables.registers.rota.warnings import RotaWarning

HOUR_WIDTH = 200
"""Width at which a turn of 25 minutes has room for its times: the shortest time at the ball of a rulebook is half an
hour."""
GUTTER = 168
HEAD = 30
ROW = 74
LOOKS = 8
"""Number of colours for tables; the ninth table has the colour of the first."""


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """An entry on the drawing. `above` and `below` are two of its lines, `times` the third, `words` all of it; `mark`
    is empty, `due`, or `broken` where it would break a clause. `begins` is in UTC as scripts read it."""

    entry: str
    x: int
    y: int
    width: int
    look: str
    above: str
    below: str
    times: str
    begins: str
    minutes: int
    words: str
    mark: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An hour's label, and where its line is."""

    label: str
    at: int


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row's label, where its line is, and its entries by their begin. `key` is the person's id or the seat."""

    label: str
    at: int
    key: str
    blocks: tuple[Block, ...]


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The timeline; `now` is where the moment is, None where it is not on it."""

    width: int
    height: int
    rows: tuple[Row, ...]
    hours: tuple[Line, ...]
    now: int | None
    row_height: int = ROW
    hour_width: int = HOUR_WIDTH


def drawing(
    rota: Rota, rules: RotaRules, warned: Sequence[RotaWarning], now: datetime, *, by_table: bool
) -> Drawing | None:
    """The rota as a timeline, a row for each person or `by_table` for each seat; None where nothing is planned."""
    drawn = [each for each in rota.entries if not (by_table and each.rests)]
    if not drawn:
        return None
    first = _hour(min(each.begins for each in drawn), rules)
    last = max(each.ends for each in drawn)
    hours = [first]
    while hours[-1] < last:
        hours.append(hours[-1] + HOUR)
    labels = _rows(drawn, rules, by_table=by_table)
    marks = _marks(warned)
    return Drawing(
        width=_x(hours[-1], first) + 48,
        height=HEAD + ROW * len(labels) + 4,
        rows=tuple(
            Row(
                label=label,
                at=at,
                key="/".join(key),
                blocks=tuple(
                    _block(each, first, at, rules, marks, by_table=by_table)
                    for each in drawn
                    if _key(each, by_table=by_table) == key
                ),
            )
            for at, (key, label) in zip(count(HEAD, ROW), labels.items(), strict=False)
        ),
        hours=tuple(Line(label=clock_time(hour, rules.zone), at=_x(hour, first)) for hour in hours),
        now=_x(now, first) if first <= now <= hours[-1] else None,
    )


def _hour(moment: datetime, rules: RotaRules) -> datetime:
    """The full hour of the house's clock before a moment."""
    return moment.astimezone(rules.zone).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def _x(moment: datetime, first: datetime) -> int:
    return GUTTER + round((moment - first) / HOUR * HOUR_WIDTH)


def _key(entry: Entry, *, by_table: bool) -> tuple[str, ...]:
    return (entry.table, str(entry.layout), entry.position) if by_table else (entry.person.id,)


def _rows(entries: Sequence[Entry], rules: RotaRules, *, by_table: bool) -> dict[tuple[str, ...], str]:
    """The rows in their order: people by name, seats by table and as the rulebook has them. A seat without which a
    table does not open has a row also while nobody is planned there."""
    if not by_table:
        names = {(each.person.id,): each.person.name for each in entries}
        return dict(sorted(names.items(), key=lambda row: natural(row[1])))
    planned = {_key(each, by_table=True) for each in entries}
    seats: dict[tuple[str, ...], str] = {}
    for code, table in rules.tables.items():
        of_table = {
            (code, str(layout), position): f"{code} {seat_label(**table.seat(layout, position))}"
            for layout in range(1, table.layouts + 1)
            for position in table.rulebook.staff.positions
        }
        at_it = {key for key in planned if key[0] == code}
        needed = {(code, str(layout), position) for layout, position in table.seats} if at_it else set()
        seats |= {key: label for key, label in of_table.items() if key in at_it | needed}
    return seats | {key: f"{key[0]} {key[2]}" for key in sorted(planned - seats.keys())}


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """The order of names in which Croupier 2 comes before Croupier 10."""
    return tuple(
        (0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part) for part in name.split()
    )


def _marks(warned: Sequence[RotaWarning]) -> dict[str, str]:
    marks: dict[str, str] = {}
    for warning in warned:
        for entry in warning.entries:
            marks[entry] = "broken" if warning.clause or marks.get(entry) == "broken" else "due"
    return marks


def _block(
    entry: Entry, first: datetime, y: int, rules: RotaRules, marks: Mapping[str, str], *, by_table: bool
) -> Block:
    ball = "● " if entry.spins else ""
    if by_table:
        above, below = entry.person.name, ball + gettext("at the ball") if entry.spins else ""
    else:
        above, below = ball + (entry.table or gettext("Break")), seat_words(entry, rules)
    return Block(
        entry=entry.entry,
        x=_x(entry.begins, first),
        y=y + 4,
        width=max(_x(entry.ends, first) - _x(entry.begins, first) - 2, 4),
        look=look_of(entry.table, rules),
        above=above,
        below=below,
        times=f"{clock_time(entry.begins, rules.zone)}–{clock_time(entry.ends, rules.zone)}",
        begins=f"{entry.begins.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        minutes=round((entry.ends - entry.begins).total_seconds() / 60),
        words=entry_words(entry, rules),
        mark=marks.get(entry.entry, ""),
    )


def look_of(table: str, rules: RotaRules) -> str:
    """The colour of a table, by its place among the house's; a break has one of its own."""
    codes = list(rules.tables)
    return f"of-{codes.index(table) % LOOKS + 1}" if table in codes else "rests"


def seat_words(entry: Entry, rules: RotaRules) -> str:
    """The seat of an entry as people call it; empty for a break."""
    table = rules.tables.get(entry.table)
    return seat_label(**table.seat(entry.layout, entry.position)) if table else entry.position


def entry_words(entry: Entry, rules: RotaRules) -> str:
    place = f"{entry.table} {seat_words(entry, rules)}" if entry.table else gettext("on a break")
    line = gettext("{name}, {place}, at the ball, {begins} to {ends}")
    return (line if entry.spins else gettext("{name}, {place}, {begins} to {ends}")).format(
        name=entry.person.name,
        place=place,
        begins=clock_time(entry.begins, rules.zone),
        ends=clock_time(entry.ends, rules.zone),
    )
