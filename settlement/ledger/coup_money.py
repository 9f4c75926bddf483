"""What a settled coup moves: lost stakes to the bank, and prizes to the players once they are paid.

A stake that won, or lies in prison, stays its player's and moves nothing. So do the stakes of a live table: they are
taken from the balances of its seats, and won into them, by events of their own.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move, Route, effect_of

LOST = "stakes lost"
PRIZES = "prizes"


def coup_effect(
    lines: Sequence[Mapping[str, Any]],
    colours: Sequence[str | None],
    *,
    paid: bool,
    held: Collection[str] = (),
) -> dict[Route, int]:
    """What the coup has moved so far.

    `lines` are a payout sheet's (stake = returned + held in prison + what the bank takes; the prize comes on top),
    `colours` the colour of each line's chips, None where they have a face value: those are lost to the table's colours
    and paid out of them. `held` are the refs of wins that nobody claimed: their prizes are moved
    by what becomes of them.
    """
    moves = []
    for line, colour in zip(lines, colours, strict=True):
        bank = Account.FLOAT if colour is None else Account.COLOURS
        moves.append(Move(LOST, Account.PLAYERS, bank, line["stake"] - line["returned"] - line["held"]))
        if paid and line["ref"] not in held:
            moves.append(Move(PRIZES, bank, Account.PLAYERS, line["prize"]))
    return effect_of(moves)
