"""Bets in hand, without a request or a record: for tests and for trying out a rulebook.

Bets are put down in the published codes as (player, bet, amount), and get the refs a, b, c, ... in that order.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from tables.roulette.bets import parse_bet
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup
from tables.roulette.stake import Stake
from testkit.rulebooks import rules_of

Placed = tuple[str, str, int]


def laid(rulebook: str, *placed: Placed) -> list[Stake]:
    """The stakes of these bets under a rulebook."""
    book = rules_of(rulebook)
    return [
        Stake(ref=ref, player=player, bet=parse_bet(bet, book).code, amount=amount)
        for ref, (player, bet, amount) in zip(ascii_lowercase, placed, strict=False)
    ]


def settled(rulebook: str, number: int, *placed: Placed) -> Coup:
    """One coup with these bets."""
    return settle_coup(rules_of(rulebook), laid(rulebook, *placed), number)


def settled_over(
    rulebook: str, bet: str, amount: int, numbers: Sequence[int], choices: Mapping[int, str] | None = None
) -> list[Coup]:
    """Return consecutive coups with one bet, `a`, and its owner's choices after the named coups, counted from 1."""
    lying: Sequence[Stake] = laid(rulebook, ("P1", bet, amount))
    coups = []
    for turn, number in enumerate(numbers, start=1):
        said = {"a": choices[turn]} if choices and turn in choices else {}
        coups.append(settle_coup(rules_of(rulebook), lying, number, said))
        lying = coups[-1].kept
    return coups
