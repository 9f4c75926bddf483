"""Checks of a rulebook's announced bets, and of the replays of won ones."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from difflib import get_close_matches

from tables.roulette.announced import NAMED_WITH_NUMBERS
from tables.roulette.cloth import cloth_of
from tables.roulette.fault_path import Fault
from tables.roulette.fault_words import MISSING_CLAUSE, either, listed
from tables.roulette.names import fold
from tables.roulette.rulebook import EVEN_CHANCES, AnnouncedRule, Rulebook
from tables.roulette.wheel import HIGHEST

NO_POSITION = "The cloth has no such position. Write the code of one, such as plein:17 or cheval:17-20."
"""Fault of a code without a position on the cloth."""

# The key that lays each bet that is named with numbers; every other is laid by `chips`.
_LAID_BY = {"voisins-de": "each_side", "finale": "digits", "finale-cheval": "pairs", "complete": "around"}


def announced_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults in the layouts of announced bets, in their arguments and in the clauses of their limits."""
    legal = {bet.code: bet.kind for bet in cloth_of(rulebook)}
    for kind, rule in rulebook.announced.items():
        key = f"announced.{kind}"
        wanted = _LAID_BY.get(kind, "chips")
        laid_by = [name for name in (*_LAID_BY.values(), "chips") if getattr(rule, name)]
        if laid_by != [wanted]:
            wrong = [name for name in laid_by if name != wanted]
            yield (
                f"{key}.{wanted}",
                f"{kind} is laid by {wanted} alone. Write {wanted}{f', and remove {listed(wrong)}' if wrong else ''}.",
            )
        for code in rule.chips:
            if code not in legal:
                yield f'{key}.chips."{code}"', NO_POSITION
            elif legal[code] not in rulebook.bets:
                yield (
                    f'{key}.chips."{code}"',
                    f"{legal[code]} is not in [bets]. Add the bet, or remove the chip.",
                )
            elif legal[code] in EVEN_CHANCES and rulebook.zero.even == "prison":
                # The chips of an announced bet are settled together, and prison is chosen about stake by stake.
                yield (
                    f'{key}.chips."{code}"',
                    "Zero imprisons this bet, so no announced bet has it. Remove the chip.",
                )
        yield from _pieces(rule, key)
        yield from _details(rule, key, rulebook, legal)


def _pieces(rule: AnnouncedRule, key: str) -> Iterator[Fault]:
    """Yield a fault for each number of chips except the bet's own, and except one chip on each place."""
    ways = (sum(rule.chips.values()), len(rule.chips))
    for pieces in rule.pieces:
        if not rule.chips:
            yield f"{key}.pieces", "The bet has no chips, so they cannot vary. Remove the key."
        elif pieces not in ways:
            right = either(dict.fromkeys(ways))
            yield f"{key}.pieces", f"{pieces} chips do not make the bet. Write {right}."


def _details(rule: AnnouncedRule, key: str, rulebook: Rulebook, cloth: Container[str]) -> Iterator[Fault]:
    needed = {"plein"} if rule.kind in NAMED_WITH_NUMBERS - {"complete"} else set(rule.around)
    for kind in sorted(needed - set(rulebook.bets)):
        yield key, f"The bet needs {kind}, and [bets] has none. Add bets.{kind}, or remove the announced bet."
    for first, second in rule.pairs:
        if not first <= 9 or not first < second <= 12:
            yield (
                f"{key}.pairs",
                f"[{first}, {second}] are not finals. Write a digit, then a greater number up to 12.",
            )
        elif not _are_neighbours(first, second, cloth):
            right = [number for number in range(first + 1, 13) if _are_neighbours(first, number, cloth)]
            yield (
                f"{key}.pairs",
                f"{second} is nowhere next to {first}. Write {either(right)} for {second}.",
            )
    for each_side in rule.each_side:
        if 2 * each_side + 1 > len(rulebook.numbers):
            yield (
                f"{key}.each_side",
                f"{each_side} on each side are more than all numbers of the wheel. Write fewer.",
            )
    yield from not_among(f"{key}.wheels", rule.wheels, rulebook.wheels, "wheels")
    if rule.limit_rounded_to is not None and rule.limit_ratio is None:
        yield (
            f"{key}.limit_rounded_to",
            "limit_ratio is missing, so nothing is rounded. Add it, or remove the key.",
        )
    if (rule.limit_ratio or rule.limit_step) and rule.limit_clause is None:
        yield f"{key}.limit_clause", MISSING_CLAUSE


def replay_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the bets that each replay is open to, and of names that two replays share."""
    meant: dict[str, str] = {fold(kind): kind for kind in rulebook.replays}
    for kind, rule in rulebook.replays.items():
        yield from not_among(f"replays.{kind}.bets", rule.bets, rulebook.announced, "announced bets")
        for name in {fold(name) for names in rule.names.values() for name in names}:
            other = meant.setdefault(name, kind)
            if other != kind:
                yield (
                    f"replays.{kind}.names",
                    f"The name {name} means {other} already. Give one of them another name.",
                )


def not_among(key: str, named: Iterable[str], known: Iterable[str], what: str) -> Iterator[Fault]:
    """Yield a fault at `key` for each name that is not `known`, with a likely one."""
    there = tuple(known)
    for each in named:
        if each not in there:
            close = get_close_matches(each, there, n=1, cutoff=0.6)
            remedy = f"Write {close[0] if close else either(there)}." if there else "Remove it."
            yield key, f"{each} is not among the {what}. {remedy}"


def _are_neighbours(first: int, second: int, cloth: Container[str]) -> bool:
    """Return True if a cheval can be laid on two numbers with these finals somewhere on the cloth."""
    tens = range(0, HIGHEST + 1, 10)
    return any(f"cheval:{first + ten}-{second + ten}" in cloth for ten in tens)
