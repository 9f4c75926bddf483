"""A slip as a paper: the pieces, who signed for which step, and lines for those who have not signed yet."""

from datetime import datetime

from django.utils import timezone

from casino.cash.presenters.slips import SlipPage
from casino.kit.documents.document import Column, Paper, PaperTable
from casino.kit.template_filters import gaming_day_on_paper

STILL_SIGN = {
    "fill": ("Carried", "Croupier", "Chef de table"),
    "credit": ("Croupier", "Chef de table", "Cash desk"),
}
"""Who has a line on the paper of a slip that has not ended, by its kind."""


def slip_paper(page: SlipPage, now: datetime) -> Paper:
    """The paper of the slip, as it stands `now` (UTC); it says COPY, REPRINT and VOID as the printed page does."""
    slip = page.slip
    way = "From the chip bank to" if slip.kind == "fill" else "To the chip bank from"
    series = f", series {slip.series}" if slip.series else ""
    carrier = f"; carried by {slip.carrier}" if slip.carrier else ""
    return Paper(
        title=f"{slip.what} {slip.number}",
        subtitle=f"{way} {slip.table}, gaming day {gaming_day_on_paper(slip.day)}{series}{carrier}",
        made_at=now,
        house=page.house,
        foot=f"Slip {slip.number}, as the record has it at {_said(now)}",
        mark=page.mark,
        marked_at=_said(page.marked_at) if page.marked_at else "",
        tables=(_pieces(page), _signed(page)),
        sign_here=() if slip.ended else STILL_SIGN[slip.kind],
    )


def _pieces(page: SlipPage) -> PaperTable:
    """What the slip brings; where that is not what was requested, with what that was."""
    value, worth = Column("Value", "right"), Column(f"Worth, {page.slip.currency}", "right", 2)
    if not page.slip.instead_of:
        return PaperTable(
            caption="Pieces",
            columns=(Column("Pieces", "right"), value, worth),
            rows=tuple((f"{line.now:,}", f"× {line.value}", line.worth) for line in page.lines if line.now),
            together=("", "Together", page.slip.total),
        )
    return PaperTable(
        caption="Pieces",
        columns=(Column("Requested", "right"), Column("On the slip", "right"), value, worth),
        rows=tuple(
            (f"{line.requested:,}", f"{line.now:,}", f"× {line.value}", line.worth) for line in page.lines
        ),
        together=("", "", "Together", page.slip.total),
    )


def _signed(page: SlipPage) -> PaperTable:
    return PaperTable(
        caption="Signed",
        columns=(Column("Step", share=2), Column("When", share=2), Column("By whom", share=5)),
        rows=tuple(
            (
                step.label,
                _said(step.at),
                "; ".join(filter(None, (", ".join(step.signed) or step.by, step.words))),
            )
            for step in page.steps
        ),
    )


def _said(at: datetime) -> str:
    return f"{timezone.localtime(at):%-d %b %Y, %H:%M:%S}"
