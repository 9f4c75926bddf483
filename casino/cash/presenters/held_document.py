"""The receipt of an item in safekeeping as a document: the content of its printed page, dated by the record."""

from django.utils.translation import gettext as _

from casino.cash.presenters.safekeeping import SafekeepingReceipt
from casino.cash.presenters.steps import ShownStep
from casino.kit.dates import moment
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import money


def held_document(casino_id: int, receipt: SafekeepingReceipt, day: str, *, record: MadeFrom) -> Document:
    """Return the receipt of an item kept since this gaming day (ISO), made from this part of the record."""
    item = receipt.item
    title = ", ".join((_("Held"), _("Receipt %(receipt)s") % {"receipt": item.receipt}))
    made_at = record.dated(day)
    rows = [(_("Stake"), money(receipt.stake, item.currency))]
    if receipt.prize:
        rows.append((_("Prize"), money(receipt.prize, item.currency)))
    return Document(
        title=title,
        subtitle=", ".join((item.table, item.what, receipt.whose or _("nobody known"))),
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{title}, as the record has it at {moment}").format(title=title, moment=moment(made_at)),
        hashes=(record.in_words,),
        lines=tuple(filter(None, _lines(receipt))),
        tables=(
            DocumentTable(
                caption=_("What is held"),
                columns=(Column(_("What"), share=3), Column(item.currency, "right")),
                rows=tuple(rows),
                together=(_("Total"), item.amount),
            ),
            DocumentTable(
                caption=_("Outcome"),
                columns=(
                    Column(_("Step"), share=3),
                    Column(_("When"), share=2),
                    Column(_("Who"), share=2),
                    Column(_("Signed"), share=3),
                ),
                rows=tuple(map(_row, receipt.steps)),
            ),
        ),
    )


def _lines(receipt: SafekeepingReceipt) -> tuple[str, ...]:
    item = receipt.item
    since = _("Held since {moment} ({clause})").format(moment=moment(item.since), clause=item.clause)
    waits = _("Waits beside the cloth, not set aside yet.") if item.waits else ""
    return since, waits, f"{receipt.may}." if receipt.may else ""


def _row(step: ShownStep) -> tuple[str, ...]:
    return (
        ", ".join(filter(None, (step.label, step.words))),
        moment(step.at),
        step.by,
        ", ".join(step.signed),
    )
