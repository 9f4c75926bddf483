"""Checks of the bets on the cloth: their kinds, limits and names, and their fate at zero."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tables.money import in_words
from tables.refusal import LimitRefused
from tables.roulette.announced import NAMED_WITH_NUMBERS
from tables.roulette.announced_checks import NO_POSITION
from tables.roulette.cloth import cloth_of
from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import MISSING_CLAUSE, listed
from tables.roulette.holes import until_hole
from tables.roulette.limits import check_posted
from tables.roulette.names import fold
from tables.roulette.rulebook import KINDS, BetRule, ForbiddenRule, PrisonRule, Rulebook

_SIGN = {
    "bet-not-of-house": "The rulebook has no such bet. Add bets.{bet}, or remove the maximum.",
    "maximum-under-minimum": "{value} is below the minimum of {limit}. Write {limit} or more.",
    "maximum-not-the-ratio": "{value} is not {ratio} times the minimum of {minimum}. Write {limit}.",
    "maximum-over-ratio": "{value} is more than {ratio} times the minimum of {minimum}. Write {limit} or less.",
    "maximum-needs-derogation": "{value} is above the maximum of {limit} without a derogation. Write {limit} or less.",
}
"""The refusals of a sign, as sentences about a file."""


def bet_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the kinds of bet, of their limits, and of the forbidden bets."""
    if not rulebook.bets:
        yield "bets", "The rulebook has no bet. Add a kind of bet with its odds and its clause."
    for kind, rule in rulebook.bets.items():
        if kind not in KINDS:
            yield (
                below("bets", kind),
                f"The kind of bet is unknown. The kinds are {listed(KINDS)}. Write one of them.",
            )
        yield from until_hole(_limits_of(below("bets", kind), rule, rulebook))
    for place, forbidden in enumerate(rulebook.forbidden, start=1):
        yield from until_hole(_forbidden(f"forbidden[{place}]", forbidden, rulebook))


def _limits_of(key: str, rule: BetRule, rulebook: Rulebook) -> Iterator[Fault]:
    kind = rulebook.limits.kind
    if kind != "posted" and rule.ratio is None:
        yield (
            f"{key}.ratio",
            f'The key is missing, and limits.kind is "{kind}". Write the maximum as a multiple of the minimum.',
        )
    if kind == "posted" and rule.ratio is not None:
        yield (
            f"{key}.ratio",
            'The limits are posted, not ratios. Remove the key, or change limits.kind from "posted".',
        )
    if rule.odds_at_least_clause and rule.odds_at_least is None:
        yield (
            f"{key}.odds_at_least",
            "The key is missing, and its clause is there. Write odds, or remove the clause.",
        )
    if (rule.ratio or rule.maximum) and rule.limit_clause is None:
        yield f"{key}.limit_clause", MISSING_CLAUSE
    yield from _amounts_of(key, rule, rulebook)


def _amounts_of(key: str, rule: BetRule, rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the maximums whose doubled amount is not above them, or whose amount by derogation is not."""
    money = partial(in_words, currency=rulebook.currency)
    for name, amount in (("doubled", rule.doubled), ("derogation", rule.derogation)):
        if amount is None:
            continue
        if rule.maximum is None:
            yield (
                f"{key}.maximum",
                f"The key is missing, and {name} is there. Write the maximum, or remove {name}.",
            )
        elif amount <= rule.maximum:
            yield (
                f"{key}.{name}",
                f"{money(amount)} is not above the maximum of {money(rule.maximum)}. Write a higher amount.",
            )
    if rule.derogation is not None and rule.doubled is not None and rule.derogation < rule.doubled:
        yield (
            f"{key}.derogation",
            f"{money(rule.derogation)} is below the doubled maximum of {money(rule.doubled)}. Write a higher amount.",
        )


def _forbidden(key: str, rule: ForbiddenRule, rulebook: Rulebook) -> Iterator[Fault]:
    if not (rule.kinds or rule.names or rule.across_even_chances):
        yield key, "The section forbids nothing. Write kinds, names or across_even_chances."
    for kind in rule.kinds:
        if kind in rulebook.bets or kind in rulebook.announced:
            yield f"{key}.kinds", f"{kind} is forbidden here and allowed as a bet. Remove one of the two."


def zero_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the fate of even chances at zero."""
    even, prison = rulebook.zero.even, rulebook.zero.prison
    if even == "prison" and prison is None:
        yield "zero.prison", 'The section is missing, and zero.even is "prison". Write [zero.prison].'
    if even != "prison" and prison is not None:
        yield (
            "zero.prison",
            f'zero.even is "{even}", so no stake gets into prison. Write even = "prison", or remove the section.',
        )
    if (rulebook.zero.bets_with_zero is None) != (rulebook.zero.bets_with_zero_clause is None):
        yield (
            "zero.bets_with_zero_clause",
            "One of bets_with_zero and bets_with_zero_clause is missing. Write both, or remove both.",
        )
    if prison is not None:
        yield from _prison(prison)


def _prison(prison: PrisonRule) -> Iterator[Fault]:
    key = "zero.prison"
    if prison.at_last_coup and prison.at_last_coup_clause is None:
        yield f"{key}.at_last_coup_clause", MISSING_CLAUSE
    if prison.at_last_coup_clause and prison.at_last_coup is None:
        yield (
            f"{key}.at_last_coup",
            'The key is missing, and its clause is there. Write "divided", "returned", "kept" or "next-day", or remove '
            "the clause.",
        )
    if prison.freed and prison.freed_clause is None:
        yield f"{key}.freed_clause", MISSING_CLAUSE
    if prison.freed_clause and prison.freed is None:
        yield (
            f"{key}.freed",
            'The key is missing, and its clause is there. Write "whole" or "reduced", or remove the clause.',
        )
    if prison.freed == "reduced" and prison.release == "win-per-level":
        yield (
            f"{key}.freed",
            'With release = "win-per-level" each win already takes one imprisonment back. Write freed = "whole", or '
            'release = "first-win".',
        )
    elif prison.levels is None and (prison.freed == "reduced" or prison.release == "win-per-level"):
        # Without a last level the return of such a stake is not a fraction, so no return could be stated.
        because = 'freed = "reduced"' if prison.freed == "reduced" else 'release = "win-per-level"'
        yield (
            f"{key}.levels",
            f"The key is missing, and {because} needs a last level. Write the number of levels.",
        )


def rounding_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the fault of a coin or chip that parts are rounded to, and that a stake cannot be of."""
    rule, minimum = rulebook.rounding, rulebook.default_limits.minimum
    if rule and minimum % rule.unit:
        money = partial(in_words, currency=rulebook.currency)
        yield (
            "rounding.unit",
            f"The minimum of {money(minimum)} is not a multiple of {money(rule.unit)}. Write a unit that divides it.",
        )


def name_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield names that two bets share, and names of positions that the cloth does not have."""
    meant: dict[tuple[bool, str], str] = {}
    own = {kind: rule.names for kind, rule in rulebook.bets.items()}
    own |= {kind: rule.names for kind, rule in rulebook.announced.items()}
    for kind, by_language in own.items():
        with_numbers = kind in NAMED_WITH_NUMBERS
        for name in {fold(name) for names in by_language.values() for name in names}:
            other = meant.setdefault((with_numbers, name), kind)
            if other != kind:
                key = below("bets" if kind in KINDS else "announced", kind)
                yield f"{key}.names", f"The name {name} means {other} already. Give one of them another name."
    legal = {bet.code for bet in cloth_of(rulebook)}
    for code in rulebook.position_names:
        if code not in legal:
            yield below("cloth.names", code), NO_POSITION


def sign_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the fault of the first sign, if the rules do not allow it."""
    try:
        check_posted(rulebook, rulebook.default_limits)
    except LimitRefused as refused:
        words = {name: str(value) for name, value in refused.parameters.items()}
        yield below("limits.sign.maximums", words["bet"]), _SIGN[refused.code].format_map(words)
