"""A coup's payout sheet as a document: the content of its printed page, dated by the record."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.floor.presenters.payments import SheetPresenter
from casino.floor.templatetags import floor as words_of
from casino.kit.dates import long_day, moment, second
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count, money
from casino.kit.seats import seat_of
from settlement.sheets import SheetLine
from tables.handling.models import GamingTable
from tables.roulette.wheel import written


def sheet_document(of: SheetPresenter, table: GamingTable, record: MadeFrom) -> Document:
    """The payout sheet of a coup, made from this of the record."""
    sheet = of.sheet
    title = _("Payout sheet, %(code)s, coup %(coup)s") % {"code": sheet.table, "coup": sheet.coup}
    made_at = record.dated(sheet.day)
    return Document(
        title=title,
        subtitle=", ".join(_when(of)),
        made_at=made_at,
        house=casino_name(sheet.casino_id),
        foot=_("{title}, {day}, as the record has it at {moment}").format(
            title=title, day=long_day(sheet.day), moment=moment(made_at)
        ),
        hashes=(record.in_words,),
        mark=_("WITHHELD") if sheet.withheld else "",
        lines=(f"{table.code} {table.name}", *_said(of)),
        tables=tuple(_tables(of)),
    )


def _when(of: SheetPresenter) -> Iterator[str]:
    sheet = of.sheet
    yield _("Gaming day %(day)s, coup %(coup)s, settled %(settled_at)s") % {
        "day": long_day(sheet.day),
        "coup": sheet.coup,
        "settled_at": second(sheet.settled_at),
    }
    if sheet.amended_at:
        yield _("amended %(amended_at)s") % {"amended_at": second(sheet.amended_at)}
    if sheet.paid_at:
        yield _("paid %(paid_at)s") % {"paid_at": second(sheet.paid_at)}


def _said(of: SheetPresenter) -> Iterator[str]:
    sheet = of.sheet
    aloud = [f"«{words}»" for words in (sheet.announcement, sheet.multiples) if words]
    yield " ".join((written(sheet.number), *aloud))
    if sheet.rakes and sheet.pays:
        yield _("Rakes: {rakes} ({rakes_label}); pays: {pays} ({pays_label}), {clause}").format(
            rakes=sheet.rakes.name or _("nobody"),
            rakes_label=sheet.rakes.label,
            pays=sheet.pays.name or _("nobody"),
            pays_label=sheet.pays.label,
            clause=sheet.roles_reference or "–",
        )
    yield capfirst(of.to_pay)
    if of.taken:
        yield capfirst(of.taken)
    for line in sheet.others:
        again = words_of.played_again(line, sheet.currency)
        if again and line.replay:
            yield f"{line.name}, {money(line.stake, sheet.currency)}: " + ", ".join(
                filter(None, (again, words_of.noted(line.replay)))
            )
    yield from of.differing
    yield from of.undone
    for each in of.adjusted:
        words = _("Adjustment, %(about)s: %(words)s, %(amount)s to the player") % {
            "about": each.about,
            "words": each.words,
            "amount": money(each.amount, sheet.currency),
        }
        yield f"{words} ({each.reference})" if each.reference else words


def _tables(of: SheetPresenter) -> Iterator[DocumentTable]:
    sheet = of.sheet
    layout = (Column(_("Layout"), "right", 3),) if of.by_layout else ()
    seat_and_bet = (Column(_("Seat"), share=6), Column(_("Bet"), share=8), Column(_("Stake"), "right", 4))
    yield DocumentTable(
        caption=_("Payout sheet, in the order of payment"),
        columns=(
            Column(_("Turn"), "right", 3),
            *layout,
            *seat_and_bet,
            Column(_("How"), share=15),
            Column(_("Pay out"), "right", 4),
        ),
        rows=tuple(
            (
                "" if line.turn is None else str(line.turn),
                *((str(group.layout),) if of.by_layout else ()),
                seat_of(group.player).label,
                _bet(line),
                money(line.stake, sheet.currency),
                "; ".join(_how(of, line)),
                money(line.paid_out, sheet.currency),
            )
            for group in sheet.groups
            for line in group.lines
        ),
        nothing=_("No prize in this coup."),
        together=(
            "",
            *("" for _each in layout),
            "",
            "",
            "",
            _("Total"),
            money(sheet.total_paid_out, sheet.currency),
        )
        if sheet.groups
        else (),
    )
    if of.moved:
        yield DocumentTable(
            caption=_("No prize: the chips stay or go back"),
            columns=(*layout, *seat_and_bet, Column(_("How"), share=15), Column(_("Amount"), "right", 4)),
            rows=tuple(
                (
                    *((str(line.layout),) if of.by_layout else ()),
                    seat_of(line.player).label,
                    _bet(line),
                    money(line.stake, sheet.currency),
                    "; ".join(_kept(line, sheet.currency)),
                    money(line.held or line.returned, sheet.currency),
                )
                for line in of.moved
            ),
        )


def _bet(line: SheetLine) -> str:
    more = ""
    if len(line.refs) > 1:
        refs = len(line.refs)
        more = ", " + ngettext("{count} bet", "{count} bets", refs).format(count=count(refs))
    if line.on_behalf_of:
        more += ", " + _("for %(owner)s") % {"owner": seat_of(line.on_behalf_of).label}
    return line.name + more


def _how(of: SheetPresenter, line: SheetLine) -> Iterator[str]:
    """Yield the words for the payment of a line and its reasons, in the order of the page."""
    sheet = of.sheet
    partly, left = of.partly.get(line.ref), of.left.get(line.ref)
    again, unclaimed = words_of.played_again(line, sheet.currency), words_of.unclaimed(line)
    parts: tuple[tuple[str, str | None], ...] = (
        (_("Paid") if line.ref in of.paid else "", None),
        (partly or "", _("%(left)s left") % {"left": left} if left else None),
        (words_of.opening(line), sheet.open_reference),
        (words_of.over_the_maximum(line, sheet.currency), None),
        (line.reference, words_of.noted(line)),
        (words_of.placing(line, sheet.currency), None),
        (words_of.taken(line, sheet.currency), None),
        (words_of.put_down(line, sheet.currency), sheet.stacks_reference),
        (words_of.handed_over(line), line.handed_over_reference),
        *((words, None) for words in words_of.aloud(line)),
        (again, words_of.noted(line.replay) if line.replay else None),
        (words_of.lies_on(line, sheet.currency), sheet.stays_reference),
        (unclaimed, line.unclaimed.reference if line.unclaimed else None),
        (
            _("of %(prize)s") % {"prize": money(line.prize, sheet.currency)}
            if line.replay or line.unclaimed
            else "",
            None,
        ),
    )
    for words, more in parts:
        if words:
            yield f"{words} ({more})" if more else words


def _kept(line: SheetLine, currency: str) -> Iterator[str]:
    over = words_of.over_the_maximum(line, currency)
    if over:
        yield over
    yield ", ".join(filter(None, (words_of.standing(line, currency), line.reference, words_of.noted(line))))
