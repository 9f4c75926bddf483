"""Announced bets: how each one is laid out in chips, by the rulebook and the numbering of the wheel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tables.money import Money
from tables.refusal import BetRefused
from tables.roulette.cloth import Bet
from tables.roulette.fitting_amounts import Fitting
from tables.roulette.rulebook import AnnouncedRule
from tables.roulette.wheel import HIGHEST, neighbours, pockets, written

# Announced bets around a number or by a number. All other announced bets come without a number.
NAMED_WITH_NUMBERS = frozenset({"voisins-de", "finale", "finale-cheval", "complete"})


class AnnouncedBet(msgspec.Struct, frozen=True, kw_only=True):
    """An announced bet with its chips: bets on the cloth, and the number of chips of one value on each."""

    code: str
    kind: str
    chips: tuple[tuple[Bet, int], ...]
    clause: str
    currency: str

    @property
    def pieces(self) -> int:
        """Return the number of chips of the bet. The amount must divide by it."""
        return sum(weight for _, weight in self.chips)


def every_announced_bet(
    rule: AnnouncedRule, cloth: Mapping[str, Bet], order: Sequence[int], currency: str
) -> Iterator[AnnouncedBet]:
    """Yield all bets that `rule` allows. `cloth` has the legal positions by code, `order` the wheel's numbers."""

    def laid(argument: str, chips: Mapping[str, int]) -> AnnouncedBet:
        return AnnouncedBet(
            code=f"{rule.kind}:{argument}" if argument else rule.kind,
            kind=rule.kind,
            chips=tuple((cloth[code], weight) for code, weight in chips.items()),
            clause=rule.clause,
            currency=currency,
        )

    if rule.chips:
        for argument, chips in ways_to_lay(rule):
            yield laid(argument, chips)
    for each_side in rule.each_side:
        for number in pockets(order):
            sector = neighbours(order, number, each_side)
            yield laid(f"{written(number)}/{each_side}", {f"plein:{written(each)}": 1 for each in sector})
    for digit in rule.digits:
        yield laid(str(digit), {f"plein:{number}": 1 for number in range(digit, HIGHEST + 1, 10)})
    for first, second in rule.pairs:
        yield laid(f"{first}-{second}", final_on_the_line(first, second, cloth))
    if rule.around:
        for number in pockets(order):
            touching = [
                bet.code for bet in cloth.values() if bet.kind in rule.around and number in bet.numbers
            ]
            yield laid(written(number), dict.fromkeys(touching, 1))


def ways_to_lay(rule: AnnouncedRule) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the ways in which a bet with fixed chips may be laid, the usual one first: the suffix of its code (empty
    for the usual one), and its chips.
    """
    weighted = rule.chips
    for pieces in rule.pieces or (sum(weighted.values()),):
        chips = weighted if pieces == sum(weighted.values()) else dict.fromkeys(weighted, 1)
        yield "" if not rule.pieces or pieces == rule.pieces[0] else in_chips(pieces), chips


def in_chips(pieces: int) -> str:
    """Return the suffix of a bet's code for an unusual number of chips."""
    return f"{pieces}-chips"


def as_the_amount_fits(
    bet: Bet | AnnouncedBet, amount: int, ways: Sequence[Bet | AnnouncedBet]
) -> Bet | AnnouncedBet:
    """Return the bet that `amount` (minor units) is for: `bet`, unless it does not divide into its chips and does into
    those of another of the `ways` in which a bet of that name is laid.
    """
    if not isinstance(bet, AnnouncedBet) or amount % bet.pieces == 0:
        return bet
    fits = (each for each in ways if isinstance(each, AnnouncedBet) and amount % each.pieces == 0)
    return next(fits, bet)


def final_on_the_line(first: int, second: int, cloth: Mapping[str, Bet]) -> dict[str, int]:
    """Return the chips of a finale à cheval: all pairs of numbers with these final digits that the cloth has both of.

    A pair is a cheval where its numbers are neighbours on the cloth, and two pleins where they are not.
    """
    chips: dict[str, int] = {}
    for tens in range(0, HIGHEST + 1 - second, 10):
        low, high = first + tens, second + tens
        cheval = f"cheval:{low}-{high}"
        chips.update({cheval: 1} if cheval in cloth else {f"plein:{low}": 1, f"plein:{high}": 1})
    return chips


def expand(bet: AnnouncedBet, amount: int, fitting: Fitting | None = None) -> tuple[tuple[Bet, int], ...]:
    """Return each chip's bet with its amount in minor units; the amounts sum to `amount`.

    Raises BetRefused when `amount` does not divide into the chips; the refusal names the nearest amounts that do.
    `fitting` gives the right amounts where the rulebook fixes them more narrowly.
    """
    value, rest = divmod(amount, bet.pieces)
    if rest or value < 1:
        raise BetRefused(
            "amount-does-not-divide",
            bet.clause,
            bet=bet.code,
            value=Money(amount, bet.currency),
            pieces=bet.pieces,
            right=(fitting or Fitting(bet.pieces)).right_for(bet.code, amount, bet.currency),
        )
    return tuple((chip, weight * value) for chip, weight in bet.chips)


def combinations_of(bet: Bet | AnnouncedBet, amount: int) -> tuple[tuple[Bet, int], ...]:
    """Return the combinations that `amount` on a bet covers, each with its part of the amount (minor units): the
    combinations of an announced bet's chips, else the bet's own.

    Raises BetRefused if the amount does not divide.
    """
    return expand(bet, amount) if isinstance(bet, AnnouncedBet) else ((bet, amount),)
