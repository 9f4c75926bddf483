"""Movements of a settled coup: lost stakes to the bank, and prizes to the players once they are paid.

A stake that won, or is in prison, stays its player's and moves nothing. Stakes of a live table move nothing here
either: events of their own move them, and the wins, from and to the balances of the seats.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from settlement.ledger.accounts import Account
from settlement.ledger.moves import Route
from settlement.ledger.reasons import Reason

ROUTES = {
    (Reason.STAKES_LOST, False): Route(Reason.STAKES_LOST, Account.PLAYERS, Account.FLOAT),
    (Reason.STAKES_LOST, True): Route(Reason.STAKES_LOST, Account.PLAYERS, Account.COLOURS),
    (Reason.PRIZES, False): Route(Reason.PRIZES, Account.FLOAT, Account.PLAYERS),
    (Reason.PRIZES, True): Route(Reason.PRIZES, Account.COLOURS, Account.PLAYERS),
}
"""Route by the reason, and by whether the chips are a colour's."""


def coup_effect(
    lines: Sequence[Mapping[str, Any]],
    colours: Sequence[str | None],
    *,
    paid: bool,
    held: Collection[str] = (),
    in_colours: Mapping[str, int] | None = None,
) -> dict[Route, int]:
    """Return the movements of the coup so far.

    `lines` are a payout sheet's (stake = returned + held in prison + the bank's part; the prize comes on top),
    `colours` the colour of each line's chips, None for chips with a face value: the others are lost to the table's
    colours and paid out of them. `held` are the refs of unclaimed wins: later events move their prizes. `in_colours`
    are the prizes of each colour that its chips cover: the rest is paid out of the float.
    """
    lost, prizes = {False: 0, True: 0}, {False: 0, True: 0}
    beyond = {colour: -amount for colour, amount in (in_colours or {}).items()}
    for line, colour in zip(lines, colours, strict=True):
        of_a_colour = colour is not None
        lost[of_a_colour] += line["stake"] - line["returned"] - line["held"]
        if paid and line["ref"] not in held:
            prizes[of_a_colour] += line["prize"]
        if colour in beyond:
            beyond[colour] += line["prize"] - line["stake"] + line["returned"] + line["held"]
    if paid:
        prizes[False] += sum(beyond.values())
        prizes[True] -= sum(beyond.values())
    routes = {
        ROUTES[reason, of_a_colour]: amount
        for reason, amounts in ((Reason.STAKES_LOST, lost), (Reason.PRIZES, prizes))
        for of_a_colour, amount in amounts.items()
    }
    return {route: amount for route, amount in routes.items() if amount}
