"""The stretch of each wheel's spins that is watched, carried along by the lines of the permanence."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tables.handling.models import WheelWatch
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import from_zero

if TYPE_CHECKING:
    from tables.roulette.statistics.watching import Stretch

WATCHED = (
    "casino_id",
    "table",
    "day",
    "wheel",
    "numbering",
    "rulebook",
    "rulebook_version",
    "number",
    "previous",
    "ball_direction",
    "disputed",
    "fell_at",
)
"""Values of a line that the watch uses."""
Line = Mapping[str, Any]
_Wheel = tuple[int, str, str, str]


class WheelWatches:
    """The watches of one batch: read when a line is about their wheel, and kept at the end.

    scipy loads slowly, so the statistics are loaded with the first number.
    """

    def __init__(self) -> None:
        self._rows: dict[_Wheel, WheelWatch] = {}
        self._stretches: dict[_Wheel, Stretch] = {}

    def count(self, line: Line) -> None:
        """Another number of a wheel. A disputed one is counted once it is decided."""
        from tables.roulette.statistics.spins import UNKNOWN
        from tables.roulette.statistics.watching import counted, new_stretch, on_order

        where = _where(line)
        if where is None or where[0] == UNKNOWN:
            return
        key = _wheel(line)
        row = self._row(key)
        if row is None:
            row = self._rows[key] = WheelWatch(
                casino_id=line["casino_id"],
                wheel=line["wheel"],
                table="" if line["wheel"] else line["table"],
                numbering=line["numbering"],
                began_at=line["fell_at"],
            )
            self._stretches[key] = new_stretch(_order(line))
        before = self._stretches[key]
        self._stretches[key] = now = counted(on_order(before, _order(line)), *where)
        if now.number != before.number:
            row.began_at = line["fell_at"]
        row.last_at, row.last_table, row.last_day = line["fell_at"], line["table"], line["day"]

    def correct(self, before: Line, after: Line) -> None:
        """Correct a line of the current stretch; a line of an older stretch changes nothing."""
        from tables.roulette.statistics.watching import corrected

        was, stands = _where(before), _where(after)
        if was == stands or was is None or stands is None:
            return
        key = _wheel(before)
        row = self._row(key)
        if row is None:
            self.count(after)
        elif before["fell_at"] >= row.began_at:
            self._stretches[key] = corrected(self._stretches[key], was, stands)

    def keep(self) -> None:
        """Write all changes."""
        for key, row in self._rows.items():
            row.stretch = msgspec.to_builtins(self._stretches[key])
        WheelWatch.objects.bulk_create(
            self._rows.values(),
            update_conflicts=True,
            unique_fields=("casino_id", "wheel", "table", "numbering"),
            update_fields=("stretch", "began_at", "last_at", "last_table", "last_day"),
        )

    def _row(self, key: _Wheel) -> WheelWatch | None:
        if key not in self._rows:
            casino_id, wheel, table, numbering = key
            row = WheelWatch.objects.filter(
                casino_id=casino_id, wheel=wheel, table=table, numbering=numbering
            ).first()
            if row is None:
                return None
            self._rows[key], self._stretches[key] = row, stretch_of(row)
        return self._rows[key]


def stretch_of(row: WheelWatch) -> "Stretch":
    from tables.roulette.statistics.watching import Stretch

    return msgspec.convert(row.stretch, Stretch)


def _wheel(line: Line) -> _Wheel:
    wheel = line["wheel"]
    return line["casino_id"], wheel, "" if wheel else line["table"], line["numbering"]


def _where(line: Line) -> tuple[int, int] | None:
    """Place around the wheel and distance from the number before, UNKNOWN of a disputed one; None of a line whose wheel
    nobody knows."""
    from tables.roulette.statistics.spins import UNKNOWN, place_and_step

    if not line["numbering"]:
        return None
    if line["disputed"]:
        return UNKNOWN, UNKNOWN
    anticlockwise = line["ball_direction"] == "anticlockwise"
    return place_and_step(_order(line), line["number"], line["previous"], anticlockwise=anticlockwise)


def _order(line: Line) -> tuple[int, ...]:
    rulebook = get_rulebook(line["rulebook"], line["rulebook_version"])
    return from_zero(rulebook.wheels[line["numbering"]].order)
