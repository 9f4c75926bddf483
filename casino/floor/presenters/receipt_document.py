"""The receipt of a change as a document: the content of its printed page, dated by the record."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from casino.floor.presenters.receipts import Receipt, ReceiptClaim
from casino.kit.dates import long_day, moment, second
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count, money
from tables.handling.models import GamingTable


def receipt_document(
    receipt: Receipt, table: GamingTable, day: str, *, currency: str, record: MadeFrom
) -> Document:
    """The receipt of a change, made from this of the record."""
    title = ", ".join((_("Change"), _("Receipt %(receipt)s") % {"receipt": receipt.receipt}))
    made_at = record.dated(day)
    return Document(
        title=title,
        subtitle=_("%(code)s %(name)s, gaming day %(day)s, %(label)s")
        % {"code": table.code, "name": table.name, "day": long_day(day), "label": receipt.seat.label},
        made_at=made_at,
        house=casino_name(table.casino_id),
        foot=_("{title}, {day}, as the record has it at {moment}").format(
            title=title, day=long_day(day), moment=moment(made_at)
        ),
        hashes=(record.in_words,),
        lines=tuple(map(_claim, receipt.claims)),
        tables=(
            _chips(_handed_in(receipt), receipt.given, receipt.total, currency),
            *_paid_out(receipt, currency),
        ),
    )


def _handed_in(receipt: Receipt) -> str:
    parts = {"handed": receipt.handed, "series": receipt.series, "at": second(receipt.requested_at)}
    words = (
        _("Handed in, {handed} of series {series}, {at}")
        if receipt.series
        else _("Handed in, {handed}, {at}")
    )
    return words.format(**parts)


def _paid_out(receipt: Receipt, currency: str) -> Iterator[DocumentTable]:
    if receipt.closed_at is None:
        caption = _("Not paid out yet")
    elif receipt.paid_out:
        caption = ", ".join(
            filter(None, (_("Paid out, {at}").format(at=second(receipt.closed_at)), receipt.by))
        )
    else:
        caption = _("Given back as it was, {at}").format(at=second(receipt.closed_at))
    yield _chips(caption, receipt.paid_out, receipt.total, currency)


def _chips(caption: str, chips: tuple[tuple[int, int], ...], total: int, currency: str) -> DocumentTable:
    return DocumentTable(
        caption=caption,
        columns=(
            Column(_("Pieces"), "right"),
            Column(_("Value"), "right"),
            Column(_("Worth, {currency}").format(currency=currency), "right", 2),
        ),
        rows=tuple(
            (count(pieces), f"× {money(value, currency)}", money(value * pieces, currency))
            for value, pieces in chips
        ),
        together=("", _("Total"), money(total, currency)) if chips else (),
        nothing="–",
    )


def _claim(claim: ReceiptClaim) -> str:
    late = (
        _("out of time (%(out_of_time)s)") % {"out_of_time": claim.out_of_time} if claim.out_of_time else ""
    )
    if claim.answered_at is None:
        answer = _("not answered yet")
    else:
        decided = _("upheld") if claim.upheld else _("not upheld")
        answer = f"{decided}: {claim.answer}"
    what = _("Claim of {at}: {claim}").format(at=second(claim.at), claim=claim.what)
    return "; ".join(filter(None, (what, late, answer)))
