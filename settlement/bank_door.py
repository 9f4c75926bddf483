"""The door to the chip bank: what is asked there is decided on the stock by the record, and recorded in its stream."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.decisions import BankStands, decide
from settlement.bank.pieces import BySeries, without_none
from settlement.door_record import record
from settlement.models import BankEntry, ChipStock
from tables.house.currencies import house_currencies
from tables.house.door import Actor
from tables.house.gaming_day import gaming_day
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house, house_series, series_rule
from tables.register.chip_series import HouseSeries
from tables.roulette.refusal import Refused
from tables.stream import recall


def at_the_bank(
    casino_id: int, command: c.AnyAtTheBank, *, by: Actor, now: datetime, idempotency_key: str | None = None
) -> e.AnyBankEvent:
    """Carries `command` out at the casino's chip bank, and gives what came of it.

    Whoever comes to the bank waits for whoever is at it. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command.
    """
    key = key_of(e.BANK_STREAM, command, idempotency_key)
    with transaction.atomic():
        hold_house(casino_id)
        if key is not None:
            earlier = recall(casino_id, key)
            if earlier is not None:
                return e.from_record(earlier.events[0].type, earlier.events[0].data)
        event = decide(bank_stands(casino_id, command.currency, now), command)
        version = BankEntry.objects.filter(casino_id=casino_id).aggregate(last=Max("version"))["last"] or 0
        said = e.to_record(event)
        record(casino_id, e.BANK_STREAM, said, command, by=by, now=now, after=version, key=key)
    return event


def bank_stands(casino_id: int, currency: str, now: datetime) -> BankStands:
    """The bank's chips of that currency as they stand by the record. Raises Refused where no table plays in it."""
    known = house_currencies(casino_id)
    if currency not in known:
        raise Refused(
            f"chips in {currency or 'no currency'}: the house's tables play in {', '.join(known) or 'none yet'}"
        )
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
