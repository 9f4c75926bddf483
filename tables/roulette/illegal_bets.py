"""Refusals of illegal bets: with the clause, and with the nearest legal bets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

import msgspec

from tables.refusal import BetRefused
from tables.roulette.cloth import Bet, nearest
from tables.roulette.names import fold, foreign_digits
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, AnnouncedRule, ForbiddenRule, Rulebook
from tables.roulette.spoken import NAMED_ALONE, Spoken, spoken_at
from tables.roulette.wheel import HIGHEST, as_data, as_entered

# No bet wins on more numbers than two dozens or two columns side by side have.
MOST_NUMBERS = 24


QUOTED_AT_MOST = 60
"""A refusal repeats at most so many characters of the entered text."""


class EnteredBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as somebody entered it: as typed and folded, the code it comes to, its kind and numbers as far as known."""

    typed: str
    text: str
    code: str
    kind: str | None = None
    numbers: tuple[int, ...] = ()


def why_unread(text: str, rulebook: Rulebook) -> BetRefused | None:
    """Return the refusal of a text that writes a number otherwise than in 0 to 9; None for any other text.

    Folding would make a 2 of ², and nobody can be held to a bet on 2 for having typed that.
    """
    foreign = foreign_digits(text)
    if not foreign:
        return None
    return BetRefused(
        "bet-in-foreign-digits", rulebook.positions_clause, typed=_quoted(text), digits=_quoted(foreign)
    )


def why_refused(entered: EnteredBet, rulebook: Rulebook, wheel: str) -> BetRefused:
    """Return the refusal of a bet that is not legal under `rulebook` with this wheel."""
    spoken = spoken_at(rulebook, wheel)
    forbidden = _forbidding_rule(entered, rulebook, spoken)
    if forbidden is not None:
        return _forbidden(entered, forbidden)
    if entered.kind is None:
        return _unknown_name(entered, rulebook, spoken)
    if entered.kind in KINDS:
        return _not_on_the_cloth(entered.kind, entered.numbers, rulebook, spoken)
    return _not_announced(entered, entered.kind, rulebook, wheel)


def _not_announced(entered: EnteredBet, kind: str, rulebook: Rulebook, wheel: str) -> BetRefused:
    rule = rulebook.announced.get(kind)
    if rule is None:
        return BetRefused("announced-bet-not-of-house", rulebook.announced_clause, bet=kind)
    if rule.wheels and wheel not in rule.wheels:
        return BetRefused(
            "bet-not-on-this-wheel", rule.clause, bet=kind, wheel=wheel, wheels=tuple(rule.wheels)
        )
    if rule.chips or rule.digits or rule.pairs:
        return _not_by_number(entered, rule)
    return _not_around(entered, rule, rulebook)


def _forbidden(entered: EnteredBet, rule: ForbiddenRule) -> BetRefused:
    if entered.kind is not None:
        return BetRefused("kind-of-bet-forbidden", rule.clause, bet=entered.kind, reason=rule.reason)
    return BetRefused("bet-forbidden", rule.clause, typed=_quoted(entered.typed), reason=rule.reason)


def _forbidding_rule(entered: EnteredBet, rulebook: Rulebook, spoken: Spoken) -> ForbiddenRule | None:
    """Return the rule that forbids this by name, if there is one."""
    across = _lies_across_even_chances(entered.text, spoken)
    for rule in rulebook.forbidden:
        by_kind = entered.kind in rule.kinds
        by_name = any(_has_in_it(entered.text, name) for names in rule.names.values() for name in names)
        if by_kind or by_name or (across and rule.across_even_chances):
            return rule
    return None


def _has_in_it(text: str, name: str) -> bool:
    """Return True if whole words of a folded text are `name`: a forbidden game is announced as this or that
    person's.
    """
    return f"-{fold(name)}-" in f"-{text.replace(':', '-')}-"


def _lies_across_even_chances(text: str, spoken: Spoken) -> bool:
    """Return True if a text such as `rouge-noir` or `cavallo:rosso-nero` wants one chip on several even chances."""
    words = [word for word in re.split("[:-]", text) if spoken.heads.get(word) != "cheval"]
    return len(words) > 1 and all(spoken.phrases.get(word) in EVEN_CHANCES for word in words)


def _unknown_name(entered: EnteredBet, rulebook: Rulebook, spoken: Spoken) -> BetRefused:
    clause, typed = rulebook.positions_clause, _quoted(entered.typed)
    name = re.split(r":|-\d", entered.text)[0]
    if name in spoken.heads:
        return BetRefused("numbers-unread", clause, typed=typed, example="cheval:17-20")
    if not entered.text:
        return BetRefused("bet-not-named", clause)
    close = get_close_matches(name, {**spoken.heads, **spoken.phrases}, n=3)
    if close:
        return BetRefused("bet-name-near-others", clause, typed=typed, near=tuple(close))
    return BetRefused("bet-name-unknown", clause, typed=typed)


def _not_on_the_cloth(kind: str, numbers: tuple[int, ...], rulebook: Rulebook, spoken: Spoken) -> BetRefused:
    clause = rulebook.positions_clause
    if kind not in rulebook.bets:
        return BetRefused("bet-not-of-house", clause, bet=kind)
    legal = [bet for bet in spoken.cloth.values() if bet.kind == kind]
    if not numbers:
        return BetRefused("bet-without-numbers", clause, bet=kind, example=legal[len(legal) // 2].code)
    if kind in NAMED_ALONE:
        return BetRefused("bet-named-without-numbers", clause, bet=kind)
    return _no_position(kind, numbers, rulebook, legal)


def _no_position(kind: str, numbers: tuple[int, ...], rulebook: Rulebook, legal: Iterable[Bet]) -> BetRefused:
    """Return the refusal of numbers that the cloth has no position of this kind for, naming the nearest that it has."""
    clause = rulebook.positions_clause
    few = tuple(as_entered(number) for number in numbers[:QUOTED_AT_MOST])
    if _are_beyond_the_cloth(numbers, rulebook):
        return BetRefused("numbers-beyond-cloth", clause, bet=kind, numbers=few, highest=HIGHEST)
    if (twice := _named_twice(numbers)) is not None:
        return BetRefused("number-named-twice", clause, bet=kind, numbers=few, twice=as_data(twice))
    if kind == "plein":
        return BetRefused("plein-of-several-numbers", clause, bet=kind, numbers=few)
    if len(numbers) > MOST_NUMBERS:
        return BetRefused("too-many-numbers", clause, bet=kind, numbers=few)
    near = tuple(position.argument for position in nearest(kind, numbers, legal))
    return BetRefused("no-such-position", clause, bet=kind, numbers=few, near=near)


def _not_by_number(entered: EnteredBet, rule: AnnouncedRule) -> BetRefused:
    """Return the refusal of an announced bet that takes no numbers, or of a final, entered with wrong numbers."""
    clause, bet = rule.clause, _quoted(entered.code)
    if rule.chips:
        return BetRefused("announced-without-numbers", clause, bet=bet)
    if rule.digits:
        return BetRefused("no-such-final", clause, bet=bet, finals=tuple(rule.digits))
    finals = tuple(f"{low}-{high}" for low, high in rule.pairs)
    return BetRefused("no-such-final-on-the-line", clause, bet=bet, finals=finals)


def _not_around(entered: EnteredBet, rule: AnnouncedRule, rulebook: Rulebook) -> BetRefused:
    clause, bet = rule.clause, _quoted(entered.code)
    if not entered.numbers:
        return BetRefused("announced-around-no-number", clause, bet=bet)
    if _are_beyond_the_cloth(entered.numbers[:1], rulebook):
        return BetRefused("announced-beyond-cloth", clause, bet=bet, highest=HIGHEST)
    if rule.each_side:
        sides = tuple(rule.each_side)
        return BetRefused("neighbours-unknown", clause, bet=bet, sides=sides, example="voisins-de:17/2")
    return BetRefused("announced-around-one-number", clause, bet=bet)


def _are_beyond_the_cloth(numbers: Iterable[int], rulebook: Rulebook) -> bool:
    return any(number not in rulebook.numbers for number in numbers)


def _named_twice(numbers: tuple[int, ...]) -> int | None:
    return next((number for number in numbers if numbers.count(number) > 1), None)


def _quoted(text: str) -> str:
    """Return a text as a refusal repeats it: no longer than a line."""
    return text if len(text) <= QUOTED_AT_MOST else f"{text[: QUOTED_AT_MOST - 1]}…"
