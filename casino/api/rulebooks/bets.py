"""/api/v1/rulebooks/{id}/bets: every legal bet with its odds, its limits and its return."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import TABLES_READ
from casino.api.http.query import once
from casino.api.http.response import Ratio
from casino.api.openapi.components import VERSION, WHEEL
from casino.api.openapi.operations import operation
from casino.api.rulebooks.views import ClauseId, requested_rulebook
from casino.kit.structs import Money
from casino.web.problem import Problem
from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.game_rules import AnnouncedRule, BetRule
from tables.roulette.names import joined_names, trade_names
from tables.roulette.payout.return_to_player import return_of
from tables.roulette.rulebook import Rulebook
from tables.roulette.spoken import names_of
from tables.roulette.wheel import WrittenPocket, along_the_cloth, as_data


class ReturnToPlayer(Ratio, frozen=True, kw_only=True):
    """Long-run return of each unit staked, including the stake itself."""


class ChipOfBet(msgspec.Struct, frozen=True, kw_only=True):
    """Number of an announced bet's chips on one combination."""

    bet: str
    count: int


class LegalBet(msgspec.Struct, frozen=True, kw_only=True):
    """Bet that the rulebook accepts, under its canonical code.

    `names` has its names, by language. `numbers` are its numbers. `odds` are the payment on top of a winning stake,
    `odds_at_least` the least that the rulebook allows, null if it names none. An announced bet has no odds of its own,
    but `chips`, each paid by the odds of its combination. `maximum_ratio` is its maximum as a multiple of the table's
    minimum, `maximum` the amount that the rulebook posts; null without such a value. An announced bet without either is
    limited chip by chip.

    `return_to_player` is for a player who leaves imprisoned stakes in prison. `return_if_split` is for a player who
    splits them at the first zero, if the rules offer that choice. `return_by_misprint` is the return by odds misprinted
    in the source, if there are any.
    """

    code: str
    kind: str
    names: dict[str, tuple[str, ...]]
    numbers: tuple[WrittenPocket, ...]
    odds: Annotated[str | None, msgspec.Meta(examples=["35:1"])]
    odds_at_least: Annotated[str | None, msgspec.Meta(examples=["34:1"])]
    chips: tuple[ChipOfBet, ...]
    maximum_ratio: int | None
    maximum: Money | None
    clause: ClauseId
    limit_clause: ClauseId
    return_to_player: ReturnToPlayer
    return_if_split: ReturnToPlayer | None
    return_by_misprint: ReturnToPlayer | None


class LegalBets(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal bet of a rulebook at a table with the wheel of that numbering."""

    rulebook: str
    version: int
    wheel: str
    bets: tuple[LegalBet, ...]


class BetsView(APIView):
    required_scopes = [TABLES_READ]

    @operation("list_bets", "rulebooks", LegalBets, parameters=[VERSION, WHEEL])
    def get(self, request: Request, rulebook: str) -> LegalBets:
        """Return every legal bet: numbers, odds, maximum ratio, exact return to player as a fraction and in percent.

        Series and neighbours depend on the numbering of the wheel: `wheel` chooses one, by default the rulebook's
        first.
        """
        found = requested_rulebook(request, rulebook)
        numbering = once(request, "wheel")
        wheel = found.first_wheel if numbering is None else numbering
        if wheel not in found.wheels:
            there_are = ", ".join(found.wheels)
            raise Problem.malformed(
                "wheel",
                gettext("{rulebook} knows no '{wheel}' numbering; it knows {wheels}").format(
                    rulebook=found.id, wheel=wheel, wheels=there_are
                ),
            )
        return legal_bets(found, wheel)


def legal_bets(rulebook: Rulebook, wheel: str) -> LegalBets:
    return LegalBets(
        rulebook=rulebook.id,
        version=rulebook.version,
        wheel=wheel,
        bets=tuple(_legal_bet(rulebook, bet) for bet in every_bet(rulebook, wheel=wheel)),
    )


def _legal_bet(rulebook: Rulebook, bet: Bet | AnnouncedBet) -> LegalBet:
    rule: BetRule | AnnouncedRule
    chips: tuple[ChipOfBet, ...] = ()
    odds = least = maximum = None
    if isinstance(bet, Bet):
        rule = rulebook.bets[bet.kind]
        numbers, ratio, odds = bet.numbers, rule.ratio, rule.odds.text
        least = rule.odds_at_least.text if rule.odds_at_least else None
        if rule.maximum is not None:
            maximum = Money(amount=rule.maximum, currency=rulebook.currency)
    else:
        rule = rulebook.announced[bet.kind]
        numbers = along_the_cloth({number for chip, _ in bet.chips for number in chip.numbers})
        ratio = rule.limit_ratio
        chips = tuple(ChipOfBet(bet=chip.code, count=count) for chip, count in bet.chips)
    back = return_of(rulebook, bet)
    return LegalBet(
        code=bet.code,
        kind=bet.kind,
        names=_names(rulebook, bet),
        numbers=tuple(map(as_data, numbers)),
        odds=odds,
        odds_at_least=least,
        chips=chips,
        maximum_ratio=ratio,
        maximum=maximum,
        clause=rule.clause,
        limit_clause=rule.limit_clause or rulebook.limits.maximum_clause,
        return_to_player=ReturnToPlayer.of(back.stays),
        return_if_split=None if back.partage is None else ReturnToPlayer.of(back.partage),
        return_by_misprint=None if back.printed is None else ReturnToPlayer.of(back.printed),
    )


def _names(rulebook: Rulebook, bet: Bet | AnnouncedBet) -> dict[str, tuple[str, ...]]:
    """Return the names of this very place, then those of its kind."""
    own = joined_names(rulebook.position_names.get(bet.code, {}), trade_names().positions.get(bet.code, {}))
    return joined_names(own, names_of(rulebook, bet.kind))
