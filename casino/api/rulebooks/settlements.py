"""/api/v1/rulebooks/{id}/settlements: settles bets against results without a table, as `manage.py settle` does."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import TABLES_READ
from casino.api.http.body import document_of
from casino.api.http.idempotency import respond_once
from casino.api.openapi.components import VERSION
from casino.api.openapi.operations import operation
from casino.api.rulebooks.views import ClauseId, requested_rulebook
from casino.api.settlement import settle
from casino.web.problem import Problem
from tables.roulette.payout.lines import Outcome
from tables.roulette.wheel import WrittenPocket

MOST_LINES = 50_000
"""Bets times results of one request. The command line has no such bound, since nobody else waits for it."""

Minor = Annotated[int, msgspec.Meta(description="In minor units")]


class SettlementRequest(settle.Request, frozen=True, kw_only=True):
    """Bets, and the numbers of consecutive coups against which they are worked out.

    Amounts are in minor units; an announced bet's is its total. `minimum` and `maximums` (by kind of bet) hold all to
    the rulebook's limits, and `chips` are the values of the table's own chips. `choices` has the choices of owners of
    stakes in prison: `stay`, `partage` or `move:<even chance>`. `offer_replays` asks for every way in which a won
    announced bet may be played again, before anything is decided; `replays` plays it again. Give `replays`, if only
    an empty list, to have them in the answer.
    """


class NewBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that a replay lays for the next coup, under a ref of its own."""

    ref: str
    bet: str
    amount: Minor


class RefusedReplay(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why the limits of the request forbid a replay."""

    detail: str
    clause: ClauseId | None
    limit: int | None
    value: int | None


class Replay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way of playing a won announced bet again: the parts that stay on the cloth, are re-staked and are paid out.

    Always: won + stake = stays + restaked + paid_out. `won` is the prize, `stake` the stake on the winning chips.
    `note` names a rounding or a part that makes no whole bet.
    """

    ref: str
    replay: str
    won: Minor
    stake: Minor
    stays: Minor
    restaked: Minor
    paid_out: Minor
    bets: tuple[NewBet, ...]
    clause: ClauseId
    note: str | None = None
    refused: RefusedReplay | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of one stake. Always: stake = returned + held + the bank's part.

    `prize` is paid on top; `returned` goes back to the player of the stake; `held` is in prison, at `level`. `chips`
    are the lines of an announced bet's chips, whose sums this line gives. `excess` is the part of a won stake over
    the maximum, which is returned without a prize. `clause` decided the outcome.
    """

    ref: str
    bet: str
    player: str
    stake: int
    outcome: Outcome
    prize: int
    returned: int
    held: int
    level: int | None = None
    clause: str
    chips: tuple["Line", ...] = ()
    excess: int = 0
    note: str | None = None


class SettledCoup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One coup: a line for each bet still on the cloth, and the refs in the order in which prizes are paid.

    `open_replays` and `replays` are there where they were asked for.
    """

    number: WrittenPocket
    colour: str | None
    lines: tuple[Line, ...]
    order: tuple[str, ...]
    open_replays: tuple[Replay, ...] | None = None
    replays: tuple[Replay, ...] | None = None


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The coups worked out, by this version of the rulebook."""

    rulebook: str
    version: int
    coups: tuple[SettledCoup, ...]


class SettlementsView(APIView):
    required_scopes = [TABLES_READ]

    @operation("settle", "rulebooks", Settlement, parameters=[VERSION], body=SettlementRequest)
    def post(self, request: Request, rulebook: str) -> HttpResponse:
        """Settle bets against results without a table: wins, returns, imprisoned stakes and their order.

        Nothing is stored but the answer under its key. The same request on the command line is `manage.py settle`.
        """
        by = requested_rulebook(request, rulebook)
        document = document_of(request)

        def work() -> dict[str, Any]:
            _check_size(document)
            return settle.settle_request(document, by)

        return respond_once(request, work, status=200)


def _check_size(document: Any) -> None:
    """Raise Problem for more work than one request should ask for; its form is checked elsewhere."""
    bets, results = (
        len(part) if isinstance(part, Sequence) else 0
        for part in (
            (document.get("bets"), document.get("results")) if isinstance(document, dict) else (None, None)
        )
    )
    if bets * results > MOST_LINES:
        raise Problem(
            "too-large",
            gettext("The request is too large"),
            gettext(
                "request: {bets} bets against {results} results are more than {most} lines; "
                "ask in several requests"
            ).format(bets=bets, results=results, most=MOST_LINES),
            limit=MOST_LINES,
            value=bets * results,
        )
