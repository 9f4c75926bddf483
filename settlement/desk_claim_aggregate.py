"""Claims at the cash desk under the command handler: decided on all claims of the casino, which are few."""

from collections.abc import Iterator
from datetime import datetime

from settlement.desk_claims import commands as c
from settlement.desk_claims import events as e
from settlement.desk_claims.decide import AtTheDesk, decide
from settlement.desk_claims.state import DeskClaims, evolve, receipt_of
from settlement.models import BankEntry
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import ChangeRule, Rulebook
from tables.stream import Appended, read_stream

WITH_RECEIPT = ("chips_sold", "chips_redeemed")
"""Entries of the chip bank that give a player chips or money, and so have a receipt."""


class DeskClaimAggregate(Aggregate[c.AnyOnDeskClaim, DeskClaims, e.AnyDeskClaimEvent]):
    """The claims at the casino's cash desk. A command waits for the one before it."""

    codec = e.DESK_CLAIM_EVENTS
    there: AtTheDesk

    @property
    def stream_id(self) -> str:
        return e.DESK_CLAIMS_STREAM

    def load(self, command: c.AnyOnDeskClaim, now: datetime) -> DeskClaims:
        hold_casino(self.casino_id)
        rulebook = desk_rulebook(self.casino_id)
        self.there = AtTheDesk(
            day=gaming_day(self.casino_id, now).isoformat(),
            rule=_rule_of(rulebook),
            knows_receipt=isinstance(command, c.ClaimAtDesk) and _is_receipt(self.casino_id, command.receipt),
        )
        return desk_claims(self.casino_id)

    def current(self, earlier: Appended) -> DeskClaims:
        return desk_claims(self.casino_id)

    def decide(
        self, state: DeskClaims, command: c.AnyOnDeskClaim, at: datetime
    ) -> Iterator[e.AnyDeskClaimEvent]:
        yield decide(state, command, self.there)

    def evolve(self, state: DeskClaims, happened: Happened[e.AnyDeskClaimEvent]) -> DeskClaims:
        return evolve(state, happened.event, happened.version, happened.at)


def desk_claims(casino_id: int) -> DeskClaims:
    """Return all claims at the cash desk, from the record."""
    state = DeskClaims()
    for record in read_stream(casino_id, e.DESK_CLAIMS_STREAM):
        state = evolve(state, e.DESK_CLAIM_EVENTS.read(record), record.version, record.occurred_at)
    return state


def desk_rulebook(casino_id: int) -> Rulebook | None:
    """Return the first rulebook, by the code of its table, whose rule on change holds at the cash desk too."""
    for name in GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True):
        rulebook = get_rulebook(name)
        if rulebook.change is not None and rulebook.change.at_cash_desk:
            return rulebook
    return None


def _rule_of(rulebook: Rulebook | None) -> ChangeRule | None:
    return rulebook.change if rulebook else None


def _is_receipt(casino_id: int, receipt: str) -> bool:
    number = receipt.rpartition("/")[2]
    if not number.isdecimal() or len(number) > 18:
        return False
    entry = BankEntry.objects.filter(casino_id=casino_id, version=int(number), what__in=WITH_RECEIPT).first()
    return entry is not None and receipt_of(entry.day, entry.version) == receipt
