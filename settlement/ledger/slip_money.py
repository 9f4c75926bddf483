"""What each event of a slip's own stream moves: the bank's side of a fill or a credit.

What comes to the table's float and leaves it is moved by the table's own events (`event_money`).
"""

from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move
from settlement.slips.events import AnySlipEvent, SlipIssued, SlipReceived, SlipVoided

LEFT_THE_BANK = ("issued", "carried")
"""How a fill stands whose chips are on their way."""


def slip_moves(event: AnySlipEvent) -> list[Move]:
    """What the event moves between the bank and the way to the table, in minor units of the slip's currency.

    Where the bank counts other chips out of a credit than left the table, the difference is one that was found.
    """
    match event:
        case SlipIssued(kind="fill"):
            return [Move(f"fill {event.slip}", Account.BANK, Account.TRANSIT, event.total)]
        case SlipReceived(kind="credit"):
            left = sum(value * count for value, count in event.expected.items()) or event.total
            moves = [
                Move(f"credit {event.slip}", Account.TRANSIT, Account.BANK, event.total),
                Move(f"credit {event.slip} counted", Account.TRANSIT, Account.VARIANCE, left - event.total),
            ]
            return [move for move in moves if move.amount]
        case SlipVoided(kind="fill") if event.was in LEFT_THE_BANK:
            return [Move(f"void {event.slip}", Account.TRANSIT, Account.BANK, event.total)]
        case _:
            return []
