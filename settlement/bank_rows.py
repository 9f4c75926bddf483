"""The rows of the chip bank: its stock, and what was done there."""

from collections.abc import Mapping, Sequence

from django.db.models import F

from settlement.bank import events as bank
from settlement.bank.evolve import by_bank, by_series, by_slip
from settlement.bank.pieces import BySeries
from settlement.models import BankEntry, ChipStock
from settlement.slips import events as slips
from tables.handling.outcome import acted_by, names_signed
from tables.play.events import Pieces
from tables.registers import chip_series
from tables.stream.event import RecordedEvent
from tables.stream.projections import SynchronousProjection

SLIPS = frozenset({"slip_issued", "slip_received", "slip_voided"})


class ChipBank(SynchronousProjection):
    """The stock is the sum over all events, so it does not depend on an order between streams."""

    name = "chip_bank"
    version = 1
    types = bank.TYPES | SLIPS | chip_series.TYPES
    models = (ChipStock, BankEntry)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for recorded in events:
            currency, brought = _brought(recorded)
            if currency:
                _add(recorded.casino_id, currency, brought)
            if recorded.type in bank.TYPES:
                _entry(bank.BANK_EVENTS.read(recorded), recorded)


def _brought(recorded: RecordedEvent) -> tuple[str, BySeries]:
    """Return the currency and the change of the stock. The currency is empty if the event does not record one."""
    if recorded.type in bank.TYPES:
        at_the_bank = bank.BANK_EVENTS.read(recorded)
        return at_the_bank.currency, by_bank(at_the_bank)
    if recorded.type in slips.TYPES:
        slip = slips.SLIP_EVENTS.read(recorded)
        return slip.currency, by_slip(slip)
    of_series = chip_series.SERIES_EVENTS.read(recorded)
    return str(recorded.data.get("currency") or ""), by_series(of_series)


def _add(casino_id: int, currency: str, brought: Mapping[str, Pieces]) -> None:
    for series, pieces in sorted(brought.items()):
        for value, count in sorted(pieces.items()):
            row, is_new = ChipStock.objects.get_or_create(
                casino_id=casino_id,
                currency=currency,
                series=series,
                value=value,
                defaults={"pieces": count},
            )
            if not is_new:
                ChipStock.objects.filter(pk=row.pk).update(pieces=F("pieces") + count)


def _entry(event: bank.AnyBankEvent, recorded: RecordedEvent) -> None:
    counted = event if isinstance(event, bank.BankCounted) else None
    BankEntry.objects.create(
        casino_id=recorded.casino_id,
        version=recorded.version,
        what=recorded.type,
        day=event.day,
        at=recorded.occurred_at,
        by=acted_by(recorded),
        signed=names_signed(recorded),
        by_series=recorded.data["by_series"],
        difference=_difference(counted) if counted and not counted.first else None,
        total=event.total,
        currency=event.currency,
        reason=counted.reason if counted else "",
    )


def _difference(event: bank.AnyBankEvent) -> dict[str, dict[str, int]]:
    return {
        series: {str(value): count for value, count in pieces.items()}
        for series, pieces in by_bank(event).items()
    }
