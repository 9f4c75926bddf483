"""A table's closing sheet: with what it closed and what came and went, for those who sign that it is so.

Every count stands there value by value with who signed it, every slip and drop box of the day, its tips, what was put
right of its coups, what is held and what is out; the figures are those of the day's ledger, each with its label.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.text import capfirst

from casino.cash.box_shown import shown_boxes
from casino.cash.ledger_shown import ShownFigure, percent, shown_figure, shown_held
from casino.kit.adjustments import shown_adjustments
from casino.kit.money import money, plain
from casino.kit.sentences import listed
from casino.kit.sentences.words import word
from casino.kit.slip_presenter import shown_slip
from casino.kit.template_filters import gaming_day_on_paper
from casino.paper.house_name import house_name
from casino.paper.paper import Column, Paper, PaperTable
from casino.people.models import Person
from settlement.adjustments import AdjustedCoup, adjusted_on
from settlement.models import Box, Slip
from settlement.table_ledger import TableLedger
from tables.handling.safekeeping import HeldAtTable
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.stream import RecordedEvent, read_types

FIGURES = (
    ("opening", "Opening"),
    ("variance_at_opening", "Difference at the opening"),
    ("fills", "Fills"),
    ("credits", "Credits"),
    ("drop", "Drop"),
    ("closing", "Closing"),
    ("closing_fills", "Closing fill"),
    ("closing_credits", "Closing credit"),
    ("float_difference", "Counted beyond the record"),
    ("colours_out", "Colours out"),
    ("held", "Held"),
    ("after_closing", "After the closing"),
    ("win", "Win"),
)
SIGN_HERE = ("Chef de table", "Pit boss", "Games inspector")
AMOUNT = Column("Worth", "right", 2)


class CountSigned(msgspec.Struct, frozen=True, kw_only=True):
    """A count of the float as it was said: when, what, and who signed it."""

    at: datetime
    counted: e.FloatCounted
    signed: tuple[str, ...]


def closing_sheet(casino_id: int, ledger: TableLedger, viewer: Person, now: datetime) -> Paper:
    """The closing sheet of a table's day for this person, as the record has it `now` (UTC). It says so where the day is
    not closed."""
    counts = _counts(casino_id, ledger)
    slips = Slip.objects.filter(casino_id=casino_id, table=ledger.table, day=ledger.day).order_by(
        "requested_at"
    )
    boxes = Box.objects.filter(casino_id=casino_id, table=ledger.table, day=ledger.day).order_by("placed_at")
    return Paper(
        title=f"Closing sheet {ledger.table}",
        subtitle=f"{ledger.name}, gaming day {gaming_day_on_paper(ledger.day)}; amounts in {ledger.currency}",
        made_at=now,
        house=house_name(casino_id),
        foot=f"{ledger.table}, {gaming_day_on_paper(ledger.day)}, "
        f"as the record has it at {timezone.localtime(now):%-d %b %Y, %H:%M:%S}",
        mark=_mark(ledger),
        lines=(_open_time(ledger), f"{ledger.coups:,} coups settled", *_pressure(ledger)),
        tables=(
            _figures(ledger),
            *(_count(counts.get(moment), moment) for moment in ("opening", "closing")),
            _slips(slips),
            _boxes(boxes, viewer),
            _tips(ledger),
            _adjustments(adjusted_on(casino_id, ledger.table, ledger.day)),
            _held(ledger, now),
        ),
        sign_here=SIGN_HERE,
    )


def _mark(ledger: TableLedger) -> str:
    """What stands over the sheet of a day that is not closed, or was under pressure."""
    if ledger.closed_at is None:
        return "NOT CLOSED"
    return "CLOSED UNDER PRESSURE" if ledger.forced else ""


def _pressure(ledger: TableLedger) -> tuple[str, ...]:
    """What was left open by force, why and by whom, and how that was reconciled."""
    forced = ledger.forced
    if forced is None:
        return ()
    left = listed(forced.left)
    return (
        f"Left open: {left}. “{forced.reason}”, ordered by {forced.ordered_by.name}, signed by {forced.signed_by.name}",
        f"Reconciled: {ledger.reconciled}"
        if ledger.reconciled
        else "To be reconciled: nobody has explained it yet",
    )


def _open_time(ledger: TableLedger) -> str:
    since = f"{timezone.localtime(ledger.opened_at):%-d %b, %H:%M}"
    if ledger.closed_at is None:
        return f"Open since {since}"
    return f"Open from {since} to {timezone.localtime(ledger.closed_at):%-d %b, %H:%M}"


def _counts(casino_id: int, ledger: TableLedger) -> Mapping[str, CountSigned]:
    """The last count of each moment."""
    recorded = read_types(casino_id, [table_stream(ledger.table, ledger.day)], ("float_counted",))
    counts = [_signed(each) for each in recorded]
    return {count.counted.moment: count for count in counts}


def _signed(recorded: RecordedEvent) -> CountSigned:
    counted = e.TABLE_EVENTS.read(recorded)
    assert isinstance(counted, e.FloatCounted)
    return CountSigned(
        at=recorded.occurred_at,
        counted=counted,
        signed=tuple(
            f"{each['person']['name']} ({word('role', each['role']).removeprefix('the ')})"
            for each in recorded.metadata.get("signed") or ()
        ),
    )


def _figures(ledger: TableLedger) -> PaperTable:
    rows = [_figure(label, shown_figure(getattr(ledger, name))) for name, label in FIGURES]
    hold = percent(ledger.hold)
    return PaperTable(
        caption="Figures",
        columns=(Column("Figure", share=2), Column("Amount", "right", 2), Column("Known", share=4)),
        rows=(*rows, ("Hold", hold or "–", "win over drop" if hold else "no win or no drop")),
    )


def _figure(label: str, figure: ShownFigure) -> tuple[str, str, str]:
    about = f"estimated {figure.says}" if figure.label == "estimated" else figure.says
    return (label, figure.amount, about)


def _count(count: CountSigned | None, moment: str) -> PaperTable:
    """The count value by value, the highest first; by series where the house tells its series apart."""
    name = f"Count at the {moment}"
    by_series = count.counted.by_series if count else {}
    series = (Column("Series", share=2),) if by_series else ()
    columns = (*series, Column("Pieces", "right"), Column("Value", "right"), AMOUNT)
    if count is None:
        return PaperTable(caption=name, columns=columns, rows=(), nothing="The float was not counted.")
    by_whom = f", signed by {' and '.join(count.signed)}" if count.signed else ""
    return PaperTable(
        caption=f"{name}, {timezone.localtime(count.at):%H:%M:%S}{by_whom}",
        columns=columns,
        rows=tuple(
            (*((of,) if by_series else ()), f"{number:,}", f"× {plain(value)}", money(value * number))
            for of, pieces in sorted((by_series or {"": count.counted.pieces}).items())
            for value, number in sorted(pieces.items(), reverse=True)
            if number
        ),
        together=(*("" for _ in series), "", "Together", money(count.counted.total)),
    )


def _slips(slips: Iterable[Slip]) -> PaperTable:
    return PaperTable(
        caption="Fills and credits",
        columns=(
            Column("Slip", share=2),
            Column("What", share=2),
            Column("Pieces", share=4),
            Column("Stands", share=2),
            AMOUNT,
        ),
        rows=tuple(
            (each.number, each.what, each.pieces, each.status.replace("_", " "), each.total)
            for each in map(shown_slip, slips)
        ),
        nothing="None.",
    )


def _boxes(boxes: Iterable[Box], viewer: Person) -> PaperTable:
    return PaperTable(
        caption="Drop boxes",
        columns=(
            Column("Box", share=2),
            Column("Stands", share=3),
            Column("Recorded", "right", 2),
            Column("Counted", "right", 2),
            Column("Difference", "right", 2),
        ),
        rows=tuple(
            (each.serial, each.stands, each.recorded or "–", each.total or "–", each.difference or "–")
            for each in shown_boxes(boxes, viewer)
        ),
        nothing="None.",
    )


def _tips(ledger: TableLedger) -> PaperTable:
    share = percent(ledger.tips_to_result)
    return PaperTable(
        caption=f"Tips, {share} of the win" if share else "Tips",
        columns=(Column("Shift", share=4), AMOUNT),
        rows=tuple((shift, money(total)) for shift, total in ledger.tips_by_shift.items()),
        nothing="Nobody has counted them.",
    )


def _adjustments(coups: Sequence[AdjustedCoup]) -> PaperTable:
    """Disputes that were decided and bets that were put back, each with what it adjusts."""
    shown = [each for coup in coups for each in shown_adjustments(coup)]
    return PaperTable(
        caption="Adjustments, to the players",
        columns=(
            Column("Coup", "right"),
            Column("Adjusts", share=2),
            Column("What was put right", share=6),
            Column("Amount", "right", 2),
        ),
        rows=tuple((str(each.coup), each.about, capfirst(each.words), money(each.amount)) for each in shown),
        together=("", "", "Together", money(sum(each.amount for each in shown))) if shown else (),
        nothing="None.",
    )


def _held(ledger: TableLedger, now: datetime) -> PaperTable:
    items = [
        HeldAtTable(table=ledger.table, currency=ledger.currency, held=held) for held in ledger.held_items
    ]
    return PaperTable(
        caption="Held, nobody has claimed it",
        columns=(Column("Receipt", share=3), Column("What", share=5), Column("Since", share=2), AMOUNT),
        rows=tuple(
            (
                each.receipt or "none yet",
                f"{each.what}, waits beside the cloth" if each.waits else each.what,
                f"{timezone.localtime(each.since):%-d %b, %H:%M}",
                each.amount,
            )
            for each in shown_held(items, now)
        ),
        nothing="Nothing.",
    )
