"""Return to player: the exact fraction of each bet, the rulebook's own statement, and misprints."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import msgspec

from casino.kit.clauses import cited
from casino.rules.presenters.bet_names import bet_name
from casino.rules.presenters.language import PageLanguage, Reading, reading_of
from tables.roulette.payout.return_to_player import BetReturn, percent, returns
from tables.roulette.rulebook import MisprintRule, Odds, Rulebook


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A return as people read it: `97.30 %`, and exactly: `36/37`."""

    percent: str
    exact: str


class Return(msgspec.Struct, frozen=True, kw_only=True):
    """Return of a bet: if imprisoned stakes stay in prison, if they are split at the first zero, and as printed."""

    stays: Share
    split: Share | None
    printed: Share | None


class Misprint(msgspec.Struct, frozen=True, kw_only=True):
    """Odds that the source prints elsewhere for a bet, with the played odds, and our reading of the misprint."""

    bet: str
    printed: str
    printed_return: Share
    played: str
    played_return: Share
    clause: str
    reading: Reading | None


class StatedReturn(msgspec.Struct, frozen=True, kw_only=True):
    """The return that the rulebook itself states, with its clause, and the misprints that contradict it."""

    percent: str
    clause: str
    misprints: tuple[Misprint, ...]


@lru_cache(maxsize=64)
def returns_by_kind(rulebook: Rulebook, wheel: str | None = None) -> Mapping[str, BetReturn]:
    """The return of every kind of bet on the cloth, and of each that is announced on this numbering."""
    return MappingProxyType({each.kind: each for each in returns(rulebook, wheel)})


def return_of(back: BetReturn, language: PageLanguage) -> Return:
    return Return(
        stays=_share(back.stays, language),
        split=None if back.partage is None else _share(back.partage, language),
        printed=None if back.printed is None else _share(back.printed, language),
    )


def stated_return(rulebook: Rulebook, language: PageLanguage) -> StatedReturn | None:
    """Return the rulebook's statement about its return, None without one."""
    rule = rulebook.return_to_player
    if rule is None:
        return None
    misprints = tuple(
        _misprint(rulebook, misprint, kind, language)
        for misprint in rule.misprints
        for kind in misprint.kinds
    )
    return StatedReturn(
        percent=language.figures.decimal(rule.stated),
        clause=cited(rulebook, rule.clause),
        misprints=misprints,
    )


def _misprint(rulebook: Rulebook, misprint: MisprintRule, kind: str, language: PageLanguage) -> Misprint:
    back = return_of(returns_by_kind(rulebook)[kind], language)
    assert back.printed is not None, f"{rulebook.id}: {kind} is misprinted and has no return as printed"
    return Misprint(
        bet=bet_name(rulebook, kind, language),
        printed=odds_text(misprint.printed),
        printed_return=back.printed,
        played=odds_text(rulebook.bets[kind].odds),
        played_return=back.stays,
        clause=cited(rulebook, misprint.clause),
        reading=reading_of(rulebook, misprint.clause, language)
        if misprint.clause in rulebook.readings
        else None,
    )


def odds_text(odds: Odds) -> str:
    """Odds as they are printed: `35 : 1`."""
    return f"{odds.numerator} : {odds.denominator}"


def _share(fraction: Fraction, language: PageLanguage) -> Share:
    return Share(
        percent=f"{language.figures.decimal(percent(fraction))} %",
        exact=f"{fraction.numerator}/{fraction.denominator}",
    )
