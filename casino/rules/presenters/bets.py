"""Bets and odds: one row for each kind of bet on the cloth, each value under its clause. Money in minor units."""

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.rules.presenters.bet_names import BetNames, NamedPosition, bet_names, called, named_positions
from casino.rules.presenters.language import PageLanguage
from casino.rules.presenters.returns import Return, odds_text, return_of, returns_by_kind
from casino.rules.presenters.words import AT_LAST_COUP, AT_ZERO, LIMITS, RELEASE, RELEASE_REDUCED
from tables.roulette.cloth import Bet, cloth_of
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import EVEN_CHANCES, BetRule, Odds, Rulebook


class BetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of bet: how many places it has and how many numbers each, what it pays, its largest stake, what zero
    does, and what comes back of it on the whole. `least_odds` are those that the rulebook allows at least, with their
    clause. `bounds` is the rule behind the maximum, in words; `printed_odds` are
    odds that the source misprints elsewhere."""

    kind: str
    names: BetNames
    places: int
    numbers: str
    odds: str
    least_odds: str
    with_stake: str
    clause: str
    maximum: str
    bounds: tuple[str, ...]
    limit_clause: str
    at_zero: str
    back: Return
    printed_odds: str


class NotAccepted(msgspec.Struct, frozen=True, kw_only=True):
    what: tuple[str, ...]
    clause: str


class BetTable(msgspec.Struct, frozen=True, kw_only=True):
    """All kinds of bet, the minimum they share, and the notes under the table.

    `split` is true if an imprisoned stake may be split: the returns then have two columns. `same_limit_clause` is the
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


def bet_table(rulebook: Rulebook, language: PageLanguage) -> BetTable:
    prison = rulebook.zero.prison
    rows = tuple(_rows(rulebook, language))
    limit_clauses = {row.limit_clause for row in rows}
    return BetTable(
        rows=rows,
        minimum=language.figures.plain(rulebook.default_limits.minimum, rulebook.currency),
        minimum_clause=cited(rulebook, rulebook.limits.minimum_clause),
        limits_say=gettext(LIMITS[rulebook.limits.kind]),
        limits_clause=cited(rulebook, rulebook.limits.clause),
        zero_clause=cited(rulebook, rulebook.zero.clause),
        prison=tuple(_prison(rulebook)),
        prison_clause=cited(rulebook, prison.clause if prison else None),
        split=bool(prison and prison.partage),
        same_limit_clause=limit_clauses.pop() if len(limit_clauses) == 1 else "",
        named=named_positions(rulebook, language),
        named_clause=cited(rulebook, rulebook.positions_clause),
        forbidden=tuple(_forbidden(rulebook, language)),
    )


def _rows(rulebook: Rulebook, language: PageLanguage) -> Iterator[BetRow]:
    returns = returns_by_kind(rulebook)
    cloth = cloth_of(rulebook)
    for kind, rule in rulebook.bets.items():
        of_kind = [bet for bet in cloth if bet.kind == kind]
        maximum = maximum_for(rulebook, rulebook.default_limits, kind)
        yield BetRow(
            kind=kind,
            names=bet_names(rulebook, kind, language),
            places=len(of_kind),
            numbers=str(len(of_kind[0].numbers)),
            odds=odds_text(rule.odds),
            least_odds=_least_odds(rule, rulebook),
            with_stake=language.figures.decimal(_with_stake(rule.odds)),
            clause=cited(rulebook, rule.clause),
            maximum=gettext("as posted")
            if maximum is None
            else language.figures.plain(maximum, rulebook.currency),
            bounds=tuple(_bounds(rule, rulebook, language)),
            limit_clause=cited(rulebook, rule.limit_clause or rulebook.limits.maximum_clause),
            at_zero=_at_zero(rulebook, kind, of_kind),
            back=return_of(returns[kind], language),
            printed_odds=_misprinted(rulebook, kind),
        )


def _least_odds(rule: BetRule, rulebook: Rulebook) -> str:
    """Return the least odds that the rulebook allows, with their clause; empty if it names none."""
    if rule.odds_at_least is None:
        return ""
    least = gettext("at least {count}").format(count=odds_text(rule.odds_at_least))
    return f"{least} ({cited(rulebook, rule.odds_at_least_clause or rule.clause)})"


def _with_stake(odds: Odds) -> str:
    """Return prize and stake of a winner as a multiple of the stake: `36`, `1.5`."""
    return f"{1 + odds.numerator / odds.denominator:g}"


def _bounds(rule: BetRule, rulebook: Rulebook, language: PageLanguage) -> Iterator[str]:
    if rule.ratio is not None:
        yield gettext("{times} × minimum").format(times=rule.ratio)
    if rule.doubled is not None:
        doubled = language.figures.plain(rule.doubled, rulebook.currency)
        yield gettext("doubled {amount}").format(amount=doubled)
    if rule.derogation is not None:
        largest = language.figures.plain(rule.derogation, rulebook.currency)
        yield gettext("by derogation {amount}").format(amount=largest)


def _at_zero(rulebook: Rulebook, kind: str, of_kind: list[Bet]) -> str:
    if kind in EVEN_CHANCES:
        return gettext(AT_ZERO[rulebook.zero.even])
    contains_zero = any(0 in bet.numbers for bet in of_kind)
    return gettext("wins with 0") if contains_zero else gettext("loses")


def _misprinted(rulebook: Rulebook, kind: str) -> str:
    misprints = rulebook.return_to_player.misprints if rulebook.return_to_player else ()
    return next((odds_text(misprint.printed) for misprint in misprints if kind in misprint.kinds), "")


def _prison(rulebook: Rulebook) -> Iterator[str]:
    prison = rulebook.zero.prison
    if prison is None:
        return
    yield gettext(RELEASE_REDUCED if prison.freed == "reduced" else RELEASE[prison.release])
    if prison.levels is None:
        yield gettext(
            "However many zeros follow, it stays in prison; each of them halves what a split gives back."
        )
    else:
        yield gettext("At most {levels} times in a row; one more zero divides it.").format(
            levels=prison.levels
        )
    if prison.at_last_coup:
        yield gettext(AT_LAST_COUP[prison.at_last_coup])
    if prison.partage:
        yield gettext("The player may split with the bank instead.")
    if prison.move:
        yield gettext("It may be moved to another even chance.")


def _forbidden(rulebook: Rulebook, language: PageLanguage) -> Iterator[NotAccepted]:
    for rule in rulebook.forbidden:
        what = [called(rulebook, kind, language) for kind in rule.kinds]
        what += [gettext("bets across even chances")] if rule.across_even_chances else []
        names = rule.names.get(language.code) or next(iter(rule.names.values()), ())
        what += [f"“{name}”" for name in names]
        yield NotAccepted(what=tuple(what), clause=cited(rulebook, rule.clause))
