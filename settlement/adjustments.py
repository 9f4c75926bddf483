"""Corrections of a coup after its number: adjustments on its sheet, each with its cause.

A decided dispute has the dispute and the casino's payment. Restored bets have the bets and the change of their
players' results: more than at their former place, or less. The change is computed again with the sheet, so that it
is right under another number too.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of, settle_sheet
from tables.play import events as e
from tables.play.dispute.events import Displaced
from tables.play.state import State
from tables.roulette.stake import Stake


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a coup: a `dispute` that the management decided, or restored `bets`.

    `amount` (minor units) is the casino's payment to the player, below zero the player's to the casino; for restored
    bets it is in the sheet's prizes and stakes already. `basis` and `decided_by`: the proof of their former place.
    """

    kind: Literal["dispute", "reconstitution"] = "dispute"
    amount: int
    clause: str | None
    dispute: str = ""
    player: str = ""
    outcome: str = ""
    reason: str = ""
    bets: tuple[Displaced, ...] = ()
    basis: str = ""
    decided_by: str = ""
    reference: str | None = None
    """The clause as printed; it is not kept."""

    @property
    def about(self) -> tuple[str, ...]:
        """References of the adjusted parts of the coup: the dispute, or the bets."""
        return (self.dispute,) if self.kind == "dispute" else tuple(bet.ref for bet in self.bets)


class AdjustedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup with corrections, and the rules by which to read it."""

    table: str
    coup: int
    rulebook: str
    version: int
    wheel: str
    currency: str
    adjustments: tuple[Adjustment, ...]


def of_dispute(event: e.DisputeDecided) -> dict[str, Any]:
    """The adjustment that a decision is, as its sheet keeps it."""
    decided = msgspec.to_builtins(event)
    names = ("dispute", "player", "outcome", "amount", "reason", "clause")
    return {"kind": "dispute", **{name: decided[name] for name in names}}


def of_reconstitution(event: e.BetsReconstituted) -> dict[str, Any]:
    """The adjustment that bets put back are, as their sheet keeps it; `worked_out` fills its amount."""
    return {
        "kind": "reconstitution",
        "bets": [msgspec.to_builtins(each) for each in event.bets],
        "basis": event.basis,
        "decided_by": event.decided_by.name,
        "amount": 0,
        "clause": event.clause,
    }


def worked_out(sheet: PayoutSheet, table: State, stakes: Sequence[Stake]) -> list[dict[str, Any]]:
    """Return the sheet's adjustments, each restoration with its effect by the rules of the `table`; `stakes` are
    those of the sheet.
    """
    choices, after, found = dict(sheet.choices), _players_have(sheet), []
    for each in reversed(sheet.adjustments):
        amount = each["amount"]
        if each["kind"] == "reconstitution":
            lay = {bet["ref"]: bet["before"] for bet in each["bets"]}
            stakes = [replace(stake, bet=lay.get(stake.ref, stake.bet)) for stake in stakes]
            # A stake had no choice to make where it had lain.
            choices = {ref: choice for ref, choice in choices.items() if ref not in lay}
            settled = settle_sheet(sheet, table, sheet.number, stakes, choices)
            before = _players_have(PayoutSheet(**settled))
            amount, after = after - before, before
        found.append({**each, "amount": amount})
    return found[::-1]


def _players_have(sheet: PayoutSheet) -> int:
    """Return the players' part of the coup: prizes, returned stakes, and stakes that stay theirs in prison."""
    total: int = sheet.total_prize + sheet.total_returned + sheet.total_held
    return total


def adjustments_on(row: PayoutSheet, printed: dict[str, str]) -> tuple[Adjustment, ...]:
    """A sheet's adjustments; `printed` are the rulebook's clauses as printed."""
    kept = msgspec.convert(row.adjustments, tuple[Adjustment, ...])
    return tuple(
        replace(each, reference=None if each.clause is None else printed[each.clause]) for each in kept
    )


def adjusted_on(casino_id: int, table: str, day: str) -> tuple[AdjustedCoup, ...]:
    """Return the coups of a table's day with corrections. Runs two queries."""
    sheets = PayoutSheet.objects.filter(casino_id=casino_id, table=table, day=day).exclude(adjustments=[])
    found = list(sheets.order_by("coup").only("table", "coup", "adjustments"))
    if not found:
        return ()
    opened = GamingDay.objects.get(casino_id=casino_id, table=table, day=day)
    printed = rules_of(opened).clauses
    return tuple(
        AdjustedCoup(
            table=table,
            coup=row.coup,
            rulebook=opened.rulebook,
            version=opened.rulebook_version,
            wheel=opened.wheel,
            currency=opened.currency,
            adjustments=adjustments_on(row, printed),
        )
        for row in found
    )
