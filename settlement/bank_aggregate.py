"""The chip bank under the command handler: requests are decided on the stock by the record."""

from datetime import datetime

from django.db.models import Max
from msgspec.structs import replace

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.decide import BankState, decide
from settlement.bank.evolve import by_bank
from settlement.bank.pieces import BySeries, added, without_none
from settlement.models import BankEntry, ChipStock
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import casino_currencies, casino_series, hold_casino, series_rule
from tables.handling.gaming_day import gaming_day
from tables.refusal import Refused
from tables.registers.chip_series import CasinoSeries
from tables.stream import Appended


class BankAggregate(Aggregate[c.AnyAtTheBank, BankState, e.AnyBankEvent]):
    """The casino's chip bank. A command waits for the one before it."""

    codec = e.BANK_EVENTS

    @property
    def stream_id(self) -> str:
        return e.BANK_STREAM

    def load(self, command: c.AnyAtTheBank, now: datetime) -> BankState:
        hold_casino(self.casino_id)
        return bank_state(self.casino_id, command.currency, now)

    def version(self, state: BankState) -> int:
        entries = BankEntry.objects.filter(casino_id=self.casino_id)
        return entries.aggregate(last=Max("version"))["last"] or 0

    def current(self, earlier: Appended) -> BankState:
        event = self.codec.read(earlier.events[0])
        return bank_state(self.casino_id, event.currency, earlier.events[0].recorded_at)

    def decide(self, state: BankState, command: c.AnyAtTheBank, at: datetime) -> tuple[e.AnyBankEvent]:
        return (decide(state, command),)

    def evolve(self, state: BankState, happened: Happened[e.AnyBankEvent]) -> BankState:
        stock = added(state.stock, by_bank(happened.event))
        counted = state.was_counted or isinstance(happened.event, e.BankCounted)
        return replace(state, stock=stock, was_counted=counted)


def bank_state(casino_id: int, currency: str, now: datetime) -> BankState:
    """Return the bank's chips of that currency by the record. Raises Refused if no table plays in it."""
    known = casino_currencies(casino_id)
    if currency not in known:
        if not known:
            raise Refused("no-currency-yet", currency=currency)
        raise Refused("currency-not-played-in", currency=currency, currencies=tuple(known))
    rule = series_rule(casino_id)
    series = casino_series(casino_id) if rule and rule.currency == currency else CasinoSeries()
    return BankState(
        day=gaming_day(casino_id, now).isoformat(),
        currency=currency,
        stock=stock_of(casino_id, currency),
        was_counted=was_counted(casino_id, currency),
        in_play=series.in_play,
        ended=series.ended,
        values=tuple(sorted({value for each in series.series for value, _ in each.issued})),
    )


def was_counted(casino_id: int, currency: str) -> bool:
    """Return True if anybody has ever counted the bank's chips of that currency."""
    return BankEntry.objects.filter(casino_id=casino_id, currency=currency, what="bank_counted").exists()


def stock_of(casino_id: int, currency: str) -> BySeries:
    stock: BySeries = {}
    for row in ChipStock.objects.filter(casino_id=casino_id, currency=currency):
        stock.setdefault(row.series, {})[row.value] = row.pieces
    return without_none(stock)
