"""Document of a comparison with another rulebook: the same lines as on its page, dated by the record."""

from collections.abc import Iterable, Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.compliance.what_if_presenter import (
    ShownComparison,
    ShownCoup,
    ShownLine,
    ShownSide,
    shown_comparison,
    shown_coups,
)
from casino.kit.dates import long_day
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count
from settlement.what_if.compared import Comparison
from tables.roulette.wheel import written

MOST_LINES = 2_000
"""On one paper: of a day whose lines are more, the coups by themselves have the rest."""
OfCoup = tuple[ShownCoup, ShownLine]


def what_if_document(
    casino_id: int, compared: Comparison, day: str, coup: int | None, record: MadeFrom
) -> Document:
    """Return the paper of a coup or, with None, of a day (ISO date), made from this part of the record."""
    shown, made_at = shown_comparison(compared), record.dated(day)
    coups = shown_coups(compared, compared.coups if coup else shown.coups, with_alike=coup is not None)
    about = _("{table}, coup {coup}, {day}") if coup else _("{table}, {day}")
    subtitle = about.format(table=compared.table, coup=coup, day=long_day(day))
    title = _("What if")
    return Document(
        title=title,
        subtitle=subtitle,
        made_at=made_at,
        house=casino_name(casino_id),
        foot=f"{title}, {subtitle}",
        hashes=(record.in_words,),
        lines=tuple(_said(shown, of_coup=coup is not None)),
        tables=tuple(_tables(shown, coups, of_coup=coup is not None)),
        across=True,
    )


def _said(shown: ShownComparison, *, of_coup: bool) -> Iterator[str]:
    compared = shown.compared
    yield _("Paid by %(by)s, version %(by_version)s; beside it %(other)s, version %(other_version)s.") % {
        "by": compared.by.title,
        "by_version": compared.by.version,
        "other": compared.other.title,
        "other_version": compared.other.version,
    }
    if of_coup:
        yield _("What lay in prison before the coup lies there as recorded.")
    else:
        yield _(
            "Prison is followed from coup to coup by the other rulebook; what players laid and chose is as recorded."
        )
    if shown.other_currency:
        yield _(
            "Amounts are in %(currency)s on both sides; the other rulebook counts in %(other_currency)s, and nothing "
            "is converted."
        ) % {"currency": compared.currency, "other_currency": shown.other_currency}
    differing = ngettext(
        "{differing} of {all} line would differ. {difference}",
        "{differing} of {all} lines would differ. {difference}",
        shown.lines,
    )
    yield differing.format(differing=count(shown.differing), all=count(shown.lines), difference=shown.in_all)
    if shown.unsettled:
        yield _("Counted are the lines that both rulebooks settle.")
    if not of_coup and shown.differing > MOST_LINES:
        words = _("Only {most} of these lines stand here; the papers of the coups by themselves have all.")
        yield words.format(most=count(MOST_LINES))


def _tables(
    shown: ShownComparison, coups: tuple[ShownCoup, ...], *, of_coup: bool
) -> Iterator[DocumentTable]:
    yield _sums(shown, of_coup=of_coup)
    if not of_coup:
        yield _coups(coups)
    differing = [(coup, line) for coup in coups for line in coup.differing]
    unsettled = [(coup, line) for coup in coups for line in coup.unsettled]
    most = len(differing) + len(unsettled) if of_coup else MOST_LINES
    yield _lines(_("Lines that would differ"), differing[:most], of_coup=of_coup)
    if unsettled:
        left = unsettled[: max(most - len(differing), 0)]
        yield _lines(_("Lines that are not settled"), left, of_coup=of_coup)
    if of_coup:
        alike = [(coup, line) for coup in coups for line in coup.alike]
        yield _lines(_("Lines that come to the same"), alike, of_coup=True)


def _sums(shown: ShownComparison, *, of_coup: bool) -> DocumentTable:
    between = (Column(_("Paid on lines not settled"), "right", 2),) if shown.unsettled else ()
    return DocumentTable(
        caption=_("Sums of the coup") if of_coup else _("Sums of the day"),
        columns=(
            Column(_("Sum"), share=3),
            Column(_("Paid"), "right", 2),
            *between,
            Column(_("Would be"), "right", 2),
        ),
        rows=tuple(
            (
                each.label,
                each.paid,
                *((each.not_settled,) if shown.unsettled else ()),
                each.would,
            )
            for each in shown.sums
        ),
    )


def _coups(coups: Iterable[ShownCoup]) -> DocumentTable:
    return DocumentTable(
        caption=_("Coups in which something would differ"),
        columns=(
            Column(_("Coup"), "right"),
            Column(_("Number"), "right"),
            Column(_("Lines that would differ"), "right", 2),
            Column(_("Lines that are not settled"), "right", 2),
            Column(_("Difference"), share=5),
            Column(_("Note"), share=6),
        ),
        rows=tuple(
            (
                count(each.coup),
                written(each.number),
                count(len(each.differing)),
                count(len(each.unsettled)),
                each.difference,
                " ".join(_notes(each)),
            )
            for each in coups
        ),
        nothing=_("None."),
        long=True,
    )


def _notes(coup: ShownCoup) -> Iterator[str]:
    if coup.withheld:
        yield _("Two sources disagree about its number; nothing of it is paid yet.")
    if coup.beside_the_sheet:
        yield _(
            "A dispute about this coup was decided, or something of it paid otherwise than worked out. The payout "
            "sheet says it; it is no part of what is compared."
        )


def _lines(caption: str, lines: Iterable[OfCoup], *, of_coup: bool) -> DocumentTable:
    first = () if of_coup else (Column(_("Coup"), "right"),)
    return DocumentTable(
        caption=caption,
        columns=(
            *first,
            Column(_("Bet"), share=3),
            Column(_("Seat"), share=2),
            Column(_("Stake"), "right", 2),
            Column(_("Paid"), share=5),
            Column(_("Would be"), share=5),
            Column(_("Difference"), "right", 2),
        ),
        rows=tuple(
            (
                *(() if of_coup else (count(coup.coup),)),
                line.name,
                line.seat,
                line.stake,
                _side(line.paid),
                _would(line),
                line.difference or "–",
            )
            for coup, line in lines
        ),
        nothing=_("None."),
        long=True,
    )


def _side(side: ShownSide | None) -> str:
    if side is None:
        return _("No more on the cloth")
    return "; ".join(filter(None, (capfirst(side.words), side.amounts, side.reference)))


def _would(line: ShownLine) -> str:
    if line.refused:
        return "; ".join(filter(None, (_("Not settled"), line.refused, line.refused_reference)))
    choice = _("Without what its owner chose: %(why)s") % {"why": line.choice} if line.choice else ""
    return "; ".join(filter(None, (_side(line.would), choice)))
