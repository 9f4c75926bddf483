"""One slip as a page and as paper: its pieces, its steps with their signatures, and the next steps of the cash desk."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext as _

from casino.cash.presenters.steps import ShownStep, signatories
from casino.commands.slip_presenter import ShownSlip, counted, shown_slip, step_label
from casino.kit.actors import called
from casino.kit.documents.document import casino_name
from casino.kit.forms.chip_counts import Row, rows
from casino.kit.money import money, plain
from settlement.models import Slip, SlipStep
from settlement.slip_rows import pieces_of
from tables.play.events import Pieces


class PieceLine(msgspec.Struct, frozen=True):
    """Pieces of a value: as requested, as they are now, and their worth."""

    value: str
    requested: int
    now: int
    worth: str


class SlipPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """A slip's page. `may` are the present steps of the cash desk; `rows` count its pieces.

    `house` is the casino's name. `mark` is printed above its paper: nothing on the original, REPRINT on a reprint.
    """

    house: str
    slip: ShownSlip
    lines: tuple[PieceLine, ...]
    steps: tuple[ShownStep, ...]
    rows: tuple[Row, ...]
    may: frozenset[str]
    mark: str
    marked_at: datetime | None


def present_slip(row: Slip, entered: Pieces | None = None) -> SlipPresenter:
    """Return the page of that row's slip; `entered` are pieces that were counted in a form that was refused."""
    requested, now = pieces_of(row.requested), pieces_of(row.pieces)
    mark, marked_at = _mark(row)
    return SlipPresenter(
        house=casino_name(row.casino_id),
        slip=shown_slip(row),
        lines=tuple(
            PieceLine(
                plain(value, row.currency),
                requested.get(value, 0),
                now.get(value, 0),
                money(value * now.get(value, 0), row.currency),
            )
            for value in sorted({*requested, *now}, reverse=True)
        ),
        steps=tuple(_steps(row)),
        rows=rows(min(now), (entered or now).items(), currency=row.currency),
        may=frozenset(_may(row)),
        mark=mark,
        marked_at=marked_at,
    )


def _issued(step: SlipStep, currency: str) -> str:
    return counted(pieces_of(step.pieces), currency) if step.step == "issued" else ""


def _steps(row: Slip) -> list[ShownStep]:
    made = SlipStep.objects.filter(casino_id=row.casino_id, number=row.number).order_by("version")
    return [
        ShownStep(
            label=_("Printed again") if step.step == "reprinted" else step_label(row.kind, step.step),
            at=step.at,
            by=called(step.by),
            signed=signatories(step.signed),
            words=", ".join(filter(None, (_issued(step, row.currency), step.words))),
        )
        for step in made
    ]


def _may(row: Slip) -> list[str]:
    """Return the steps at the cash desk, the next one first. A credit that left the table is voided there."""
    if row.status in ("received", "voided"):
        return ["reprint"]
    following = {"requested": ["issue"], "handed_over": ["receive"]}.get(row.status, [])
    if row.kind == "fill" and row.status == "issued":
        following = ["carry"]
    void = ["void"] if row.status != "handed_over" else []
    return [*following, *void, *(["reprint"] if row.status != "requested" else [])]


def _mark(row: Slip) -> tuple[str, datetime | None]:
    """Return the mark above the paper. The original is printed as the slip is issued; each later print is a reprint."""
    if row.status == "voided":
        return _("VOID"), row.moved_at
    if row.reprints:
        return _("REPRINT {number}").format(number=row.reprints), row.reprinted_at
    return ("", None) if row.status == "issued" else (_("COPY"), None)
