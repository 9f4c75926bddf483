"""What must hold of a rulebook's announced bets, and of the replays of those that were won."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from tables.roulette.announced import NAMED_WITH_NUMBERS
from tables.roulette.cloth import cloth_of
from tables.roulette.names import fold
from tables.roulette.rulebook import EVEN_CHANCES, AnnouncedRule, Rulebook
from tables.roulette.wheel import HIGHEST

Fault = tuple[str, str]
"""The key in the file, and what is wrong there."""

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
            yield (
                f"{key}.{wanted}",
                f"is laid by this and nothing else, not by {_listed(laid_by) or 'nothing'}",
            )
        for code in rule.chips:
            if code not in legal:
                yield f'{key}.chips."{code}"', "not a canonical code of the cloth"
            elif legal[code] not in rulebook.bets:
                yield f'{key}.chips."{code}"', f"{legal[code]} is not among the bets"
            elif legal[code] in EVEN_CHANCES and rulebook.zero.even == "prison":
                # The chips of an announced bet are settled together, and prison is chosen about stake by stake.
                yield f'{key}.chips."{code}"', "is imprisoned at zero, so it is a bet of its own"
        yield from _pieces(rule, key)
        yield from _details(rule, key, rulebook, legal)


def _pieces(rule: AnnouncedRule, key: str) -> Iterator[Fault]:
    """How many chips it may be made of: as many as it has, or one on each of its places; each way once."""
    ways = (sum(rule.chips.values()), len(rule.chips))
    for place, pieces in enumerate(rule.pieces):
        if not rule.chips:
            yield f"{key}.pieces", "there are no chips of which it could be made in several ways"
        elif pieces not in ways:
            right = " or ".join(dict.fromkeys(map(str, ways)))
            yield f"{key}.pieces", f"{pieces} chips do not make it; right would be {right}"
        elif pieces in rule.pieces[:place]:
            yield f"{key}.pieces", f"names {pieces} twice"


def _details(rule: AnnouncedRule, key: str, rulebook: Rulebook, cloth: Container[str]) -> Iterator[Fault]:
    needed = {"plein"} if rule.kind in NAMED_WITH_NUMBERS - {"complete"} else set(rule.around)
    for kind in sorted(needed - set(rulebook.bets)):
        yield key, f"{kind} is not among the bets"
    for first, second in rule.pairs:
        if not first <= 9 or not first < second <= 12:
            yield f"{key}.pairs", f"[{first}, {second}] is not a final and a greater number up to 12"
        elif not _are_neighbours(first, second, cloth):
            right = [number for number in range(first + 1, 13) if _are_neighbours(first, number, cloth)]
            beside = _listed(map(str, right))
            yield f"{key}.pairs", f"[{first}, {second}] lie side by side nowhere; {first} is beside {beside}"
    for each_side in rule.each_side:
        if 2 * each_side + 1 > len(rulebook.numbers):
            yield f"{key}.each_side", f"{each_side} goes around the wheel"
    for wheel in rule.wheels:
        if wheel not in rulebook.wheels:
            yield f"{key}.wheels", f"{wheel} is not among the wheels"
    if rule.limit_rounded_to is not None and rule.limit_ratio is None:
        yield f"{key}.limit_rounded_to", "there is no limit_ratio whose maximum it could round"
    if (rule.limit_ratio or rule.limit_step) and rule.limit_clause is None:
        yield f"{key}.limit_clause", "missing clause: every value names the clause that it comes from"


def replay_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """The bets that each replay is open to, and names that two replays share."""
    meant: dict[str, str] = {fold(kind): kind for kind in rulebook.replays}
    for kind, rule in rulebook.replays.items():
        yield from not_among(f"replays.{kind}.bets", rule.bets, rulebook.announced, "announced bets")
        for name in {fold(name) for names in rule.names.values() for name in names}:
            other = meant.setdefault(name, kind)
            if other != kind:
                yield f"replays.{kind}.names", f"{name} also means {other}"


def not_among(key: str, named: Iterable[str], known: Mapping[str, object], what: str) -> Iterator[Fault]:
    """A fault at `key` for each that is `named` and not `known`."""
    for each in named:
        if each not in known:
            yield key, f"{each} is not among the {what}"


def _are_neighbours(first: int, second: int, cloth: Container[str]) -> bool:
    """Return True if a cheval can be laid on two numbers with these finals somewhere on the cloth."""
    tens = range(0, HIGHEST + 1, 10)
    return any(f"cheval:{first + ten}-{second + ten}" in cloth for ten in tens)


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)
