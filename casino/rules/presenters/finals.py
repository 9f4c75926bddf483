"""Finals, in full and à cheval, each with its chips."""

from collections.abc import Iterable, Iterator

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.rules.presenters.language import PageLanguage
from casino.rules.presenters.returns import Return, return_of, returns_by_kind
from casino.rules.presenters.series import first_wheel_of
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import AnnouncedRule, Rulebook


class Final(msgspec.Struct, frozen=True, kw_only=True):
    """A final (`7`, `3/6`), the number of its chips, and their places: a number, or two that make a cheval."""

    name: str
    pieces: int
    lie_on: tuple[str, ...]


class FinalsTable(msgspec.Struct, frozen=True, kw_only=True):
    """The finals of one kind, under their clause, with their return as a whole."""

    title: str
    finals: tuple[Final, ...]
    clause: str
    back: Return


def finals_tables(rulebook: Rulebook, language: PageLanguage) -> tuple[FinalsTable, ...]:
    """Return the finals in full, across the cloth and down it, as far as the rulebook has them."""
    tables = []
    for rule in rulebook.announced.values():
        # Numbers side by side in a row of the cloth differ by one, those below each other by three.
        across = [pair for pair in rule.pairs if pair[1] - pair[0] == 1]
        down = [pair for pair in rule.pairs if pair not in across]
        for title, arguments in (
            (gettext("In full"), [str(digit) for digit in rule.digits]),
            (gettext("Across the cloth"), [f"{first}-{second}" for first, second in across]),
            (gettext("Down the cloth"), [f"{first}-{second}" for first, second in down]),
        ):
            if arguments:
                returns = returns_by_kind(rulebook, first_wheel_of(rulebook, rule))
                tables.append(
                    FinalsTable(
                        title=title,
                        finals=tuple(_finals(rulebook, rule, arguments)),
                        clause=cited(rulebook, rule.clause),
                        back=return_of(returns[rule.kind], language),
                    )
                )
    return tuple(tables)


def _finals(rulebook: Rulebook, rule: AnnouncedRule, arguments: Iterable[str]) -> Iterator[Final]:
    for argument in arguments:
        bet = parse_bet(f"{rule.kind}:{argument}", rulebook, wheel=first_wheel_of(rulebook, rule))
        assert isinstance(bet, AnnouncedBet)
        lie_on = tuple(chip.argument.replace("-", "/") for chip, _ in bet.chips)
        yield Final(name=argument.replace("-", "/"), pieces=bet.pieces, lie_on=lie_on)
