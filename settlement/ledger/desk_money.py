"""Movements of each event of the chip bank, of the casino's series of chips, of a slip's own stream and of a drop
box.

For a fill or a credit it is the bank's side, for a box its count: notes leave the table, so that it has none left in
the ledger, and a different count is a discrepancy. The table's own events move value to and from the table
(`event_money`).
"""

from settlement.bank import events as bank
from settlement.bank.pieces import worth
from settlement.boxes.events import AnyBoxEvent, BoxCounted
from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move
from settlement.ledger.reasons import Reason
from settlement.slips.events import AnySlipEvent, SlipIssued, SlipReceived, SlipVoided
from settlement.slips.state import LEFT_THE_BANK
from tables.registers.chip_series import AnySeriesEvent, ChipsExchanged, ChipsIssued, ChipsWithdrawn


def bank_moves(event: bank.AnyBankEvent) -> list[Move]:
    """Return the movements in minor units of the event's currency. Players' payments for chips are the cash desk's
    money, and not the tables'.
    """
    match event:
        case bank.BankCounted():
            found = event.total - worth(event.expected)
            source = Account.BEFORE if event.first else Account.VARIANCE
            moves = [Move(Reason.BANK_COUNTED, source, Account.BANK, found)]
        case bank.ChipsSold():
            moves = [Move(Reason.CHIPS_SOLD, Account.BANK, Account.PLAYERS, event.total)]
        case bank.ChipsRedeemed():
            moves = [Move(Reason.CHIPS_REDEEMED, Account.PLAYERS, Account.BANK, event.total)]
    return [move for move in moves if move.amount]


def series_moves(event: AnySeriesEvent) -> list[Move]:
    """Return the movements of new chips at the bank; in an exchange the old ones leave circulation, and new ones
    replace them.
    """
    match event:
        case ChipsIssued():
            return [Move(Reason.CHIPS_ISSUED, Account.ISSUED, Account.BANK, worth({"": event.pieces}))]
        case ChipsWithdrawn():
            return [Move(Reason.CHIPS_WITHDRAWN, Account.BANK, Account.ISSUED, worth({"": event.pieces}))]
        case ChipsExchanged():
            return [
                Move(Reason.CHIPS_EXCHANGED, Account.PLAYERS, Account.ISSUED, worth({"": event.pieces})),
                Move(
                    Reason.CHIPS_EXCHANGED,
                    Account.BANK,
                    Account.PLAYERS,
                    worth({"": event.given or event.pieces}),
                ),
            ]
        case _:
            return []


def slip_moves(event: AnySlipEvent) -> list[Move]:
    """Return the movements of the event between the bank and the way to the table, in the slip's minor units.

    If the bank counts other chips out of a credit than left the table, the difference moves as a discrepancy.
    """
    match event:
        case SlipIssued(kind="fill"):
            return [Move(Reason.FILL.about(event.slip), Account.BANK, Account.TRANSIT, event.total)]
        case SlipReceived(kind="credit"):
            left = sum(value * count for value, count in event.expected.items()) or event.total
            moves = [
                Move(Reason.CREDIT.about(event.slip), Account.TRANSIT, Account.BANK, event.total),
                Move(
                    Reason.CREDIT_COUNTED.about(event.slip),
                    Account.TRANSIT,
                    Account.VARIANCE,
                    left - event.total,
                ),
            ]
            return [move for move in moves if move.amount]
        case SlipVoided(kind="fill") if event.was in LEFT_THE_BANK:
            return [Move(Reason.SLIP_VOIDED.about(event.slip), Account.TRANSIT, Account.BANK, event.total)]
        case _:
            return []


def box_moves(event: AnyBoxEvent) -> list[Move]:
    """Return the movements of the event, in the box's minor units; a second count moves only its difference."""
    if not isinstance(event, BoxCounted):
        return []
    found = Reason.BOX_DIFFERENCE.about(event.serial)
    if event.before is not None:
        moves = [Move(found, Account.VARIANCE, Account.COUNTED, event.total - event.before)]
    else:
        moves = [
            Move(Reason.BOX_COUNTED.about(event.serial), Account.CASH, Account.COUNTED, event.recorded),
            Move(found, Account.VARIANCE, Account.COUNTED, event.total - event.recorded),
        ]
    return [move for move in moves if move.amount]
