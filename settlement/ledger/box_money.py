"""What the count of a drop box moves: its notes leave the table, and what was found otherwise is a difference.

So a table has no notes left in the ledger once its boxes are counted. What came to the table is moved by its own events
(`event_money`).
"""

from settlement.boxes.events import AnyBoxEvent, BoxCounted
from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move


def box_moves(event: AnyBoxEvent) -> list[Move]:
    """What the event moves, in minor units of the box's currency; a second count moves what it finds otherwise."""
    if not isinstance(event, BoxCounted):
        return []
    found = f"difference in box {event.serial}"
    if event.before is not None:
        moves = [Move(found, Account.VARIANCE, Account.COUNTED, event.total - event.before)]
    else:
        moves = [
            Move(f"box {event.serial} counted", Account.CASH, Account.COUNTED, event.recorded),
            Move(found, Account.VARIANCE, Account.COUNTED, event.total - event.recorded),
        ]
    return [move for move in moves if move.amount]
