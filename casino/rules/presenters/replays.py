"""Replays of a won announced bet: the ways that the rulebook knows, and for every series what each re-stakes and pays
out, in chips."""

from collections.abc import Iterator

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.rules.presenters.bet_names import bet_name
from casino.rules.presenters.language import PageLanguage
from casino.rules.presenters.series import first_wheel_of
from casino.rules.presenters.words import REPLAYS
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.replay import Replay, open_replays
from tables.roulette.rulebook import ReplayRule, Rulebook


class ReplayWay(msgspec.Struct, frozen=True, kw_only=True):
    """One replay: its name, the bets that it is open to, and its stakes."""

    name: str
    open_to: tuple[str, ...]
    plays: str
    clause: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts of one kind of replay, re-staked and paid out, in chips."""

    restaked: int
    paid_out: int


class ReplayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A series that won on one of `numbers` with one chip on each of its pieces; figures in chips.

    `ways` has a place for each way of the rulebook, None where it is not open to this series.
    """

    bet: str
    numbers: tuple[int, ...]
    prize: int
    stays: int
    ways: tuple[Played | None, ...]


class Replays(msgspec.Struct, frozen=True, kw_only=True):
    ways: tuple[ReplayWay, ...]
    rows: tuple[ReplayRow, ...]


def replays(rulebook: Rulebook, language: PageLanguage) -> Replays:
    """The replays of a rulebook; both parts are empty where it knows none."""
    ways = tuple(
        ReplayWay(
            name=_name(rule, language),
            open_to=tuple(bet_name(rulebook, kind, language) for kind in rule.bets)
            or (gettext("every announced bet"),),
            plays=gettext(REPLAYS[rule.pieces, rule.stake]),
            clause=cited(rulebook, rule.clause),
        )
        for rule in rulebook.replays.values()
    )
    return Replays(ways=ways, rows=tuple(_rows(rulebook, language)))


def _rows(rulebook: Rulebook, language: PageLanguage) -> Iterator[ReplayRow]:
    for rule in rulebook.announced.values():
        if not rule.chips:
            continue
        bet = parse_bet(rule.kind, rulebook, wheel=first_wheel_of(rulebook, rule))
        assert isinstance(bet, AnnouncedBet)
        for numbers, ways in _by_what_they_bring(rulebook, bet):
            by_kind = {way.kind: Played(restaked=way.restaked, paid_out=way.paid_out) for way in ways}
            yield ReplayRow(
                bet=bet_name(rulebook, rule.kind, language),
                numbers=numbers,
                prize=ways[0].won,
                stays=ways[0].stays,
                ways=tuple(by_kind.get(kind) for kind in rulebook.replays),
            )


def _by_what_they_bring(
    rulebook: Rulebook, bet: AnnouncedBet
) -> Iterator[tuple[tuple[int, ...], tuple[Replay, ...]]]:
    """Yield the bet's numbers grouped by equal replays, with the replays of one chip a piece.

    A number without a replay is left out.
    """
    found: dict[tuple[tuple[str, int, int], ...], tuple[list[int], tuple[Replay, ...]]] = {}
    for number in sorted({number for chip, _ in bet.chips for number in chip.numbers}):
        ways = open_replays(rulebook, bet, bet.pieces, number)
        alike = tuple((way.kind, way.won, way.stays) for way in ways)
        found.setdefault(alike, ([], ways))[0].append(number)
    for numbers, ways in found.values():
        if ways:
            yield tuple(numbers), ways


def _name(rule: ReplayRule, language: PageLanguage) -> str:
    """Return the rulebook's name of a replay: in the page's language, else in the first of its own."""
    names = rule.names.get(language.code) or next(iter(rule.names.values()), (rule.kind,))
    return capfirst(names[0])
