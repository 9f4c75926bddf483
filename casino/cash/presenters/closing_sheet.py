"""A table's closing sheet: its closing float and the movements of the day, for the people who sign it.

It has every count value by value with its signatures, every slip and drop box of the day, its tips, corrections of
its coups, safekeeping and colours out; the figures are those of the day's ledger, each with its label.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.cash.presenters.boxes import shown_boxes
from casino.commands.signing import signatory
from casino.commands.slip_presenter import shown_slip
from casino.kit.adjustments import shown_adjustments
from casino.kit.colour_names import colour_name
from casino.kit.dates import day_and_clock, long_day, moment, second
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.figures import FIGURE_NAMES, percent, shown_figure
from casino.kit.money import count as number_of
from casino.kit.money import money, plain
from casino.kit.safekeeping import safekeeping_items
from casino.kit.sentences import listed
from casino.kit.sentences.words import word
from casino.people.models import Person
from settlement.adjustments import AdjustedCoup, adjusted_on
from settlement.figures.figures import Figure
from settlement.models import Box, Slip
from settlement.table_ledger import TableLedger
from tables.handling.safekeeping import HeldAtTable
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.stream import RecordedEvent, read_types

FIGURES = (
    "opening",
    "variance_at_opening",
    "fills",
    "credits",
    "drop",
    "closing",
    "closing_fills",
    "closing_credits",
    "float_difference",
    "colours_out",
    "held",
    "after_closing",
    "win",
)
"""Figures in the order of the paper."""
COUNTS = {"opening": gettext_noop("Count at the opening"), "closing": gettext_noop("Count at the closing")}
SIGN_HERE = (gettext_noop("Chef de table"), gettext_noop("Pit boss"), gettext_noop("Games inspector"))


class SignedCount(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    counted: e.FloatCounted
    signed: tuple[str, ...]


def closing_sheet(casino_id: int, ledger: TableLedger, viewer: Person, record: MadeFrom) -> Document:
    """Return the closing sheet of a table's day for this person, made from this part of the record.

    The sheet is marked if the day is not closed.
    """
    made_at = record.dated(ledger.day)
    of_day = {"casino_id": casino_id, "table": ledger.table, "day": ledger.day}
    day, counts = long_day(ledger.day), _counts(casino_id, ledger)
    return Document(
        title=_("Closing sheet {table}").format(table=ledger.table),
        subtitle=_("{name}, gaming day {day}; amounts in {currency}").format(
            name=ledger.name, day=day, currency=ledger.currency
        ),
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{table}, {day}, as the record has it at {moment}").format(
            table=ledger.table, day=day, moment=moment(made_at)
        ),
        hashes=(record.in_words,),
        mark=_mark(ledger),
        lines=(
            _open_time(ledger),
            _("Coups settled: {count}").format(count=number_of(ledger.coups)),
            *_forced_close(ledger),
        ),
        tables=(
            _figures(ledger),
            *(_count(counts.get(at), _(name), ledger.currency) for at, name in COUNTS.items()),
            *_boxes_of_colours(counts),
            _slips(Slip.objects.filter(**of_day).order_by("requested_at")),
            _boxes(Box.objects.filter(**of_day).order_by("placed_at"), viewer),
            _tips(ledger),
            _adjustments(adjusted_on(casino_id, ledger.table, ledger.day), ledger.currency),
            _safekeeping(ledger, made_at),
        ),
        sign_here=tuple(map(_, SIGN_HERE)),
    )


def _mark(ledger: TableLedger) -> str:
    """Return the mark above the sheet of a day that is not closed, or was closed by force."""
    if ledger.closed_at is None:
        return _("NOT CLOSED")
    return _("EMERGENCY CLOSE") if ledger.forced else ""


def _forced_close(ledger: TableLedger) -> tuple[str, ...]:
    """Return the lines about an emergency close; empty without one.

    They name the open items, the reason, the people, and the explanation.
    """
    forced = ledger.forced
    if forced is None:
        return ()
    left = _("Left open: {left}. “{reason}”, ordered by {ordered_by}, signed by {signed_by}")
    return (
        left.format(
            left=listed(forced.left),
            reason=forced.reason,
            ordered_by=forced.ordered_by.name,
            signed_by=forced.signed_by.name,
        ),
        _("Reconciled: {reconciled}").format(reconciled=ledger.reconciled)
        if ledger.reconciled
        else _("To be reconciled: nobody has explained it yet"),
    )


def _open_time(ledger: TableLedger) -> str:
    opened = day_and_clock(ledger.opened_at)
    if ledger.closed_at is None:
        return _("Open since {opened}").format(opened=opened)
    closed = day_and_clock(ledger.closed_at)
    return _("Open from {opened} to {closed}").format(opened=opened, closed=closed)


def _counts(casino_id: int, ledger: TableLedger) -> Mapping[str, SignedCount]:
    recorded = read_types(casino_id, [table_stream(ledger.table, ledger.day)], ("float_counted",))
    counts = [_signed(each) for each in recorded]
    return {count.counted.moment: count for count in counts}


def _signed(recorded: RecordedEvent) -> SignedCount:
    counted = e.TABLE_EVENTS.read(recorded)
    assert isinstance(counted, e.FloatCounted)
    signed = recorded.metadata.get("signed") or ()
    return SignedCount(
        at=recorded.occurred_at,
        counted=counted,
        signed=tuple(signatory(each["person"]["name"], each["role"]) for each in signed),
    )


def _worth() -> Column:
    return Column(_("Worth"), "right", 2)


def _figures(ledger: TableLedger) -> DocumentTable:
    hold = percent(ledger.hold)
    return DocumentTable(
        caption=_("Figures"),
        columns=(Column(_("Figure"), share=2), Column(_("Amount"), "right", 2), Column(_("Known"), share=4)),
        rows=(
            *(_figure(_(FIGURE_NAMES[name]), getattr(ledger, name), ledger.currency) for name in FIGURES),
            (_("Hold"), hold or "–", _("win over drop") if hold else _("no win or no drop")),
        ),
    )


def _figure(label: str, figure: Figure, currency: str) -> tuple[str, str, str]:
    shown = shown_figure(figure, currency)
    if shown.label == "estimated":
        return label, shown.amount, _("estimated {basis}").format(basis=shown.words)
    return label, shown.amount, shown.words


def _count(count: SignedCount | None, name: str, currency: str) -> DocumentTable:
    """Return the count value by value, the highest first; by series if the casino distinguishes its series."""
    by_series = count.counted.by_series if count else {}
    series = (Column(_("Series"), share=2),) if by_series else ()
    columns = (*series, Column(_("Pieces"), "right"), Column(_("Value"), "right"), _worth())
    if count is None:
        return DocumentTable(caption=name, columns=columns, rows=(), nothing=_("The float was not counted."))
    caption = f"{name}, {second(count.at)}"
    if count.signed:
        caption += _(", signed by {names}").format(names=_(" and ").join(count.signed))
    return DocumentTable(
        caption=caption,
        columns=columns,
        rows=tuple(
            (
                *((of,) if by_series else ()),
                number_of(number),
                f"× {plain(value, currency)}",
                money(value * number, currency),
            )
            for of, pieces in sorted((by_series or {"": count.counted.pieces}).items())
            for value, number in sorted(pieces.items(), reverse=True)
            if number
        ),
        together=(*("" for each in series), "", _("Total"), money(count.counted.total, currency)),
    )


def _boxes_of_colours(counts: Mapping[str, SignedCount]) -> tuple[DocumentTable, ...]:
    """Return the chips in the box of each colour as they were counted, at a table that has boxes; no money."""
    rows = tuple(
        (_(name), colour_name(colour), number_of(number), _signed_number(number - expected[colour]))
        for at, name in COUNTS.items()
        if (count := counts.get(at)) and (expected := count.counted.expected_colours)
        for colour, number in sorted(count.counted.colours.items())
    )
    columns = (
        Column(_("Count"), share=3),
        Column(_("Colour"), share=2),
        Column(_("Chips"), "right"),
        Column(_("Variance"), "right", 2),
    )
    return (DocumentTable(caption=_("Boxes of colours"), columns=columns, rows=rows),) if rows else ()


def _signed_number(number: int) -> str:
    return f"{'+' if number > 0 else ''}{number_of(number)}"


def _slips(slips: Iterable[Slip]) -> DocumentTable:
    return DocumentTable(
        caption=_("Fills and credits"),
        columns=(
            Column(_("Slip"), share=2),
            Column(_("What"), share=2),
            Column(_("Pieces"), share=4),
            Column(_("Stands"), share=2),
            _worth(),
        ),
        rows=tuple(
            (each.number, each.what, each.pieces, word("slip_step", each.status), each.total)
            for each in map(shown_slip, slips)
        ),
        nothing=_("None."),
    )


def _boxes(boxes: Iterable[Box], viewer: Person) -> DocumentTable:
    return DocumentTable(
        caption=_("Drop boxes"),
        columns=(
            Column(_("Box"), share=2),
            Column(_("Stands"), share=3),
            Column(_("Recorded"), "right", 2),
            Column(_("Counted"), "right", 2),
            Column(_("Difference"), "right", 2),
        ),
        rows=tuple(
            (each.serial, each.words, each.recorded or "–", each.total or "–", each.difference or "–")
            for each in shown_boxes(boxes, viewer)
        ),
        nothing=_("None."),
    )


def _tips(ledger: TableLedger) -> DocumentTable:
    share = percent(ledger.tips_to_result)
    return DocumentTable(
        caption=_("Tips, {share} of the win").format(share=share) if share else _("Tips"),
        columns=(Column(_("Shift"), share=4), _worth()),
        rows=tuple((shift, money(total, ledger.currency)) for shift, total in ledger.tips_by_shift.items()),
        nothing=_("Nobody has counted them."),
    )


def _adjustments(coups: Sequence[AdjustedCoup], currency: str) -> DocumentTable:
    """Return decided disputes and restored bets, each with its coup."""
    shown = [each for coup in coups for each in shown_adjustments(coup)]
    total = money(sum(each.amount for each in shown), currency)
    return DocumentTable(
        caption=_("Adjustments, to the players"),
        columns=(
            Column(_("Coup"), "right"),
            Column(_("Adjusts"), share=2),
            Column(_("Corrections"), share=6),
            Column(_("Amount"), "right", 2),
        ),
        rows=tuple(
            (str(each.coup), each.about, capfirst(each.words), money(each.amount, currency)) for each in shown
        ),
        together=("", "", _("Total"), total) if shown else (),
        nothing=_("None."),
    )


def _safekeeping(ledger: TableLedger, now: datetime) -> DocumentTable:
    held = (
        HeldAtTable(table=ledger.table, currency=ledger.currency, held=each) for each in ledger.held_items
    )
    waits = _("{what}, waits beside the cloth")
    return DocumentTable(
        caption=_("Held, unclaimed"),
        columns=(
            Column(_("Receipt"), share=3),
            Column(_("What"), share=5),
            Column(_("Since"), share=2),
            _worth(),
        ),
        rows=tuple(
            (
                each.receipt or _("none yet"),
                waits.format(what=each.what) if each.waits else each.what,
                day_and_clock(each.since),
                each.amount,
            )
            for each in safekeeping_items(held, now)
        ),
        nothing=_("Nothing."),
    )
