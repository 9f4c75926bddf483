"""What a bet brings back where wins are credited: its winning chips and their prizes, in minor units.

Only for tables where nothing is paid by hand, halved or imprisoned: there zero is a number like the others. What is
paid by hand is settled line by line on the payout sheet.
"""

from tables.roulette.announced import combinations_of
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.winning_chips import prize_on


def credit(rulebook: Rulebook, bet: str, amount: int, number: int, wheel: str) -> int:
    """The winning part of `amount` on `bet` (in any of its codes) with its prizes when `number` falls; 0 if it loses.

    The chips of an announced bet win each for itself and add up (it-live/result). A prize that does not divide is
    rounded to the player's side.
    """
    parsed = parse_bet(bet, rulebook, wheel=wheel)
    back = 0
    for chip, value in combinations_of(parsed, amount):
        if number in chip.numbers:
            odds = rulebook.bets[chip.kind].odds
            back += value + prize_on(value, odds.numerator, odds.denominator)
    return back
