"""The receipts of a day's changes at a table, with the claims on them, from the record."""

from datetime import datetime
from typing import get_args

import msgspec
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from msgspec.structs import replace

from casino.kit.actors import called
from casino.kit.clauses import cited
from casino.kit.forms.chip_counts import in_words
from casino.kit.seats import Seat, seat_of
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.roulette.rulebook import Rulebook
from tables.stream import read_stream

HANDED = {"chips": gettext_noop("chips"), "notes": gettext_noop("notes")}


class ReceiptClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim about a change; `out_of_time` is the clause by which it is, as printed."""

    claim: int
    receipt: str
    what: str
    at: datetime
    out_of_time: str
    answer: str = ""
    upheld: bool = False
    answered_at: datetime | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """One change: `given` and `paid_out` are values (minor units) with their pieces, the highest first.

    Times are the house's. `closed` is empty while it is open, else how it ended, in words.
    """

    number: int
    receipt: str
    seat: Seat
    handed: str
    series: str
    given: tuple[tuple[int, int], ...]
    total: int
    requested_at: datetime
    wanted: str
    paid_out: tuple[tuple[int, int], ...] = ()
    closed: str = ""
    closed_at: datetime | None = None
    by: str = ""
    claims: tuple[ReceiptClaim, ...] = ()


class DaysChanges(msgspec.Struct, frozen=True, kw_only=True):
    """The changes of a gaming day, the newest first, and claims made that day about the receipts of earlier ones."""

    receipts: tuple[Receipt, ...]
    other_claims: tuple[ReceiptClaim, ...]

    def numbered(self, number: int) -> Receipt | None:
        return next((each for each in self.receipts if each.number == number), None)


def receipts_of(casino_id: int, table: str, day: str, rulebook: Rulebook) -> DaysChanges:
    """All that the record has of a table's changes on that gaming day."""
    receipts: dict[str, Receipt] = {}
    claims: dict[int, ReceiptClaim] = {}
    for record in read_stream(casino_id, table_stream(table, day)):
        if record.type not in TYPES:
            continue
        at, by = timezone.localtime(record.occurred_at), record.metadata.get("by")
        match e.TABLE_EVENTS.read(record):
            case e.ChangeRequested() as request:
                receipts[request.receipt] = _opened(request, at, rulebook.currency)
            case e.ChangeFinished() as finished:
                receipts[finished.receipt] = replace(
                    receipts[finished.receipt],
                    paid_out=_counted(finished.paid_out),
                    closed=gettext("paid out"),
                    closed_at=at,
                    by=called(str(by.get("name", ""))) if isinstance(by, dict) else "",
                )
            case e.ChangeGivenBack() as back:
                receipts[back.receipt] = replace(
                    receipts[back.receipt], closed=gettext("given back"), closed_at=at
                )
            case e.ChangeClaimed() as claimed:
                claims[claimed.claim] = ReceiptClaim(
                    claim=claimed.claim,
                    receipt=claimed.receipt,
                    what=claimed.what,
                    at=at,
                    out_of_time=cited(rulebook, claimed.clause),
                )
            case e.ClaimAnswered() as answered:
                claims[answered.claim] = replace(
                    claims[answered.claim], answer=answered.answer, upheld=answered.upheld, answered_at=at
                )
    return DaysChanges(
        receipts=tuple(
            replace(each, claims=tuple(claim for claim in claims.values() if claim.receipt == each.receipt))
            for each in reversed(receipts.values())
        ),
        other_claims=tuple(claim for claim in claims.values() if claim.receipt not in receipts),
    )


def _opened(request: e.ChangeRequested, at: datetime, currency: str) -> Receipt:
    return Receipt(
        number=request.number,
        receipt=request.receipt,
        seat=seat_of(request.player),
        handed=gettext(HANDED[request.handed]),
        series=request.series or "",
        given=_counted(request.given),
        total=request.total,
        requested_at=at,
        wanted=in_words(_counted(request.wanted), currency),
    )


def _counted(pieces: e.Pieces) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(pieces.items(), reverse=True))


TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(e.ChangeEvent))
