"""Turnover and result of tables' gaming days so far, for a screen that shows all of them at once.

The ledger has the same figures with their grounds, and takes a second for a casino. This module sums the sheets of
moved tables in one query. A day's sheets follow from its stream alone. So the result of a table changes
with its next event only, and this process keeps it until then.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from settlement.blind_count import BLIND, Sight, blind_days
from settlement.figures.figures import HIDDEN, Figure, absent, counted, estimated
from settlement.kept_days import MADE_BY
from tables.handling.projections.table_snapshots import TableSnapshot

DAYS_SO_FAR, WINS_KEPT = (
    (Path(__file__).parent / "sql" / f"{name}.sql").read_text() for name in ("days_so_far", "wins_kept")
)
MOST = 500
"""Tables whose figures are kept; the one that was kept longest makes room."""


class SoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day so far, in minor units.

    `turnover` is the sum of stakes in coups with a number. `result` is the result from bets, an estimate of the table's
    win.
    """

    turnover: Figure
    result: Figure


class _Kept(NamedTuple):
    hash: bytes
    so_far: SoFar


NO_BETS = SoFar(turnover=absent("bets"), result=absent("bets"))
NOTHING = SoFar(turnover=counted(0), result=estimated(0, "bets"))

read_figure = msgspec.json.Decoder(Figure).decode

_kept: dict[tuple[int, str], _Kept] = {}
_making_room = Lock()


def days_so_far(
    casino_id: int, snapshots: Sequence[TableSnapshot], sight: Sight = BLIND
) -> Mapping[str, SoFar]:
    """The newest gaming day of each of these tables, by code; a table that was never opened has none.

    The result is hidden where it reveals an uncounted drop to this reader. One query for that, and one where a table
    has moved since it was asked last.
    """
    found = _all_so_far(casino_id, snapshots)
    states = [each.state for each in snapshots if each.state is not None]
    if not states:
        return found
    days = {each.table: each.day for each in states}
    blind = blind_days(casino_id, sight, min(days.values()), max(days.values()), newest=states)
    return {
        table: msgspec.structs.replace(of, result=HIDDEN) if (table, days[table]) in blind else of
        for table, of in found.items()
    }


def _all_so_far(casino_id: int, snapshots: Iterable[TableSnapshot]) -> Mapping[str, SoFar]:
    found: dict[str, SoFar] = {}
    moved: list[TableSnapshot] = []
    for each in snapshots:
        kept = _kept.get((casino_id, each.table.code))
        if kept is not None and each.hash and kept.hash == each.hash:
            found[each.table.code] = kept.so_far
        elif each.state is not None:
            moved.append(each)
    return found | _read(casino_id, moved) if moved else found


def wins_counted(casino_id: int, snapshots: Iterable[TableSnapshot]) -> Mapping[str, Figure]:
    """Return the wins of closed tables with counted float and boxes, if the ledger's kept figures still hold.

    Runs one query; none if no table is closed.
    """
    days = {
        each.table.code: each.state.day for each in snapshots if each.state and each.state.phase == "closed"
    }
    if not days:
        return {}
    with connection.cursor() as cursor:
        of_days: dict[str, Any] = {"casino_id": casino_id, "tables": list(days), "days": list(days.values())}
        cursor.execute(WINS_KEPT, {**of_days, "made_by": MADE_BY})
        wins = {table: read_figure(win) for table, win in cursor.fetchall()}
    return {table: win for table, win in wins.items() if win.label == "counted"}


def _read(casino_id: int, moved: list[TableSnapshot]) -> dict[str, SoFar]:
    days = {each.table.code: each.state.day for each in moved if each.state is not None}
    with connection.cursor() as cursor:
        cursor.execute(
            DAYS_SO_FAR, {"casino_id": casino_id, "tables": list(days), "days": list(days.values())}
        )
        rows = cursor.fetchall()
    found = dict.fromkeys(days, NOTHING)
    found |= {table: _so_far(*sums) for table, *sums in rows}
    with _making_room:
        for each in moved:
            if each.hash:
                _kept.pop((casino_id, each.table.code), None)
                _kept[casino_id, each.table.code] = _Kept(each.hash, found[each.table.code])
        while len(_kept) > MOST:
            del _kept[next(iter(_kept))]
    return found


def _so_far(coups: int, staked: int, turnover: int, brought: int) -> SoFar:
    """Return the figures. Coups without any bet mean that bets are not recorded there, so the figures are unknown."""
    if coups and not staked:
        return NO_BETS
    return SoFar(turnover=counted(turnover), result=estimated(brought, "bets"))
