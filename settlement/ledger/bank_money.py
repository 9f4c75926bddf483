"""What each event of the chip bank moves, and of the house's series of chips."""

from settlement.bank import events as bank
from settlement.bank.pieces import worth
from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move
from tables.registers.chip_series import (
    AnySeriesEvent,
    ChipsExchanged,
    ChipsIssued,
    ChipsWithdrawn,
    Pieces,
)


def bank_moves(event: bank.AnyBankEvent) -> list[Move]:
    """Minor units of the event's currency. What players pay for chips is the cash desk's money, and not the tables'."""
    match event:
        case bank.BankCounted():
            found = event.total - worth(event.expected)
            source = Account.BEFORE if event.first else Account.VARIANCE
            moves = [Move("chip bank counted", source, Account.BANK, found)]
        case bank.ChipsSold():
            moves = [Move("chips sold at the cash desk", Account.BANK, Account.PLAYERS, event.total)]
        case bank.ChipsRedeemed():
            moves = [Move("chips redeemed at the cash desk", Account.PLAYERS, Account.BANK, event.total)]
    return [move for move in moves if move.amount]


def series_moves(event: AnySeriesEvent) -> list[Move]:
    """New chips lie at the bank; of an exchange the old ones are out of circulation, and new ones went out for them."""
    match event:
        case ChipsIssued():
            return [Move("chips issued", Account.ISSUED, Account.BANK, _worth(event.pieces))]
        case ChipsWithdrawn():
            return [Move("chips withdrawn", Account.BANK, Account.ISSUED, _worth(event.pieces))]
        case ChipsExchanged():
            return [
                Move("chips exchanged", Account.PLAYERS, Account.ISSUED, _worth(event.pieces)),
                Move("chips exchanged", Account.BANK, Account.PLAYERS, _worth(event.given or event.pieces)),
            ]
        case _:
            return []


def _worth(pieces: Pieces) -> int:
    return worth({"": pieces})
