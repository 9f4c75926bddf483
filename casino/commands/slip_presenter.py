"""A slip as the screens of the floor and of the cash desk show it: its pieces in words, its way as a strip."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext, gettext_noop

from casino.commands.signing import SignsBeside
from casino.kit.forms.chip_counts import in_words
from casino.kit.money import money
from settlement.models import Slip
from settlement.slip_rows import pieces_of
from settlement.slips.state import ENDED, WAYS
from tables.play.events import Pieces

STEPS = {
    "requested": gettext_noop("Requested"),
    "issued": gettext_noop("Issued"),
    "carried": gettext_noop("In transit"),
    "handed_over": gettext_noop("Handed over"),
    "received": gettext_noop("Received"),
    "voided": gettext_noop("Voided"),
}
"""The steps of a slip, as the strip has them."""
SENT_FOR = gettext_noop("Sent for")
"""That step of a credit which the record has as issued: the cash desk has sent somebody for the chips."""
KINDS = {"fill": gettext_noop("Fill"), "credit": gettext_noop("Credit")}
CLOSING_KINDS = {"fill": gettext_noop("Closing fill"), "credit": gettext_noop("Closing credit")}
NEXT_AT_THE_TABLE = {("fill", "carried"): "receive", ("credit", "issued"): "hand-over"}
"""Next step of the table, by kind and status of a slip."""
BACK_TO_THE_BANK = ("issued", "carried")


class Step(msgspec.Struct, frozen=True):
    """A step on a slip's way: done, here, or still to come."""

    label: str
    standing: str


class ShownSlip(msgspec.Struct, frozen=True, kw_only=True):
    """A slip. `since` (UTC) is the beginning of its status; `instead_of` are the requested pieces if others were
    issued.

    `at_the_table` is the table's next step, empty if it is not its turn; `void_signed_by` names the second signatory
    if it is voided at the table.
    """

    number: str
    kind: str
    what: str
    table: str
    day: str
    status: str
    strip: tuple[Step, ...]
    pieces: str
    instead_of: str
    series: str
    total: str
    currency: str
    carrier: str
    since: datetime
    version: int
    reprints: int
    reprinted_at: datetime | None
    ended: bool
    at_the_table: str
    void_signed_by: SignsBeside | None


def shown_slip(row: Slip) -> ShownSlip:
    pieces, requested = pieces_of(row.pieces), pieces_of(row.requested)
    return ShownSlip(
        number=row.number,
        kind=row.kind,
        what=gettext((CLOSING_KINDS if row.closing else KINDS)[row.kind]),
        table=row.table,
        day=row.day,
        status=row.status,
        strip=_strip(row),
        pieces=counted(pieces, row.currency),
        instead_of="" if pieces == requested else counted(requested, row.currency),
        series=", ".join(sorted(row.by_series)),
        total=money(row.total, row.currency),
        currency=row.currency,
        carrier=row.carrier,
        since=row.moved_at,
        version=row.version,
        reprints=row.reprints,
        reprinted_at=row.reprinted_at,
        ended=row.status in ENDED,
        at_the_table=NEXT_AT_THE_TABLE.get((row.kind, row.status), ""),
        void_signed_by=_void_signed_by(row),
    )


def counted(pieces: Pieces, currency: str) -> str:
    return in_words(sorted(pieces.items(), reverse=True), currency)


def step_label(kind: str, step: str) -> str:
    """A step of a slip of that kind, as its page, its paper and its strip have it."""
    return gettext(SENT_FOR if (kind, step) == ("credit", "issued") else STEPS[step])


def _strip(row: Slip) -> tuple[Step, ...]:
    if row.status == "voided":
        return (Step(step_label(row.kind, "requested"), "done"), Step(step_label(row.kind, "voided"), "here"))
    way = WAYS[row.kind]
    here = way.index(row.status)
    return tuple(
        Step(step_label(row.kind, step), "done" if place < here else "here" if place == here else "")
        for place, step in enumerate(way)
    )


def _void_signed_by(row: Slip) -> SignsBeside | None:
    if row.kind == "fill" and row.status in BACK_TO_THE_BANK:
        return SignsBeside("cash_desk", gettext("The cash desk takes the chips back and signs"))
    if row.status == "handed_over":
        return SignsBeside("chef_de_table", gettext("The chef de table signs for the chips that come back"))
    return None
