"""Presenter of the casino's gaming day: its closing blockers, its closing, and later entries."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.kit.ledger_reasons import reason_named
from casino.kit.money import money, with_currency
from casino.kit.places import place
from casino.kit.sentences import SeatNames, sentence_of
from settlement.after_closing import AfterClosing, CountedLater, after_closing
from settlement.blind_count import REVEALING, Days, Sight, blind_days
from settlement.casino_day_aggregate import FIGURES
from settlement.closing_blockers import closing_blockers
from tables.handling.projections.casino_days import casino_day
from tables.registers.casino_day.events import ClosingBlocker, FigureAsStood, Kind, TableAsClosed
from tables.registers.casino_day.state import CasinoDayState, still_left

KINDS: dict[Kind, str] = {
    "table": gettext_noop("Tables open"),
    "pressure": gettext_noop("Emergency close"),
    "dispute": gettext_noop("Disputes"),
    "slip": gettext_noop("Slips"),
    "held": gettext_noop("Held, no receipt"),
    "box": gettext_noop("Drop boxes"),
}
"""The strip of a day: the label of each kind of blocker."""
COLUMNS = {
    "opening": gettext_noop("Opening"),
    "fills": gettext_noop("Fills"),
    "credits": gettext_noop("Credits"),
    "drop": gettext_noop("Drop"),
    "closing": gettext_noop("Closing"),
    "win": gettext_noop("Win"),
}


class ShownBlocker(msgspec.Struct, frozen=True, kw_only=True):
    """Something that keeps or kept the day open, and where it is seen to: `at_table` on the page of a table, which not
    everybody opens who sees the casino's day. `done` once it is settled."""

    what: str
    link: str
    at_table: bool
    done: bool = False


class ShownLater(msgspec.Struct, frozen=True, kw_only=True):
    """Entry recorded after the closing: its time, its table, and its words."""

    at: datetime
    table: str
    what: str


class DayPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """Gaming day of the casino.

    `strip` has the number of closing blockers of each kind, `blockers` each of them. `left_by_force` has the open items
    of an emergency close, done or not. `reconciled`: such a close is explained, and no item of it is open.
    """

    day: str
    version: int
    closed_at: datetime | None
    closed_by: str
    signed_by: str
    strip: tuple[tuple[str, int], ...]
    blockers: tuple[ShownBlocker, ...]
    tables_open: bool
    reason: str
    left_by_force: tuple[ShownBlocker, ...]
    explained: str
    reconciled: bool
    columns: tuple[str, ...]
    tables: tuple[tuple[TableAsClosed, list[str]], ...]
    later: tuple[ShownLater, ...]

    @property
    def status(self) -> str:
        """Return the status of the day in words."""
        if self.closed_at is None:
            return _("open")
        if not self.left_by_force:
            return _("closed")
        if self.reconciled:
            return _("closed in an emergency, reconciled")
        return _("closed in an emergency, to be reconciled")


def present_day(casino_id: int, day: str, sight: Sight) -> DayPresenter:
    """Return a gaming day (ISO date) as its reader may see it."""
    life = casino_day(casino_id, day)
    left = closing_blockers(casino_id, day)
    later = after_closing(casino_id, day, life.closed_at, sight) if life.closed_at else ()
    return _presented(life, left, blind_days(casino_id, sight, day, day), later)


def present_closed_day(
    casino_id: int, day: str, sight: Sight, table: str | None = None
) -> DayPresenter | None:
    """Return the closing of a gaming day for its ledger; None while the day is open.

    `table` limits the later entries to this table. An open day costs one query.
    """
    life = casino_day(casino_id, day)
    if life.closed is None or life.closed_at is None:
        return None
    later = after_closing(casino_id, day, life.closed_at, sight)
    return _presented(
        life,
        closing_blockers(casino_id, day) if life.closed.forced else (),
        blind_days(casino_id, sight, day, day),
        tuple(each for each in later if table in (None, each.table)),
    )


def _presented(
    life: CasinoDayState, left: Sequence[ClosingBlocker], blind: Days, later: tuple[AfterClosing, ...]
) -> DayPresenter:
    """Return the day with its present blockers, and with the records after its closing."""
    closed = life.closed
    forced = closed.forced if closed else None
    still = still_left(life, left)
    by_force = forced.left if forced else ()
    refs = {(each.kind, each.ref) for each in by_force}
    return DayPresenter(
        day=life.day,
        version=life.version,
        closed_at=life.closed_at,
        closed_by=closed.closed_by.name if closed else "",
        signed_by=closed.signed_by.name if closed else "",
        strip=tuple((_(name), sum(each.kind == kind for each in left)) for kind, name in KINDS.items()),
        blockers=tuple(_blocker(life.day, each) for each in left if (each.kind, each.ref) not in refs),
        tables_open=any(each.kind == "table" for each in left),
        reason=forced.reason if forced else "",
        left_by_force=tuple(_blocker(life.day, each, done=each not in still) for each in by_force),
        explained=_explained(life),
        reconciled=bool(life.explained) and not still,
        columns=tuple(_(COLUMNS[name]) for name in FIGURES),
        tables=tuple(
            (each, _figures(each, is_blind=(each.table, life.day) in blind))
            for each in (closed.tables if closed else ())
        ),
        later=tuple(_later(each) for each in later),
    )


def _explained(life: CasinoDayState) -> str:
    explained = life.explained
    if explained is None:
        return ""
    return _("“{reason}”, {explained_by}, signed by {signed_by}").format(
        reason=explained.reason, explained_by=explained.explained_by.name, signed_by=explained.signed_by.name
    )


def _blocker(day: str, left: ClosingBlocker, *, done: bool = False) -> ShownBlocker:
    return ShownBlocker(
        what=capfirst(sentence_of(left, SeatNames())),
        link=_way_to(day, left),
        at_table=left.kind not in ("slip", "box", "held"),
        done=done,
    )


def _later(each: AfterClosing) -> ShownLater:
    amount = "–" if each.amount is None else with_currency(each.amount.amount, each.amount.currency)
    if isinstance(each, CountedLater):
        text = (
            _("count of box {box} accepted: {amount}")
            if each.step == "accepted"
            else _("box {box} counted: {amount}")
        )
        what = text.format(box=each.serial, amount=amount)
    else:
        what = _("{reason}: {amount} from {source} to {target}").format(
            reason=reason_named(each.reason),
            amount=amount,
            source=place(each.source),
            target=place(each.target),
        )
    return ShownLater(at=each.at, table=each.table, what=what)


def _way_to(day: str, left: ClosingBlocker) -> str:
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


def _figures(of: TableAsClosed, *, is_blind: bool) -> list[str]:
    """Return amounts, an estimate with ≈, an unknown or a hidden one as –."""
    hidden = REVEALING if is_blind else frozenset()
    return ["–" if name in hidden else _amount(of.figures[name], of.currency) for name in FIGURES]


def _amount(figure: FigureAsStood, currency: str) -> str:
    if figure.amount is None:
        return "–"
    words = money(figure.amount, currency)
    return f"≈ {words}" if figure.label == "estimated" else words
