"""What a free stake wins at a number: its winning chips and their prize, in minor units.

It is what the payout sheet says of a stake that lies in no prison.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tables.roulette.announced import combinations_of
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook


def prize_on(amount: int, numerator: int, denominator: int) -> int:
    """What is paid on `amount` (minor units) at odds of `numerator` to `denominator`, beside the stake itself. What
    does not divide is rounded up, to the player's side."""
    return -(-amount * numerator // denominator)


ALL_OF_IT: Mapping[str, int] = MappingProxyType({})
"""Nothing of a stake lies over a maximum: the prize is paid on all of it."""


class Win(NamedTuple):
    """The stake of the chips that won, the prize that is paid on top, and the kinds of bet that they lie on."""

    stake: int
    prize: int
    kinds: tuple[str, ...]


def win_of(
    rulebook: Rulebook,
    bet: str,
    amount: int,
    number: int,
    *,
    wheel: str,
    payable: Mapping[str, int] = ALL_OF_IT,
) -> Win | None:
    """What `amount` on `bet` (in any of its codes) wins when `number` falls; None where it wins nothing.

    `payable` is what a prize is paid on, by combination, where a maximum caps it (`tables.roulette.excess`); the stake
    is that of the winning chips whole, for all of it goes back. A prize that does not divide is rounded up, to the
    player's side. Raises BetRefused for a bet that does not exist or an amount that does not divide into its chips.
    """
    parsed = parse_bet(bet, rulebook, wheel=wheel)
    winning = [(chip, value) for chip, value in combinations_of(parsed, amount) if number in chip.numbers]
    if not winning:
        return None
    odds = [(payable.get(chip.code, value), rulebook.bets[chip.kind].odds) for chip, value in winning]
    return Win(
        stake=sum(value for _, value in winning),
        prize=sum(prize_on(value, each.numerator, each.denominator) for value, each in odds),
        kinds=tuple(dict.fromkeys(chip.kind for chip, _ in winning)),
    )
