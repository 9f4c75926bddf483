"""The vocabulary of a table: each spelling of each legal bet, made once for a rulebook and a wheel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from tables.roulette.announced import NAMED_WITH_NUMBERS, AnnouncedBet, every_announced_bet, in_chips
from tables.roulette.cloth import Bet, cloth_of, joined
from tables.roulette.names import fold, joined_names, trade_names
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, AnnouncedRule, Names, Rulebook
from tables.roulette.wheel import written

NAMED_ALONE = frozenset({"quatre-premiers", "cinq-premiers", *EVEN_CHANCES})


CHIPS = {"en": "chips", "fr": "jetons", "it": "gettoni", "pt": "fichas"}
"""The word for chips after their number, by language."""


class Spoken(msgspec.Struct, frozen=True, eq=False):
    """Words and codes that a table understands.

    `cloth` has the legal positions by canonical code, `bets` every legal bet by each spelling of its code. `phrases`
    has the complete names, with their code; `heads` has the names that need numbers after them, with their kind.
    `around` has the other words before and after numbers, with their kind. `in_full` has the casino's own phrases with
    each number in them, with their code. Names are folded. A name is known even if the rulebook forbids the bet, so a
    refusal can name the bet.
    """

    cloth: dict[str, Bet]
    bets: dict[str, Bet | AnnouncedBet]
    phrases: dict[str, str]
    heads: dict[str, str]
    around: dict[tuple[str, str], str]
    in_full: dict[str, str]


@lru_cache(maxsize=64)
def spoken_at(rulebook: Rulebook, wheel: str) -> Spoken:
    """Return the words and codes understood under `rulebook` at a table with the wheel of that name."""
    cloth = {bet.code: bet for bet in cloth_of(rulebook) if bet.kind in rulebook.bets}
    bets: dict[str, Bet | AnnouncedBet] = {**cloth}
    for bet in cloth.values():
        for spelling in _other_spellings(bet):
            bets.setdefault(spelling, bet)
    in_words: dict[str, str] = {}
    in_full: dict[str, str] = {}
    for rule in rulebook.announced.values():
        if rule.wheels and wheel not in rule.wheels:
            continue
        in_full.update(_around_each_number(rule, rulebook.numbers))
        for laid in every_announced_bet(rule, cloth, rulebook.wheels[wheel].order, rulebook.currency):
            bets[laid.code] = laid
            if rule.pieces:
                bets.setdefault(f"{rule.kind}:{in_chips(laid.pieces)}", laid)
                in_words.update(_in_chips(rulebook, laid))
            if len(rule.each_side) == 1:
                bets[laid.code.partition("/")[0]] = laid
    phrases, heads = _names_known(rulebook)
    phrases |= in_words
    return Spoken(
        cloth=cloth,
        bets=bets,
        phrases=phrases,
        heads=heads,
        around=_spoken_around(rulebook),
        in_full=in_full,
    )


def _other_spellings(bet: Bet) -> Iterator[str]:
    """Codes that mean `bet` besides its own: all its numbers, or the first and the last of them."""
    yield f"{bet.kind}:{joined(bet.numbers)}"
    if len(bet.numbers) == 1:
        return
    first_and_last = (bet.numbers[0], bet.numbers[-1])
    yield f"{bet.kind}:{joined(first_and_last)}"
    if bet.kind == "colonne":
        yield f"colonne:{bet.numbers[0]}"
    if bet.kind == "quatre-premiers":
        # The Portuguese cloths have no other word for it than quadro.
        yield f"carre:{joined(bet.numbers)}"
        yield f"carre:{joined(first_and_last)}"


@lru_cache(maxsize=1024)
def names_of(rulebook: Rulebook, kind: str) -> Names:
    """Return the names of a kind of bet, by language: the rulebook's own names, then the trade's."""
    rule = rulebook.bets.get(kind) or rulebook.announced.get(kind)
    trade = trade_names()
    return joined_names(rule.names if rule else {}, trade.bets.get(kind) or trade.announced.get(kind) or {})


def _names_known(rulebook: Rulebook) -> tuple[dict[str, str], dict[str, str]]:
    """Return the phrases and heads of the trade and of this rulebook; where both claim a name, the rulebook has it. The
    label of a single field is a phrase too.
    """
    phrases: dict[str, str] = {}
    heads: dict[str, str] = {}
    own_first = dict.fromkeys((*rulebook.bets, *rulebook.announced, *KINDS, *trade_names().announced))
    for kind in own_first:
        alone = kind in NAMED_ALONE or (kind not in KINDS and kind not in NAMED_WITH_NUMBERS)
        _learn(phrases if alone else heads, kind, {"code": (kind,), **names_of(rulebook, kind)})
    for code, names in (*rulebook.position_names.items(), *trade_names().positions.items()):
        _learn(phrases, code, names)
    labels = Counter(map(fold, rulebook.field_labels.values()))
    for code, label in rulebook.field_labels.items():
        if labels[fold(label)] == 1:
            phrases.setdefault(fold(label), code)
    return phrases, heads


def _in_chips(rulebook: Rulebook, bet: AnnouncedBet) -> Iterator[tuple[str, str]]:
    """Yield the names of a bet with the number of its chips, folded: `voisins du zéro 7 jetons`. Each with its code."""
    names = [name for spellings in names_of(rulebook, bet.kind).values() for name in spellings]
    for name in (bet.kind, *names):
        for chips in CHIPS.values():
            yield fold(f"{name} {bet.pieces} {chips}"), bet.code


def _around_each_number(rule: AnnouncedRule, numbers: Iterable[int]) -> Iterator[tuple[str, str]]:
    """Yield the casino's own phrases with each number in them, folded: `17 et deux voisins`. Each with its code."""
    for each_side, names in rule.phrases.items():
        for phrase in (phrase for spellings in names.values() for phrase in spellings):
            for number in map(written, numbers):
                yield fold(phrase.replace("{}", number)), f"{rule.kind}:{number}/{each_side}"


def _spoken_around(rulebook: Rulebook) -> dict[tuple[str, str], str]:
    """Return the words before and after the numbers of each bet that the trade or the rulebook names so, folded, with
    its kind.
    """
    own = ((kind, names) for kind, rule in rulebook.announced.items() for names in rule.phrases.values())
    found = {}
    for kind, names in (*trade_names().around.items(), *own):
        for name in (name for spellings in names.values() for name in spellings):
            before, _, after = name.partition("{}")
            found[fold(before.strip()), fold(after.strip())] = kind
    return found


def _learn(into: dict[str, str], meaning: str, names: Mapping[str, tuple[str, ...]]) -> None:
    for spellings in names.values():
        for name in spellings:
            into.setdefault(fold(name), meaning)
