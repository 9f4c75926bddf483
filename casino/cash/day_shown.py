"""The house's gaming day as its pages show it: what is left over of it, how it was closed, and what came after."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.urls import reverse
from django.utils.text import capfirst

from casino.cash.blind_count import Days
from casino.kit.money import money
from casino.kit.sentences import SeatNames, sentence_of
from settlement.after_closing import AfterClosing, after_closing
from settlement.house_day_aggregate import FIGURES
from settlement.left_over import left_over
from tables.handling.projections.casino_days import house_day
from tables.registers.casino_day.events import Kind, LeftOver, TableAsClosed
from tables.registers.casino_day.state import HouseDayLife, still_left

KINDS: dict[Kind, str] = {
    "table": "Tables open",
    "pressure": "Closed under pressure",
    "dispute": "Disputes",
    "slip": "Slips",
    "held": "Held, no receipt",
    "box": "Drop boxes",
}
"""The strip of a day: what each kind of thing is called there."""
COLUMNS = {
    "opening": "Opening",
    "fills": "Fills",
    "credits": "Credits",
    "drop": "Drop",
    "closing": "Closing",
    "win": "Win",
}


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is or was left over, and where it is seen to: `at_table` on the page of a table, which not
    everybody opens who sees the house's day. `done` once it is no more."""

    what: str
    link: str
    at_table: bool
    done: bool = False


class AsClosed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it stood when the house closed: amounts, an estimate with ≈, – for what was not known."""

    table: str
    currency: str
    coups: int
    version: int
    figures: tuple[str, ...]


class HouseDayPage(msgspec.Struct, frozen=True, kw_only=True):
    """A day of the house. `strip` has how many things of each kind are left over, `left` each of them, `pressed`
    what a close under pressure left and whether it is done; that is not said twice. `reconciled`: such a close is
    explained, and nothing of it is left.
    """

    day: str
    version: int
    closed_at: datetime | None
    closed_by: str
    signed_by: str
    strip: tuple[tuple[str, int], ...]
    left: tuple[Shown, ...]
    tables_open: bool
    reason: str
    pressed: tuple[Shown, ...]
    explained: str
    reconciled: bool
    columns: tuple[str, ...]
    tables: tuple[AsClosed, ...]
    later: tuple[AfterClosing, ...]

    @property
    def stands(self) -> str:
        """How the day stands, in a word or three."""
        if self.closed_at is None:
            return "open"
        if not self.pressed:
            return "closed"
        return "closed under pressure, " + ("reconciled" if self.reconciled else "to be reconciled")


def house_day_page(casino_id: int, day: str, withheld: Days) -> HouseDayPage:
    """The page of a gaming day (ISO date), without what is withheld of its tables."""
    life = house_day(casino_id, day)
    left = left_over(casino_id, day)
    later = after_closing(casino_id, day, life.closed_at) if life.closed_at else ()
    return shown(life, left, withheld, later)


def closed_house_day(
    casino_id: int, day: str, withheld: Days, table: str | None = None
) -> HouseDayPage | None:
    """How the house closed a gaming day, for its ledger; of what was recorded since only what is of `table`, if one is
    named. None while the day is open: one query."""
    life = house_day(casino_id, day)
    if life.closed is None or life.closed_at is None:
        return None
    later = after_closing(casino_id, day, life.closed_at)
    return shown(
        life,
        left_over(casino_id, day) if life.closed.forced else (),
        withheld,
        tuple(each for each in later if table in (None, each.table)),
    )


def shown(
    life: HouseDayLife, left: Sequence[LeftOver], withheld: Days, later: tuple[AfterClosing, ...]
) -> HouseDayPage:
    """The day with what is left over of it now, and with what was recorded after its closing."""
    closed = life.closed
    forced = closed.forced if closed else None
    still = still_left(life, left)
    pressed = {(each.kind, each.ref) for each in forced.left} if forced else set()
    return HouseDayPage(
        day=life.day,
        version=life.version,
        closed_at=life.closed_at,
        closed_by=closed.closed_by.name if closed else "",
        signed_by=closed.signed_by.name if closed else "",
        strip=tuple((name, sum(each.kind == kind for each in left)) for kind, name in KINDS.items()),
        left=tuple(_shown(life.day, each) for each in left if (each.kind, each.ref) not in pressed),
        tables_open=any(each.kind == "table" for each in left),
        reason=forced.reason if forced else "",
        pressed=tuple(_shown(life.day, each, done=each not in still) for each in forced.left)
        if forced
        else (),
        explained=_explained(life),
        reconciled=bool(life.explained) and not still,
        columns=tuple(COLUMNS[name] for name in FIGURES),
        tables=tuple(_as_closed(each, (each.table, life.day) in withheld) for each in closed.tables)
        if closed
        else (),
        later=later,
    )


def _explained(life: HouseDayLife) -> str:
    said = life.explained
    return f"“{said.reason}”, {said.explained_by.name}, signed by {said.signed_by.name}" if said else ""


def _shown(day: str, left: LeftOver, *, done: bool = False) -> Shown:
    return Shown(
        what=capfirst(sentence_of(left, SeatNames())),
        link=_way_to(day, left),
        at_table=left.kind not in ("slip", "box", "held"),
        done=done,
    )


def _way_to(day: str, left: LeftOver) -> str:
    match left.kind:
        case "slip":
            return reverse("cash:slip", args=[left.ref])
        case "box":
            table, serial, use = left.ref.split("/")
            return reverse("cash:box", args=[table, day, serial, int(use)])
        case "held":
            return reverse("cash:held")
        case _:
            return reverse("floor:table", args=[left.table])


def _as_closed(of: TableAsClosed, withheld: bool) -> AsClosed:
    """The row of a table; what was estimated of its drop and its win is withheld while a box of it is not counted."""
    blind = ("drop", "win") if withheld else ()
    return AsClosed(
        table=of.table,
        currency=of.currency,
        coups=of.coups,
        version=of.version,
        figures=tuple(
            "–"
            if name in blind and of.figures[name].label == "estimated"
            else _amount(*msgspec.structs.astuple(of.figures[name]))
            for name in FIGURES
        ),
    )


def _amount(amount: int | None, label: str) -> str:
    if amount is None:
        return "–"
    return f"≈ {money(amount)}" if label == "estimated" else money(amount)
