"""Checks of odds, and of the return to the player that follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tables.roulette.announced_checks import not_among
from tables.roulette.bets import Bet
from tables.roulette.cloth import cloth_of
from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import listed
from tables.roulette.payout.return_to_player import BetReturn, percent, return_of
from tables.roulette.rulebook import BetRule, ReturnRule, Rulebook

_PERCENT = re.compile(r"(100|[1-9]?[0-9])(\.[0-9]{1,4})?", re.ASCII)


def return_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the odds that no casino can pay, and the figures of the source that do not follow from the rules."""
    for kind, rule in rulebook.bets.items():
        yield from _least_odds(below("bets", kind), rule)
    if any(len(wheel.order) < len(rulebook.numbers) for wheel in rulebook.wheels.values()):
        return
    returns = {bet.kind: return_of(rulebook, bet) for bet in _one_of_each_kind(rulebook)}
    for kind, back in returns.items():
        if (highest := max(back.stays, back.partage or Fraction(0))) > 1:
            odds = rulebook.bets[kind].odds.text
            yield (
                f"{below('bets', kind)}.odds",
                f"By {odds} the bet returns {percent(highest)} %, more than is staked. Write lower odds.",
            )
    if rulebook.return_to_player:
        yield from _stated(rulebook.return_to_player, returns)
        yield from _misprints(rulebook, rulebook.return_to_player)


def _one_of_each_kind(rulebook: Rulebook) -> Iterator[Bet]:
    """Yield one position of each kind of bet: all positions of a kind have as many numbers, and so the same return."""
    there = {bet.kind: bet for bet in cloth_of(rulebook)}
    return (there[kind] for kind in rulebook.bets if kind in there)


def _least_odds(key: str, rule: BetRule) -> Iterator[Fault]:
    least = rule.odds_at_least
    if least is None:
        return
    if Fraction(*rule.odds) < Fraction(*least):
        yield (
            f"{key}.odds",
            f"{rule.odds.text} is below odds_at_least, {least.text}. Write {least.text} or more.",
        )


def _stated(rule: ReturnRule, returns: dict[str, BetReturn]) -> Iterator[Fault]:
    """Yield a fault for a stated return that no kind of bet gives, with a rounded figure or a cut one."""
    key = "return_to_player.stated"
    if not _PERCENT.fullmatch(rule.stated):
        yield key, 'The value is not a percentage. Write the printed figure, such as "97.30".'
        return
    places = len(rule.stated.partition(".")[2])
    given: dict[str, list[str]] = {}
    fits = False
    for kind, back in returns.items():
        for part in (back.stays, back.partage):
            if part is not None:
                cut_off = part - part % Fraction(1, 100 * 10**places)
                fits = fits or rule.stated in (percent(part, places), percent(cut_off, places))
                given.setdefault(percent(part, places), []).append(kind)
    if given and not fits:
        of_each = "; ".join(f"{figure} for {listed(dict.fromkeys(kinds))}" for figure, kinds in given.items())
        yield (
            key,
            f"The rules do not return {rule.stated} %. They return {of_each}. Write one of these, or correct the odds.",
        )


def _misprints(rulebook: Rulebook, rule: ReturnRule) -> Iterator[Fault]:
    for place, misprint in enumerate(rule.misprints, start=1):
        key = f"return_to_player.misprints[{place}]"
        yield from not_among(f"{key}.kinds", misprint.kinds, rulebook.bets, "bets")
        for kind in misprint.kinds:
            if kind in rulebook.bets and Fraction(*misprint.printed) == Fraction(*rulebook.bets[kind].odds):
                yield (
                    f"{key}.printed",
                    f"{misprint.printed.text} are the odds of {kind} too. Remove {kind}, or write other odds.",
                )
