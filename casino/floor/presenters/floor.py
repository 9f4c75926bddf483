"""The floor: the shown tiles of the casino's tables, their order and size, and the strip above them."""

import re
from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext

from casino.floor.forms.floor import ALL, ME, FloorFilter
from casino.floor.presenters.tile import Tile
from casino.kit.keys import KeyRow
from casino.kit.sentences.marks import gettext_noop as _
from tables.handling.deadlines.listing import OpenDeadline
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.state import RUNNING, State

TILES_IN_FULL = 12
"""More tables than this are shown as compact tiles, unless somebody chooses otherwise."""
DEADLINES_SHOWN = 5
"""Deadlines in the strip; the others are counted."""

FLOOR_KEYS = (
    KeyRow(("←", "→", "↑", "↓"), _("Move between tables")),
    KeyRow(("Home", "End"), _("First and last table")),
    KeyRow(("Enter",), _("Open the table")),
    KeyRow(("/",), _("Find a table")),
    KeyRow(("?",), _("Show these keys")),
)


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """A filter that is one touch: its words, how many tables it shows, whether it is chosen, and its address."""

    label: str
    query: str
    chosen: bool
    count: int | None = None


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """A text to be announced once; `id` changes with the words, so the page does not announce a text twice."""

    id: str
    words: str


PACE_MS = 100
PACE_OF_A_TILE_MS = 10
"""A hundred tables, where something happens five times a second, are fetched again every 0.7 s."""


class FloorPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """The floor's page; `query` belongs to its address, `more_deadlines` counts deadlines outside the strip."""

    tiles: tuple[Tile, ...]
    compact: bool
    of: int
    """Number of the casino's tables."""
    query: str
    is_narrowed: bool
    needs: Chip
    pits: tuple[Chip, ...]
    sizes: tuple[Chip, ...]
    deadlines: tuple[OpenDeadline, ...]
    more_deadlines: int
    deadlines_query: str
    all_deadlines: bool
    alarms: tuple[Alarm, ...]
    keys: tuple[KeyRow, ...] = FLOOR_KEYS

    @property
    def pace_ms(self) -> int:
        """Least wait in milliseconds before the page fetches itself again.

        A page with more tables costs more and changes more often, so it waits longer. The page of one table does not
        use this wait, since a fallen number must appear there at once.
        """
        return PACE_MS + PACE_OF_A_TILE_MS * len(self.tiles)


def floor_presenter(
    tiles: Sequence[Tile],
    snapshots: Sequence[TableSnapshot],
    chosen: FloorFilter,
    deadlines: Sequence[OpenDeadline],
) -> FloorPresenter:
    """The floor of these tiles, each with the snapshot that it was made of, and the casino's open deadlines."""
    choices = chosen.chosen
    shown = [
        each
        for each, snapshot in zip(tiles, snapshots, strict=True)
        if _is_chosen(each, snapshot.state, choices)
    ]
    pit = choices.get("pit")
    of_pit = {each.code for each in tiles if pit in (None, each.pit)}
    deadlines = [each for each in deadlines if each.table in of_pit]
    all_deadlines = "deadlines" in choices
    first = tuple(deadlines if all_deadlines else deadlines[:DEADLINES_SHOWN])
    compact = choices.get("size", "compact" if len(shown) > TILES_IN_FULL else "full") == "compact"
    return FloorPresenter(
        tiles=tuple(sorted(shown, key=ORDER[choices.get("order", "urgency")])),
        compact=compact,
        of=len(tiles),
        query=chosen.query(),
        is_narrowed=chosen.is_narrowed,
        needs=_needs(tiles, chosen),
        pits=_pits(pits_of(snapshots), chosen),
        sizes=_sizes(chosen, compact=compact),
        deadlines=first,
        more_deadlines=len(deadlines) - len(first),
        deadlines_query=chosen.query(deadlines="" if all_deadlines else ALL),
        all_deadlines=all_deadlines,
        alarms=tuple(alarm for each in tiles for alarm in _alarms(each)),
    )


def pits_of(snapshots: Sequence[TableSnapshot]) -> list[str]:
    return sorted({each.table.pit for each in snapshots if each.table.pit})


def _is_chosen(tile: Tile, state: State | None, choices: dict[str, str]) -> bool:
    find = choices.get("find", "").casefold()
    words = (tile.code.casefold(), *tile.name.casefold().split())
    return (
        choices.get("pit") in (None, tile.pit)
        and choices.get("rulebook") in (None, tile.rulebook)
        and (choices.get("needs") != ME or tile.needs_somebody)
        and choices.get("state") in (None, *_states(state))
        and any(word.startswith(find) for word in words)
    )


def _states(state: State | None) -> tuple[str, ...]:
    """Return the names of a table's states in the address."""
    if state is None or state.phase == "closed":
        return ("closed",)
    if state.direction.suspension is not None:
        return ("open", "suspended")
    if state.phase in RUNNING and state.phase != "betting":
        return ("open", "running")
    return ("open", state.phase)


def urgency(tile: Tile) -> int:
    """Return the rank of a tile in the pit boss's order of attention; 0 comes first."""
    if tile.closed_because:
        return 4 if tile.needs_somebody else 6
    if tile.is_new:
        return 0
    if not tile.needs_somebody:
        return 5 if not tile.tone else 3
    return 1 if tile.tone == "broken" else 2


def _by_code(tile: Tile) -> tuple[tuple[int, int | str], ...]:
    """`RF2` before `RF10`: letters and numbers by themselves."""
    parts = re.findall(r"\d+|\D+", tile.code)
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts)


ORDER = {
    "urgency": lambda tile: (urgency(tile), _by_code(tile)),
    "pit": lambda tile: (not tile.pit, tile.pit, _by_code(tile)),
    "code": _by_code,
}


def _needs(tiles: Sequence[Tile], chosen: FloorFilter) -> Chip:
    """The tables that need a person of the pit; a second touch takes it back."""
    is_chosen = "needs" in chosen.chosen
    return Chip(
        label=gettext("Needs me"),
        query=chosen.query(needs="" if is_chosen else ME),
        chosen=is_chosen,
        count=sum(tile.needs_somebody for tile in tiles),
    )


def _pits(pits: Sequence[str], chosen: FloorFilter) -> tuple[Chip, ...]:
    """Return all pits, and each by itself; empty if the casino does not have two."""
    if len(pits) < 2:
        return ()
    now = chosen.chosen.get("pit", "")
    return tuple(
        Chip(label=pit or gettext("All pits"), query=chosen.query(pit=pit), chosen=pit == now)
        for pit in ("", *pits)
    )


def _sizes(chosen: FloorFilter, *, compact: bool) -> tuple[Chip, ...]:
    return (
        Chip(label=gettext("Compact"), query=chosen.query(size="compact"), chosen=compact),
        Chip(label=gettext("Large"), query=chosen.query(size="full"), chosen=not compact),
    )


def _alarms(tile: Tile) -> list[Alarm]:
    """Return the texts that a screen reader announces for a table, without fallen numbers and normal states."""
    found = [
        Alarm(id=f"{tile.code}-{notice.day}{notice.name}", words=f"{tile.code}: {notice.detail}")
        for notice in (*tile.notices, *tile.alerts)
        if notice.is_new
    ]
    if tile.waits:
        found.append(Alarm(id=f"{tile.code}-{tile.coup}-waits", words=f"{tile.code}: {tile.subline}"))
    return found
