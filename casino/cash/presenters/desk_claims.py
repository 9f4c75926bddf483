"""Receipts of sales and redemptions at the cash desk, and the claims about them, as the pages show them."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.cash.presenters.chips import WHAT, pieces_of_entry
from casino.kit.actors import called
from casino.kit.clauses import cited_from
from settlement.desk_claim_aggregate import WITH_RECEIPT, desk_claims
from settlement.desk_claims.state import receipt_of
from settlement.models import BankEntry


class ShownClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim at the cash desk; `out_of_time` is the clause by which it is, as printed. Times are the casino's."""

    claim: int
    receipt: str
    what: str
    at: datetime
    out_of_time: str
    answer: str
    upheld: bool
    answered_at: datetime | None


class DeskReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """A sale or a redemption of chips: `rows` are series, values and pieces, the highest value first."""

    number: int
    receipt: str
    what: str
    day: str
    at: datetime
    by: str
    rows: tuple[tuple[str, int, int], ...]
    total: int
    currency: str
    claims: tuple[ShownClaim, ...]


def shown_claims(casino_id: int) -> tuple[ShownClaim, ...]:
    """Return all claims at the cash desk, the newest first."""
    return tuple(
        ShownClaim(
            claim=each.claim,
            receipt=each.receipt,
            what=each.what,
            at=timezone.localtime(each.at),
            out_of_time=cited_from(each.clause),
            answer=each.answer,
            upheld=each.upheld,
            answered_at=timezone.localtime(each.answered_at) if each.answered_at else None,
        )
        for each in reversed(desk_claims(casino_id).claims)
    )


def desk_receipt_of(casino_id: int, number: int) -> DeskReceipt | None:
    """Return the receipt with this number; None if the chip bank has no sale or redemption of that number."""
    entry = BankEntry.objects.filter(casino_id=casino_id, version=number, what__in=WITH_RECEIPT).first()
    if entry is None:
        return None
    receipt = receipt_of(entry.day, entry.version)
    return DeskReceipt(
        number=entry.version,
        receipt=receipt,
        what=_(WHAT[entry.what]),
        day=entry.day,
        at=timezone.localtime(entry.at),
        by=called(entry.by),
        rows=_rows(pieces_of_entry(entry).items()),
        total=entry.total,
        currency=entry.currency,
        claims=tuple(each for each in shown_claims(casino_id) if each.receipt == receipt),
    )


def _rows(by_series: Iterable[tuple[str, dict[int, int]]]) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (series, value, count)
        for series, pieces in sorted(by_series)
        for value, count in sorted(pieces.items(), reverse=True)
    )
