"""Spins of a wheel from the permanence for the statistics, and people's choices among them.

scipy loads slowly, and few look: the statistics are loaded when their figures are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from django.db import connection
from django.db.models import Count, F, Max, Min
from django.utils import timezone

from tables.handling.aggregates.equipment import played_rulebooks
from tables.handling.aggregates.imported_spins import imported_spins
from tables.handling.models import GamingTable, PermanenceEntry, WheelWatch
from tables.handling.projections.equipment import wheel_named
from tables.handling.projections.wheel_watches import stretch_of
from tables.play.reader.observation import Rotation
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import from_zero

if TYPE_CHECKING:
    import numpy as np

    from tables.roulette.statistics.figures import WheelFigures
    from tables.roulette.statistics.hands import Hand
    from tables.roulette.statistics.pace import Pace, PhaseLength
    from tables.roulette.statistics.spins import Spins
    from tables.roulette.statistics.watching import Watched

USUAL_DAYS = 30
"""Gaming days of the statistics without a choice."""
MOST_DAYS = 800
"""Most gaming days: half a million spins or so."""
FELL_AT = 11
"""Place in a row of READ: when the number fell, in seconds."""
READ = (Path(__file__).parent / "sql" / "spins_of_a_wheel.sql").read_text()


Imported = Literal["without", "with", "only"]


class WheelName(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel by its serial; one that is not registered by its table."""

    wheel: str = ""
    table: str = ""


class KnownWheel(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel of which there are numbers: where its last one fell, and by which rulebook and numbering it is played."""

    name: WheelName
    tables: tuple[str, ...]
    spins: int
    first_day: str
    last_day: str
    numbering: str
    rulebook: Rulebook
    played_by: tuple[str, ...]
    """The versions of rulebooks, such as it-venezia@2, by which its numbering has this order of pockets."""

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(self.rulebook.wheels[self.numbering].order)


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Selection of a wheel's spins, with gaming days from `since` to `until`. The other fields select all if empty."""

    since: date
    until: date
    direction: Rotation | None = None
    ball: str = ""
    spinner: str = ""
    imported: Imported = "without"
    """Use of imported permanences' spins: not at all, too, or alone."""


class TablePace(msgspec.Struct, frozen=True, kw_only=True):
    """The pace at a table, against its target in coups an hour where it has one, and its phases. `percent` is by how
    much of the target it may fall short, `fast_percent` by how much it may exceed it; 0: by any."""

    table: str
    target: int | None
    percent: int
    fast_percent: int
    pace: Pace
    phases: tuple[PhaseLength, ...]


class WheelStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a wheel: the figures of the choice; the watch over all of its spins; and the possible choices."""

    figures: WheelFigures
    watched: Watched
    hands: tuple[Hand, ...]
    paces: tuple[TablePace, ...]
    balls: tuple[str, ...]
    spinners: tuple[str, ...]
    imported: int = 0
    """Number of imported permanences' spins among those of the figures."""


def known_wheels(casino_id: int) -> list[KnownWheel]:
    """Return every wheel of the casino that has brought a number, by serial. Two queries.

    Wheels without a serial follow.
    """
    lines = PermanenceEntry.objects.filter(casino_id=casino_id).exclude(numbering="")
    found: dict[WheelName, list[dict[str, Any]]] = {}
    of_each = lines.values("wheel", "table", "numbering", "rulebook", version=F("rulebook_version")).annotate(
        spins=Count("*"), first=Min("day"), last=Max("day")
    )
    for row in of_each.order_by("last", "version"):
        name = WheelName(wheel=row["wheel"], table="" if row["wheel"] else row["table"])
        found.setdefault(name, []).append(dict(row))
    wheels = [_known(name, rows) for name, rows in found.items()]
    return sorted(wheels, key=lambda each: (not each.name.wheel, each.name.wheel, each.name.table))


def known_wheel(casino_id: int, name: WheelName) -> KnownWheel | None:
    """Return the wheel of that name; None if it has brought no number."""
    return next((each for each in known_wheels(casino_id) if each.name == name), None)


def _known(name: WheelName, rows: list[dict[str, Any]]) -> KnownWheel:
    """Return the wheel of these rows, one row for each version of a rulebook.

    An older version may have another order of pockets under the same numbering. Its spins are left out.
    """
    newest = rows[-1]
    order = _order(newest)
    same = [row for row in rows if row["numbering"] == newest["numbering"] and _order(row) == order]
    return KnownWheel(
        name=name,
        tables=tuple(dict.fromkeys(row["table"] for row in reversed(same))),
        spins=sum(row["spins"] for row in same),
        first_day=min(row["first"] for row in same),
        last_day=newest["last"],
        numbering=newest["numbering"],
        rulebook=get_rulebook(newest["rulebook"], newest["version"]),
        played_by=tuple(dict.fromkeys(f"{row['rulebook']}@{row['version']}" for row in same)),
    )


def _order(row: Mapping[str, Any]) -> tuple[int, ...]:
    return from_zero(get_rulebook(row["rulebook"], row["version"]).wheels[row["numbering"]].order)


def watched_wheel(casino_id: int, wheel: KnownWheel) -> Watched:
    """Return the watch over a wheel: the present stretch of its spins, and the evidence from which on it is an alert
    at its last table. Two queries.
    """
    from tables.roulette.statistics.watching import ALARM_AT, new_stretch, watched

    row = WheelWatch.objects.filter(
        casino_id=casino_id, wheel=wheel.name.wheel, table=wheel.name.table, numbering=wheel.numbering
    ).first()
    tables = GamingTable.ever.filter(casino_id=casino_id, code=row.last_table if row else wheel.tables[0])
    alarm_at = tables.values_list("alert_evidence", flat=True).first()
    stretch = stretch_of(row) if row else new_stretch(wheel.order)
    return watched(stretch, round(ALARM_AT) if alarm_at is None else alarm_at)


def wheel_statistics(casino_id: int, wheel: KnownWheel, chosen: Chosen) -> WheelStatistics:
    """Return the statistics of the spins that are chosen. Four queries, and one for the imported spins.

    Of an imported spin the number and its moment are known: it counts in the figures of the pockets, and in no hand and
    no pace.
    """
    from tables.roulette.statistics.figures import wheel_figures
    from tables.roulette.statistics.hands import hands

    rows = _read(casino_id, wheel, chosen) if chosen.imported != "only" else []
    wanted = [row for row in rows if _is_wanted(row, chosen)]
    spins = _spins(wheel, wanted)
    imported = _imported_rows(casino_id, wheel, chosen)
    counted = _spins(wheel, sorted((*wanted, *imported), key=itemgetter(FELL_AT))) if imported else spins
    return WheelStatistics(
        figures=wheel_figures(counted, wheel.rulebook.reds),
        watched=watched_wheel(casino_id, wheel),
        hands=hands(_steps_by_spinner(spins, wanted), spins.pockets),
        paces=_paces(casino_id, wanted),
        balls=tuple(sorted({row[4] for row in rows if row[4]})),
        spinners=tuple(sorted({row[5] for row in rows if row[5]})),
        imported=len(imported),
    )


def _imported_rows(casino_id: int, wheel: KnownWheel, chosen: Chosen) -> list[tuple[Any, ...]]:
    """Return the imported spins of the days, as rows in which only the number and the moment are known."""
    unknown = chosen.direction or chosen.ball or chosen.spinner
    if chosen.imported == "without" or not wheel.name.wheel or unknown:
        return []
    zone = timezone.get_current_timezone()
    found = imported_spins(casino_id, wheel.name.wheel).spins
    return [
        (spin.number, *[None] * (FELL_AT - 1), spin.at.timestamp())
        for spin in found
        if chosen.since <= spin.at.astimezone(zone).date() <= chosen.until
    ]


def imported_wheel(casino_id: int, serial: str) -> KnownWheel | None:
    """Return a registered wheel that has brought no number, for its imported permanences; None without any, and for a
    wheel whose order of pockets no rulebook has.
    """
    registered, found = wheel_named(casino_id, serial), imported_spins(casino_id, serial)
    if not registered.version or not found.imports:
        return None
    order = from_zero(registered.pockets)
    fitting = (
        (rulebook, numbering)
        for rulebook in (*played_rulebooks(casino_id).values(), *rulebooks().values())
        for numbering, each in rulebook.wheels.items()
        if from_zero(each.order) == order
    )
    rulebook, numbering = next(fitting, (None, ""))
    if rulebook is None:
        return None
    zone = timezone.get_current_timezone()
    days = [spin.at.astimezone(zone).date().isoformat() for spin in found.spins]
    return KnownWheel(
        name=WheelName(wheel=serial),
        tables=(registered.table,),
        spins=0,
        first_day=min(days),
        last_day=max(days),
        numbering=numbering,
        rulebook=rulebook,
        played_by=(),
    )


def _read(casino_id: int, wheel: KnownWheel, chosen: Chosen) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            READ,
            {
                "casino_id": casino_id,
                "wheel": wheel.name.wheel,
                "table": wheel.name.table,
                "numbering": wheel.numbering,
                "played_by": list(wheel.played_by),
                "since": chosen.since.isoformat(),
                "until": chosen.until.isoformat(),
            },
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _is_wanted(row: tuple[Any, ...], chosen: Chosen) -> bool:
    return (
        chosen.direction in (None, row[3]) and chosen.ball in ("", row[4]) and chosen.spinner in ("", row[5])
    )


def _spins(wheel: KnownWheel, rows: list[tuple[Any, ...]]) -> Spins:
    """Return the spins from rows of number, number before, pocket at the launch and direction of the ball; numbers
    outside of the wheel are left out.
    """
    from tables.roulette.statistics.spins import UNKNOWN, spins_on

    on_wheel = set(wheel.order)

    def known(pocket: int | None) -> int:
        return pocket if pocket in on_wheel and pocket is not None else UNKNOWN

    return spins_on(
        wheel.order,
        [known(row[0]) for row in rows],
        [known(row[1]) for row in rows],
        [known(row[2]) for row in rows],
        [row[3] == "anticlockwise" for row in rows],
    )


def _steps_by_spinner(spins: Spins, rows: list[tuple[Any, ...]]) -> dict[str, np.ndarray]:
    import numpy as np

    on_wheel = set(spins.order)
    names = np.array([row[5] for row in rows if row[0] in on_wheel], dtype=object)
    return {
        name: spins.steps(spins.from_previous[names == name]) for name in sorted(set(names.tolist())) if name
    }


def _paces(casino_id: int, rows: list[tuple[Any, ...]]) -> tuple[TablePace, ...]:
    import numpy as np

    from tables.roulette.statistics.pace import pace, phase_lengths

    wanted = {
        code: (target, percent, fast)
        for code, target, percent, fast in GamingTable.ever.filter(casino_id=casino_id).values_list(
            "code", "pace_target", "alert_pace_percent", "alert_fast_percent"
        )
    }
    found = []
    for table in sorted({row[6] for row in rows}):
        of_table = [row for row in rows if row[6] == table]
        days = np.array([row[7] for row in of_table])
        moments = np.array([row[8:13] for row in of_table], dtype=float)
        between = np.diff(moments[:, 3])[days[1:] == days[:-1]]
        target, percent, fast = wanted.get(table, (None, 0, 0))
        found.append(
            TablePace(
                table=table,
                target=target,
                percent=percent,
                fast_percent=fast,
                pace=pace(between),
                phases=phase_lengths(moments),
            )
        )
    return tuple(found)
