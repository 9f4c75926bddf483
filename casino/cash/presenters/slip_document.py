"""Document of a slip: the pieces, the signatories of each step, and lines for missing signatures."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.cash.presenters.slips import SlipPresenter
from casino.kit.dates import long_day, moment
from casino.kit.documents.document import Column, Document, DocumentTable
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import count

STILL_SIGN = {
    "fill": (gettext_noop("Carried"), gettext_noop("Croupier"), gettext_noop("Chef de table")),
    "credit": (gettext_noop("Croupier"), gettext_noop("Chef de table"), gettext_noop("Cash desk")),
}
"""People with a line on the document of an open slip, by its kind."""


def slip_document(of: SlipPresenter, record: MadeFrom) -> Document:
    """Return the document of the slip, made from this part of the record.

    The document is marked REPRINT and VOID as the printed page is.
    """
    slip = of.slip
    way = (
        _("From the chip bank to {table}, gaming day {day}")
        if slip.kind == "fill"
        else _("To the chip bank from {table}, gaming day {day}")
    )
    subtitle = way.format(table=slip.table, day=long_day(slip.day))
    if slip.series:
        subtitle += _(", series {series}").format(series=slip.series)
    if slip.carrier:
        subtitle += _("; carried by {carrier}").format(carrier=slip.carrier)
    foot, made_at = _("Slip {number}, as the record has it at {moment}"), record.dated(slip.day)
    return Document(
        title=f"{slip.what} {slip.number}",
        subtitle=subtitle,
        made_at=made_at,
        house=of.house,
        foot=foot.format(number=slip.number, moment=moment(made_at)),
        hashes=(record.in_words,),
        mark=of.mark,
        marked_at=moment(of.marked_at) if of.marked_at else "",
        tables=(_pieces(of), _signed(of)),
        sign_here=() if slip.ended else tuple(map(_, STILL_SIGN[slip.kind])),
    )


def _pieces(of: SlipPresenter) -> DocumentTable:
    """Return the pieces of the slip; if they differ from the requested ones, with both."""
    worth = _("Worth, {currency}").format(currency=of.slip.currency)
    columns = (Column(_("Value"), "right"), Column(worth, "right", 2))
    caption, together = _("Pieces"), (_("Total"), of.slip.total)
    if not of.slip.instead_of:
        return DocumentTable(
            caption=caption,
            columns=(Column(_("Pieces"), "right"), *columns),
            rows=tuple((count(line.now), f"× {line.value}", line.worth) for line in of.lines if line.now),
            together=("", *together),
        )
    return DocumentTable(
        caption=caption,
        columns=(Column(_("Requested"), "right"), Column(_("On the slip"), "right"), *columns),
        rows=tuple(
            (count(line.requested), count(line.now), f"× {line.value}", line.worth) for line in of.lines
        ),
        together=("", "", *together),
    )


def _signed(of: SlipPresenter) -> DocumentTable:
    return DocumentTable(
        caption=_("Signed"),
        columns=(Column(_("Step"), share=2), Column(_("When"), share=2), Column(_("By"), share=5)),
        rows=tuple(
            (
                step.label,
                moment(step.at),
                "; ".join(filter(None, (", ".join(step.signed) or step.by, step.words))),
            )
            for step in of.steps
        ),
    )
