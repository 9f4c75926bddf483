"""Bets and odds: one row for each kind of bet on the cloth, each value under its clause. Money in minor units."""

from collections.abc import Iterator

import msgspec

from casino.floor.citing import cited
from casino.reference.bet_names import BetNames, NamedPosition, bet_names, called, named_positions
from casino.reference.returns import Return, odds_said, return_shown, returns_by_kind
from casino.reference.words import Words
from tables.roulette.cloth import Bet, positions
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import EVEN_CHANCES, BetRule, Odds, Rulebook


class BetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of bet: how many places it has and how many numbers each, what it pays, its largest stake, what zero
    does, and what comes back of it on the whole. `bounds` is the rule behind the maximum, in words; `printed_odds` are
    odds that the source misprints elsewhere."""

    kind: str
    names: BetNames
    places: int
    numbers: str
    odds: str
    with_stake: str
    clause: str
    maximum: str
    bounds: tuple[str, ...]
    limit_clause: str
    at_zero: str
    back: Return
    printed_odds: str


class NotAccepted(msgspec.Struct, frozen=True, kw_only=True):
    """What the rulebook forbids by name, with its clause."""

    what: tuple[str, ...]
    clause: str


class BetTable(msgspec.Struct, frozen=True, kw_only=True):
    """All kinds of bet, the minimum they share, and what is said under the table.

    `split` says that an imprisoned stake may be split: the returns then have two columns. `same_limit_clause` is the
    clause of the maximums if they all have the same.
    """

    rows: tuple[BetRow, ...]
    minimum: str
    minimum_clause: str
    limits_say: str
    limits_clause: str
    zero_clause: str
    prison: tuple[str, ...]
    prison_clause: str
    split: bool
    same_limit_clause: str
    named: tuple[NamedPosition, ...]
    named_clause: str
    forbidden: tuple[NotAccepted, ...]


def bet_table(rulebook: Rulebook, words: Words) -> BetTable:
    """The table of bets and odds in the language of `words`."""
    prison = rulebook.zero.prison
    rows = tuple(_rows(rulebook, words))
    limit_clauses = {row.limit_clause for row in rows}
    return BetTable(
        rows=rows,
        minimum=words.figures.plain(rulebook.default_limits.minimum),
        minimum_clause=cited(rulebook, rulebook.limits.minimum_clause),
        limits_say=words[rulebook.limits.kind],
        limits_clause=cited(rulebook, rulebook.limits.clause),
        zero_clause=cited(rulebook, rulebook.zero.clause),
        prison=tuple(_prison(rulebook, words)),
        prison_clause=cited(rulebook, prison.clause if prison else None),
        split=bool(prison and prison.partage),
        same_limit_clause=limit_clauses.pop() if len(limit_clauses) == 1 else "",
        named=named_positions(rulebook, words),
        named_clause=cited(rulebook, rulebook.positions_clause),
        forbidden=tuple(_forbidden(rulebook, words)),
    )


def _rows(rulebook: Rulebook, words: Words) -> Iterator[BetRow]:
    returns = returns_by_kind(rulebook)
    cloth = positions(rulebook.reds)
    for kind, rule in rulebook.bets.items():
        of_kind = [bet for bet in cloth if bet.kind == kind]
        maximum = maximum_for(rulebook, rulebook.default_limits, kind)
        yield BetRow(
            kind=kind,
            names=bet_names(rulebook, kind, words),
            places=len(of_kind),
            numbers=str(len(of_kind[0].numbers)),
            odds=odds_said(rule.odds),
            with_stake=words.figures.decimal(_with_stake(rule.odds)),
            clause=cited(rulebook, rule.clause),
            maximum=words["as_posted"] if maximum is None else words.figures.plain(maximum),
            bounds=tuple(_bounds(rule, words)),
            limit_clause=cited(rulebook, rule.limit_clause or rulebook.limits.maximum_clause),
            at_zero=_at_zero(rulebook, kind, of_kind, words),
            back=return_shown(returns[kind], words),
            printed_odds=_misprinted(rulebook, kind),
        )


def _with_stake(odds: Odds) -> str:
    """What a winner has in hand, as a multiple of the stake: `36`, `1.5`."""
    return f"{1 + odds.numerator / odds.denominator:g}"


def _bounds(rule: BetRule, words: Words) -> Iterator[str]:
    if rule.ratio is not None:
        yield words.filled("times_the_minimum", times=rule.ratio)
    if rule.doubled is not None:
        yield words.filled("doubled", amount=words.figures.plain(rule.doubled))
    if rule.derogation is not None:
        yield words.filled("derogation", amount=words.figures.plain(rule.derogation))


def _at_zero(rulebook: Rulebook, kind: str, of_kind: list[Bet], words: Words) -> str:
    if kind in EVEN_CHANCES:
        return words[f"zero_{rulebook.zero.even}"]
    return words["zero_contained" if any(0 in bet.numbers for bet in of_kind) else "zero_lose"]


def _misprinted(rulebook: Rulebook, kind: str) -> str:
    misprints = rulebook.return_to_player.misprints if rulebook.return_to_player else ()
    return next((odds_said(misprint.printed) for misprint in misprints if kind in misprint.kinds), "")


def _prison(rulebook: Rulebook, words: Words) -> Iterator[str]:
    prison = rulebook.zero.prison
    if prison is None:
        return
    yield words[f"release_{prison.release}"]
    if prison.levels is None:
        yield words["prison_endless"]
    else:
        yield words.filled("prison_levels", levels=prison.levels)
    if prison.partage:
        yield words["prison_partage"]
    if prison.move:
        yield words["prison_move"]


def _forbidden(rulebook: Rulebook, words: Words) -> Iterator[NotAccepted]:
    for rule in rulebook.forbidden:
        what = [called(rulebook, kind, words) for kind in rule.kinds]
        what += [words["across_even_chances"]] if rule.across_even_chances else []
        names = rule.names.get(words.language) or next(iter(rule.names.values()), ())
        what += [f"“{name}”" for name in names]
        yield NotAccepted(what=tuple(what), clause=cited(rulebook, rule.clause))
