"""Inspection sheets in words: a sheet's figures with the record's, its corrections, and its result in a list."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, ngettext

from casino.compliance.inspections.comparison import (
    NO_LEDGER,
    WORKED_OUT,
    Compared,
    Comparison,
    Name,
    minutes_late,
)
from casino.compliance.models import InspectionSheet
from casino.compliance.who import doer, signed_beside
from casino.kit.dates import day_and_clock, long_day
from casino.kit.figures import FIGURE_NAMES, percent, shown_figure
from casino.kit.money import count, money, plain
from casino.kit.sentences.words import word
from settlement.figures.figures import Figure
from tables.compliance.inspections.events import SHEET_EVENTS, InspectionSheetCorrected
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    FloatFigures,
    Kind,
    SignFigures,
    VideoFigures,
)
from tables.play.pieces import worth_of
from tables.stream import RecordedEvent

CONTENT_OF: Mapping[Kind, str] = {
    "opening": "float",
    "closing": "float",
    "audit": "ledger",
    "video": "ledger",
}
"""Kind of content shown by each kind of sheet; a sheet of minimums shows no restricted content."""
LABELS: dict[Name, str] = {
    "total": gettext_noop("Total"),
    "minimum": gettext_noop("Minimum"),
    "maximum": gettext_noop("Highest maximum"),
    "balance": gettext_noop("Counted balance"),
    "unexplained": gettext_noop("Left after the adjustment"),
    "drop": gettext_noop("Drop"),
}
NOTHING = "–"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of a sheet: on the sheet, in the record, and the difference; empty without one."""

    label: str
    on_sheet: str = ""
    by_record: str = ""
    difference: str = ""
    note: str = ""
    differs: bool = False
    is_sum: bool = False


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A correction: who keyed it in, when (local), why, and each figure before and after."""

    by: str
    at: datetime
    reason: str
    changed: tuple[tuple[str, str, str], ...]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a sheet's comparison, in a word or an amount; `differs` is None if nobody can decide."""

    words: str
    differs: bool | None


class ListedSheet(msgspec.Struct, frozen=True, kw_only=True):
    row: InspectionSheet
    title: str
    counted_by: str
    done_at: datetime
    result: Result
    status: str


def title_of(kind: Kind) -> str:
    """Return the name of a kind of sheet: `Opening count`."""
    return str(capfirst(word("inspection_sheet", kind)))


def listed_sheet(row: InspectionSheet, comparison: Comparison) -> ListedSheet:
    content = row.read()
    return ListedSheet(
        row=row,
        title=title_of(row.kind),
        counted_by=content.counted_by.name,
        done_at=timezone.localtime(content.done_at),
        result=result_of(row.kind, comparison, row.currency),
        status=status_of(row),
    )


def status_of(row: InspectionSheet) -> str:
    if not row.corrections:
        return gettext("keyed in")
    words = ngettext("corrected once", "corrected {count} times", row.corrections)
    return words.format(count=count(row.corrections))


def result_of(kind: Kind, comparison: Comparison, currency: str) -> Result:
    """Return the result of a sheet: met, the difference, or nothing to compare with."""
    if comparison.differs is None:
        return Result(words=gettext("nothing to compare with"), differs=None)
    if kind == "minimums":
        words = gettext("not met") if comparison.differs else gettext("met")
    elif comparison.differs:
        left = comparison.rows[-1].difference
        words = signed(left, currency) if left else gettext("other chips")
    elif comparison.difference:
        words = gettext("{difference}, adjusted").format(difference=signed(comparison.difference, currency))
    else:
        words = gettext("no difference")
    return Result(words=words, differs=comparison.differs)


def lines_of(content: Content, comparison: Comparison, currency: str) -> list[Line]:
    """Return a sheet line by line, each with the figure of the record."""
    match content.figures:
        case FloatFigures():
            return [_of_chips(row, currency) for row in comparison.rows]
        case SignFigures() as seen:
            return list(_of_sign(seen, content, comparison, currency))
        case AuditFigures() as audited:
            return list(_of_audit(audited, comparison, currency))
        case VideoFigures() as watched:
            return list(_of_video(watched, comparison, currency))


def _of_chips(row: Compared, currency: str) -> Line:
    if row.name == "total":
        return _of_money(row, currency, is_sum=True)
    assert row.value is not None, "pieces are of a value"
    worth = row.difference * row.value if row.difference else 0
    return Line(
        label=f"× {plain(row.value, currency)}",
        on_sheet=_number(row.on_sheet),
        by_record=_number(row.by_record),
        difference=_signed_number(row.difference),
        note=signed(worth, currency) if worth else "",
        differs=bool(row.difference),
    )


def _of_money(row: Compared, currency: str, *, note: str = "", is_sum: bool = False) -> Line:
    return Line(
        label=_label(row.name),
        on_sheet=_amount(row.on_sheet, currency),
        by_record=_amount(row.by_record, currency),
        difference=NOTHING if row.difference is None else signed(row.difference, currency),
        note=note,
        differs=bool(row.difference),
        is_sum=is_sum,
    )


def _of_sign(seen: SignFigures, content: Content, comparison: Comparison, currency: str) -> Iterator[Line]:
    then = comparison.at_moment
    assert then is not None, "a sign is held against how the table stood"
    was_open = then.phase == "open"
    yield Line(
        label=gettext("The table"),
        on_sheet=word("found_table", seen.seen),
        by_record=word("table_stood", then.phase),
        differs=seen.seen == "unexplained" or (seen.seen == "open") is not was_open,
    )
    yield Line(label=gettext("Seats"), on_sheet=NOTHING if seen.seats is None else count(seen.seats))
    for row in comparison.rows:
        met = "" if row.difference is None else gettext("not met") if row.difference else gettext("met")
        yield msgspec.structs.replace(_of_money(row, currency), difference=met or NOTHING)
    late = minutes_late(seen.proposed_at, content.done_at)
    if seen.proposed_at is not None and late is not None:
        yield Line(
            label=gettext("Proposed and done"),
            on_sheet=day_and_clock(content.done_at),
            by_record=day_and_clock(seen.proposed_at),
            difference=gettext("{minutes} min").format(minutes=_signed_number(late)),
        )


def _of_audit(audited: AuditFigures, comparison: Comparison, currency: str) -> Iterator[Line]:
    yield from worked_out(comparison, currency)
    yield Line(label=gettext("Card drop"), on_sheet=money(audited.card_drop, currency))
    balance, left = comparison.rows
    yield _of_money(balance, currency, note=words_of(comparison.figures["balance"], currency))
    yield Line(
        label=gettext("Adjustment"), on_sheet=signed(audited.adjustment, currency), note=audited.reason
    )
    yield Line(
        label=_label("unexplained"),
        difference=NOTHING if left.difference is None else signed(left.difference, currency),
        differs=bool(left.difference),
        is_sum=True,
    )


def worked_out(comparison: Comparison, currency: str) -> Iterator[Line]:
    """Yield the figures of the day that the ledger works out, with the hold behind the win."""
    for name in WORKED_OUT:
        figure = comparison.figures[name]
        yield Line(
            label=gettext(FIGURE_NAMES[name]),
            by_record=shown_figure(figure, currency).amount,
            note=words_of(figure, currency),
        )
        if name == "win":
            hold = percent(comparison.ledger.hold) if comparison.ledger else ""
            yield Line(label=gettext("Hold"), by_record=hold or NOTHING)


def words_of(figure: Figure, currency: str) -> str:
    """Return the certainty of a figure in words; a note instead if the table was not opened."""
    return (
        gettext("not opened on this day")
        if NO_LEDGER in figure.missing
        else shown_figure(figure, currency).words
    )


def _of_video(watched: VideoFigures, comparison: Comparison, currency: str) -> Iterator[Line]:
    yield Line(label=gettext("Recording"), on_sheet=watched.recording)
    yield Line(label=gettext("Minutes seen"), on_sheet=count(watched.minutes))
    drop = comparison.figures["drop"]
    yield _of_money(
        comparison.rows[0],
        currency,
        note=words_of(drop, currency) if drop.label != "estimated" else gettext("not all boxes are counted"),
    )


def against_what(kind: Kind, comparison: Comparison, currency: str) -> str:
    """Return the part of the record that a count of the float is compared with, in a sentence; empty for other
    sheets.
    """
    expected = comparison.expected
    if expected is None:
        return ""
    if expected.closed_at is None or expected.total is None:
        return (
            gettext("The record has no counted closing before this day.")
            if kind == "opening"
            else gettext("The record has no closing count of this day.")
        )
    words = (
        gettext("Held against the closing of {day}, made {at}.")
        if kind == "opening"
        else gettext("Held against the closing count of {day}, made {at}.")
    )
    text = words.format(day=long_day(expected.day), at=day_and_clock(expected.closed_at))
    if not expected.moved:
        return text
    moved = gettext("Slips moved {amount} since then, and that is counted in.")
    return f"{text} {moved.format(amount=signed(worth_of(expected.moved), currency))}"


def corrections_of(records: Sequence[RecordedEvent], currency: str) -> Iterator[Correction]:
    """Yield the corrections of a sheet's stream, the first first."""
    for record in records:
        event = SHEET_EVENTS.read(record)
        if isinstance(event, InspectionSheetCorrected):
            before, after = fields_of(event.before, currency), fields_of(event.after, currency)
            labels = dict.fromkeys((*before, *after))
            yield Correction(
                by=", ".join(signed_beside(record)) or doer(record),
                at=timezone.localtime(record.occurred_at),
                reason=event.reason,
                changed=tuple(
                    (label, before.get(label, NOTHING), after.get(label, NOTHING))
                    for label in labels
                    if before.get(label) != after.get(label)
                ),
            )


def fields_of(content: Content, currency: str) -> dict[str, str]:
    """Return the content of a sheet, by the label of its field, in words."""
    fields = {
        gettext("Counted by"): content.counted_by.name,
        gettext("Done"): day_and_clock(content.done_at),
        gettext("Remark"): content.remark,
    }
    match content.figures:
        case FloatFigures() as of:
            fields |= {f"× {plain(value, currency)}": count(pieces) for value, pieces in of.pieces.items()}
        case SignFigures() as of:
            fields |= {
                gettext("The table"): word("found_table", of.seen),
                gettext("Seats"): _number(of.seats),
                gettext("Minimum"): _amount(of.minimum, currency),
                gettext("Highest maximum"): _amount(of.maximum, currency),
                gettext("Proposed for"): day_and_clock(of.proposed_at) if of.proposed_at else NOTHING,
            }
        case AuditFigures() as of:
            fields |= {
                gettext("Counted balance"): money(of.balance, currency),
                gettext("Card drop"): money(of.card_drop, currency),
                gettext("Adjustment"): signed(of.adjustment, currency),
                gettext("Reason of the adjustment"): of.reason,
            }
        case VideoFigures() as of:
            fields |= {
                gettext("Recording"): of.recording,
                gettext("Minutes seen"): count(of.minutes),
                gettext("Drop"): money(of.drop, currency),
            }
    return fields


def _label(name: Name) -> str:
    return gettext(LABELS[name])


def signed(amount: int, currency: str) -> str:
    """Return an amount with its sign: `+ 12.50`, `– 12.50`, `0.00`."""
    return f"+ {money(amount, currency)}" if amount > 0 else money(amount, currency)


def _signed_number(number: int | None) -> str:
    if number is None:
        return NOTHING
    return f"+{count(number)}" if number > 0 else count(number).replace("-", "–")


def _number(number: int | None) -> str:
    return NOTHING if number is None else count(number)


def _amount(amount: int | None, currency: str) -> str:
    return NOTHING if amount is None else money(amount, currency)
