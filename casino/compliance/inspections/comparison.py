"""Comparison of an inspection sheet with the record: figure by figure the sheet, the record, and the difference.
This module reads nothing itself.
"""

from datetime import datetime
from typing import Literal

import msgspec

from casino.compliance.inspections.record_of_day import AtMoment, Expected, RecordOfDay
from settlement.figures.figures import Figure, absent
from settlement.table_ledger import TableLedger
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    FloatFigures,
    Kind,
    SignFigures,
    VideoFigures,
)
from tables.play.pieces import worth_of

Name = Literal["pieces", "total", "found", "minimum", "maximum", "balance", "unexplained", "drop"]
NO_LEDGER = "ledger of the day"
"""Missing part of figures at a table that was not opened on the day."""
WORKED_OUT = ("drop", "fills", "credits", "win", "colours_out", "tips")
"""The figures of the daily audit that the ledger works out, beside the hold."""


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of a sheet. For `pieces` the numbers count chips of `value` (minor units), otherwise they are minor
    units. `by_record` and the difference are None if the record has no such figure.
    """

    name: Name
    value: int | None = None
    on_sheet: int | None
    by_record: int | None

    @property
    def difference(self) -> int | None:
        if self.on_sheet is None or self.by_record is None:
            return None
        return self.on_sheet - self.by_record


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet compared with the record. `differs` is None without anything to compare; `difference` is its one sum
    in minor units, None if it has none or it is unknown.

    `expected` is the last closing float, `at_moment` the state of the table at the time of the inspection, `figures`
    the ledger of an audited day or its drop.
    """

    rows: tuple[Compared, ...]
    differs: bool | None
    difference: int | None = None
    expected: Expected | None = None
    at_moment: AtMoment | None = None
    figures: dict[str, Figure] = {}
    ledger: TableLedger | None = None


def compare(kind: Kind, table: str, content: Content, record: RecordOfDay) -> Comparison:
    """Compare the sheet of a table with the record of its gaming day."""
    match content.figures:
        case FloatFigures() as counted:
            at = record.at_opening if kind == "opening" else record.at_closing
            return against_closing(counted, at(table, content.done_at))
        case SignFigures() as seen:
            return against_sign(seen, record.at_moment(table, content.done_at))
        case AuditFigures() as audited:
            return against_ledger(audited, record.ledger(table))
        case VideoFigures() as watched:
            return against_drop(watched, record.ledger(table))


def against_closing(counted: FloatFigures, expected: Expected) -> Comparison:
    """Compare a count by chip value with the last closing float and the slips since."""
    by_record = _pieces_now(expected)
    values = sorted({*counted.pieces, *(by_record or {})}, reverse=True)
    rows = [
        Compared(
            name="pieces",
            value=value,
            on_sheet=counted.pieces.get(value, 0),
            by_record=None if by_record is None else by_record.get(value, 0),
        )
        for value in values
        if counted.pieces.get(value) or (by_record or {}).get(value)
    ]
    known = None if expected.total is None else expected.total + worth_of(expected.moved)
    total = Compared(name="total", on_sheet=worth_of(counted.pieces), by_record=known)
    return Comparison(
        rows=(*rows, total),
        differs=_any_differs(*rows, total),
        difference=total.difference,
        expected=expected,
    )


def _pieces_now(expected: Expected) -> dict[int, int] | None:
    if expected.pieces is None:
        return None
    values = {*expected.pieces, *expected.moved}
    return {value: expected.pieces.get(value, 0) + expected.moved.get(value, 0) for value in values}


def against_sign(seen: SignFigures, then: AtMoment) -> Comparison:
    """Compare the sign on the sheet with the sign in force then.

    A table that nobody there could explain differs. A table found open or closed against the record differs too. The
    sign of a closed table is not compared.
    """
    rows: tuple[Compared, ...] = ()
    if seen.seen == "open":
        rows = (
            Compared(name="minimum", on_sheet=seen.minimum, by_record=then.minimum),
            Compared(name="maximum", on_sheet=seen.maximum, by_record=then.maximum),
        )
    found_open, was_open = seen.seen == "open", then.phase == "open"
    return Comparison(
        rows=rows,
        differs=seen.seen == "unexplained" or found_open is not was_open or _any_differs(*rows) is True,
        at_moment=then,
    )


def against_ledger(audited: AuditFigures, ledger: TableLedger | None) -> Comparison:
    """Compare the counted balance with the float at closing, or by the record.

    The result has the difference that the adjustment leaves, and the day's figures.
    """
    figures = {name: getattr(ledger, name) if ledger else absent(NO_LEDGER) for name in WORKED_OUT}
    figures["balance"] = balance_of(ledger)
    balance = Compared(name="balance", on_sheet=audited.balance, by_record=figures["balance"].amount)
    left = Compared(name="unexplained", on_sheet=balance.difference, by_record=audited.adjustment)
    return Comparison(
        rows=(balance, left),
        differs=_any_differs(left),
        difference=balance.difference,
        figures=figures,
        ledger=ledger,
    )


def balance_of(ledger: TableLedger | None) -> Figure:
    """Return the table's balance by the record: its closing float, or its float by the record before the count."""
    if ledger is None:
        return absent(NO_LEDGER)
    return ledger.float_by_record if ledger.closing.amount is None else ledger.closing


def against_drop(watched: VideoFigures, ledger: TableLedger | None) -> Comparison:
    """Compare the drop seen on video with the counted drop. An estimated drop is not compared."""
    drop = ledger.drop if ledger else absent(NO_LEDGER)
    counted = drop.amount if drop.label == "counted" else None
    row = Compared(name="drop", on_sheet=watched.drop, by_record=counted)
    return Comparison(
        rows=(row,),
        differs=_any_differs(row),
        difference=row.difference,
        figures={"drop": drop},
        ledger=ledger,
    )


def minutes_late(proposed: datetime | None, done: datetime) -> int | None:
    """Return the delay of a look after the proposed time in whole minutes; below zero it came before."""
    return None if proposed is None else round((done - proposed).total_seconds() / 60)


def _any_differs(*rows: Compared) -> bool | None:
    """Return True if one of the rows differs, False if none does; None if no difference is known."""
    known = [row.difference for row in rows if row.difference is not None]
    return any(known) if known else None
