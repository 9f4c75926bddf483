"""The chip bank under the command handler: what is asked there is decided on the stock by the record."""

from datetime import datetime

from django.db.models import Max
from msgspec.structs import replace

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.decisions import BankStands, decide
from settlement.bank.pieces import BySeries, added, without_none
from settlement.bank.stock import by_bank
from settlement.models import BankEntry, ChipStock
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_house, house_series, series_rule
from tables.handling.currencies import house_currencies
from tables.handling.gaming_day import gaming_day
from tables.registers.chip_series import HouseSeries
from tables.roulette.refusal import Refused
from tables.stream import Appended


class BankAggregate(Aggregate[c.AnyAtTheBank, BankStands, e.AnyBankEvent]):
    """The casino's chip bank. Whoever comes to it waits for whoever is at it."""

    codec = e.BANK_EVENTS

    @property
    def stream_id(self) -> str:
        return e.BANK_STREAM

    def load(self, command: c.AnyAtTheBank, now: datetime) -> BankStands:
        hold_house(self.casino_id)
        return bank_stands(self.casino_id, command.currency, now)

    def version(self, state: BankStands) -> int:
        entries = BankEntry.objects.filter(casino_id=self.casino_id)
        return entries.aggregate(last=Max("version"))["last"] or 0

    def current(self, earlier: Appended) -> BankStands:
        event = self.codec.read(earlier.events[0])
        return bank_stands(self.casino_id, event.currency, earlier.events[0].recorded_at)

    def decide(self, state: BankStands, command: c.AnyAtTheBank, at: datetime) -> tuple[e.AnyBankEvent]:
        return (decide(state, command),)

    def evolve(self, state: BankStands, happened: Happened[e.AnyBankEvent]) -> BankStands:
        stock = added(state.stock, by_bank(happened.event))
        counted = state.was_counted or isinstance(happened.event, e.BankCounted)
        return replace(state, stock=stock, was_counted=counted)


def bank_stands(casino_id: int, currency: str, now: datetime) -> BankStands:
    """The bank's chips of that currency as they stand by the record. Raises Refused where no table plays in it."""
    known = house_currencies(casino_id)
    if currency not in known:
        if not known:
            raise Refused("no-currency-yet", currency=currency)
        raise Refused("currency-not-played-in", currency=currency, currencies=tuple(known))
    rule = series_rule(casino_id)
    series = house_series(casino_id) if rule and rule.currency == currency else HouseSeries()
    return BankStands(
        day=gaming_day(casino_id, now).isoformat(),
        currency=currency,
        stock=stock_of(casino_id, currency),
        was_counted=was_counted(casino_id, currency),
        in_play=series.in_play,
        ended=series.ended,
        values=tuple(sorted({value for each in series.series for value, _ in each.issued})),
    )


def was_counted(casino_id: int, currency: str) -> bool:
    """Whether anybody has ever counted the bank's chips of that currency."""
    return BankEntry.objects.filter(casino_id=casino_id, currency=currency, what="bank_counted").exists()


def stock_of(casino_id: int, currency: str) -> BySeries:
    """The stock by the record; what comes to none is left out."""
    stock: BySeries = {}
    for row in ChipStock.objects.filter(casino_id=casino_id, currency=currency):
        stock.setdefault(row.series, {})[row.value] = row.pieces
    return without_none(stock)
