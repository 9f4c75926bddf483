"""Changes of the chip bank's stock, by event.

The stock is the sum of all changes in any order: a count adds its difference from the record. So rows that are added up
from it are the same in whatever order streams are read.
"""

from settlement.bank import events as bank
from settlement.bank.pieces import BySeries, added, by_series_of, less
from settlement.slips.events import AnySlipEvent, SlipIssued, SlipReceived, SlipVoided
from settlement.slips.state import LEFT_THE_BANK
from tables.registers.chip_series import AnySeriesEvent, ChipsExchanged, ChipsIssued, ChipsWithdrawn


def by_bank(event: bank.AnyBankEvent) -> BySeries:
    """Return the change of the stock: chips sold, redeemed, or counted beyond the expected ones."""
    match event:
        case bank.BankCounted():
            return added(event.by_series, less(event.expected))
        case bank.ChipsSold():
            return less(event.by_series)
        case bank.ChipsRedeemed():
            return event.by_series


def by_slip(event: AnySlipEvent) -> BySeries:
    """A fill leaves the bank as it is issued and comes back if it is voided; a credit comes as it is received."""
    chips = by_series_of(event.pieces, event.by_series)
    match event:
        case SlipIssued(kind="fill"):
            return less(chips)
        case SlipReceived(kind="credit"):
            return chips
        case SlipVoided(kind="fill") if event.was in LEFT_THE_BANK:
            return chips
        case _:
            return {}


def by_series(event: AnySeriesEvent) -> BySeries:
    """Return the change of the bank's stock by an event of the casino's series.

    New chips come into the bank, and withdrawn ones leave it. In an exchange, chips of the series in play leave it;
    chips of the ended series are out of circulation from then on.
    """
    match event:
        case ChipsIssued():
            return {event.series: event.pieces}
        case ChipsWithdrawn():
            return less({event.series: event.pieces})
        case ChipsExchanged():
            return less({event.into: event.given or event.pieces})
        case _:
            return {}
