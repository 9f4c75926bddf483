"""Why a bet is refused: in words, with the clause, and with the nearest bets that are legal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

import msgspec

from tables.roulette.cloth import joined, why_not
from tables.roulette.names import fold, foreign_digits
from tables.roulette.refusal import BetRefused
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, AnnouncedRule, ForbiddenRule, Rulebook
from tables.roulette.spoken import NAMED_ALONE, Spoken, spoken_at
from tables.roulette.wheel import NUMBERS

# No bet wins on more numbers than two dozens or two columns side by side have.
MOST_NUMBERS = 24


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asked for: the folded text, the code it comes to, its kind and numbers as far as known."""

    text: str
    code: str
    kind: str | None = None
    numbers: tuple[int, ...] = ()


def why_unread(text: str, rulebook: Rulebook) -> BetRefused | None:
    """The refusal of a text that writes a number otherwise than in 0 to 9; None for any other text.

    Folding would make a 2 of ², and nobody can be held to a bet on 2 for having typed that.
    """
    foreign = foreign_digits(text)
    if not foreign:
        return None
    reason = f"{_shown(foreign)} is not among the digits 0 to 9, in which numbers are written"
    return BetRefused(f"{_shown(text)}: {reason}", rulebook.positions_clause)


def why_refused(asked: Asked, rulebook: Rulebook, wheel: str) -> BetRefused:
    """The refusal of a bet that is not legal under `rulebook` with this wheel."""
    spoken = spoken_at(rulebook, wheel)
    forbidden = _forbidding_rule(asked, rulebook, spoken)
    if forbidden is not None:
        return BetRefused(f"{_shown(asked.kind or asked.text)}: {forbidden.reason}", forbidden.clause)
    if asked.kind is None:
        return _unknown_name(asked, rulebook, spoken)
    if asked.kind in KINDS:
        return _not_on_the_cloth(asked.kind, asked.numbers, rulebook, spoken)
    rule = rulebook.announced.get(asked.kind)
    if rule is None:
        return BetRefused(
            f"{asked.kind}: not among the announced bets of this house", rulebook.announced_clause
        )
    if rule.wheels and wheel not in rule.wheels:
        only = _listed(rule.wheels, "or")
        return BetRefused(f"{asked.kind}: not on the {wheel} numbering, only on the {only}", rule.clause)
    return BetRefused(f"{_shown(asked.code)}: {_why_not_announced(asked, rule)}", rule.clause)


def _forbidding_rule(asked: Asked, rulebook: Rulebook, spoken: Spoken) -> ForbiddenRule | None:
    """The rule that forbids this by name, if there is one."""
    across = _lies_across_even_chances(asked.text, spoken)
    for rule in rulebook.forbidden:
        by_kind = asked.kind in rule.kinds
        by_name = any(_has_in_it(asked.text, name) for names in rule.names.values() for name in names)
        if by_kind or by_name or (across and rule.across_even_chances):
            return rule
    return None


def _has_in_it(text: str, name: str) -> bool:
    """Whether whole words of a folded text are `name`: a forbidden game is announced as this or that person's."""
    return f"-{fold(name)}-" in f"-{text.replace(':', '-')}-"


def _lies_across_even_chances(text: str, spoken: Spoken) -> bool:
    """Whether a text such as `rouge-noir` or `cavallo:rosso-nero` wants one chip on several even chances."""
    words = [word for word in re.split("[:-]", text) if spoken.heads.get(word) != "cheval"]
    return len(words) > 1 and all(spoken.phrases.get(word) in EVEN_CHANCES for word in words)


def _unknown_name(asked: Asked, rulebook: Rulebook, spoken: Spoken) -> BetRefused:
    name = re.split(r":|-\d", asked.text)[0]
    if name in spoken.heads:
        return BetRefused(
            f"{_shown(asked.text)}: numbers are written as in cheval:17-20", rulebook.positions_clause
        )
    close = get_close_matches(name, {**spoken.heads, **spoken.phrases}, n=3)
    meant = f"; did you mean {_listed(close, 'or')}?" if close else ""
    return BetRefused(
        f"{_shown(asked.text) or 'nothing'}: not the name of a bet{meant}", rulebook.positions_clause
    )


def _not_on_the_cloth(kind: str, numbers: tuple[int, ...], rulebook: Rulebook, spoken: Spoken) -> BetRefused:
    rule = rulebook.bets.get(kind)
    if rule is None:
        return BetRefused(f"{kind}: not among the bets of this house", rulebook.positions_clause)
    return BetRefused(_why_no_position(kind, numbers, spoken), rulebook.positions_clause)


def _why_no_position(kind: str, numbers: tuple[int, ...], spoken: Spoken) -> str:
    legal = [bet for bet in spoken.cloth.values() if bet.kind == kind]
    if not numbers:
        return f"{kind}: say on which numbers, as in {legal[len(legal) // 2].code}"
    if kind in NAMED_ALONE:
        return f"{kind}: is named without numbers"
    wrong = _beyond_the_cloth(numbers) or _said_twice(numbers)
    if wrong:
        return f"{_shown(f'{kind} {joined(numbers)}')}: {wrong}"
    if kind == "plein":
        return f"{_shown(f'plein {joined(numbers)}')}: is one number"
    if len(numbers) > MOST_NUMBERS:
        return f"{_shown(f'{kind} {joined(numbers)}')}: names more numbers than any bet has"
    return why_not(kind, numbers, legal)


def _why_not_announced(asked: Asked, rule: AnnouncedRule) -> str:
    if rule.chips:
        return "is announced without numbers"
    if rule.digits:
        return f"a final is one of {_listed(rule.digits, 'and')}"
    if rule.pairs:
        return f"the finals on the line are {_listed([f'{low}-{high}' for low, high in rule.pairs], 'and')}"
    return _why_not_around(asked, rule)


def _why_not_around(asked: Asked, rule: AnnouncedRule) -> str:
    if not asked.numbers:
        return "say around which number"
    beyond = _beyond_the_cloth(asked.numbers[:1])
    if beyond:
        return beyond
    if rule.each_side:
        return f"a number has {_listed(rule.each_side, 'or')} neighbours each side, as in voisins-de:17/2"
    return "is laid around one number"


def _beyond_the_cloth(numbers: Iterable[int]) -> str | None:
    if all(number in NUMBERS for number in numbers):
        return None
    return f"the cloth has the numbers {NUMBERS[0]} to {NUMBERS[-1]}"


def _said_twice(numbers: tuple[int, ...]) -> str | None:
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    return None if twice is None else f"names {twice} more than once"


def _listed(things: Iterable[object], last: str) -> str:
    """`1, 2 or 3`."""
    words = [str(thing) for thing in things]
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _shown(text: str) -> str:
    """A text as a message quotes it: no longer than a line."""
    return text if len(text) <= 60 else f"{text[:57]}..."
