"""Announced bets that are kept beside the cloth and placed only once they have won (it-venezia/pagati-a-piazzare)."""

import msgspec

from tables.roulette.bets import AnnouncedBet, Bet
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook


class PlacedChips(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that are placed on a combination that won; `amount` is their value in minor units."""

    bet: Bet
    chips: int
    amount: int


class PayToPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a won bet that is paid to be placed: `placed` ones, the number of `annulled` ones, and the clause."""

    placed: tuple[PlacedChips, ...]
    annulled: int
    clause: str


def pay_to_place(rulebook: Rulebook, bet: Bet | AnnouncedBet, line: Line) -> PayToPlace | None:
    """Return the chips placed after the win of `bet`, whose settled line is `line`.

    Return None for a bet that is on the cloth from the start.
    """
    if not isinstance(bet, AnnouncedBet):
        return None
    clause = rulebook.announced[bet.kind].pay_to_place_clause
    if clause is None:
        return None
    placed = tuple(
        PlacedChips(bet=combination, chips=chips, amount=settled.stake)
        for (combination, chips), settled in zip(bet.chips, line.chips, strict=True)
        if settled.outcome == "won"
    )
    return PayToPlace(placed=placed, annulled=bet.pieces - sum(each.chips for each in placed), clause=clause)
