"""/api/v1/rulebooks/{id}/settlements: works out bets against results without a table, as `manage.py settle` does."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.asked import check_known
from casino.api.idempotency import answered_once
from casino.api.json_body import document_of
from casino.api.rulebooks import ClauseId, asked_rulebook
from casino.api.scopes import TABLES_READ
from casino.api.settlement import settle
from casino.api.settlement.problem import Problem
from casino.api.shapes import VERSION, answers_with, body_of_shape
from tables.roulette.payout.lines import Outcome

MOST_LINES = 50_000
"""Bets times results of one request. On the command line there is no such bound: whoever works there waits alone."""

Minor = Annotated[int, msgspec.Meta(description="In minor units")]


class SettlementRequest(settle.Request, frozen=True, kw_only=True):
    """Bets, and the numbers of consecutive coups against which they are worked out.

    Amounts are in minor units; an announced bet's is its total. `minimum` and `maximums` (by kind of bet) hold all to
    the rulebook's limits. `choices` says what the owner of a stake in prison chooses: `stay`, `partage` or `move:<even
    chance>`. `offer_replays` asks for every way in which a won announced bet may be played again, before anything is
    decided; `replays` plays it again. Give `replays`, if only an empty list, to have the answer tell of them.
    """


class NewBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that a replay lays for the next coup, under a ref of its own."""

    ref: str
    bet: str
    amount: Minor


class RefusedReplay(msgspec.Struct, frozen=True, kw_only=True):
    """Why the limits of the request do not allow a way of playing again."""

    detail: str
    clause: ClauseId | None
    limit: int | None
    value: int | None


class Replay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way of playing a won announced bet again: what stays on the cloth, what is re-staked, what is paid out.

    Always: won + stake = stays + restaked + paid_out. `won` is the prize, `stake` lies on the winning chips. `note`
    says what was rounded or makes no whole bet.
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
    """What one stake came to. Always: stake = returned + held + what the bank takes.

    `prize` is paid on top; `returned` goes back to the player of the stake; `held` lies in prison, at `level`.
    `chips` are the lines of an announced bet's chips, whose sums this line gives. `excess` is the part of a won
    stake that lay over the maximum and is returned without a prize. `clause` decided the outcome.
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

    number: int
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
    """Settlements without a table."""

    required_scopes = [TABLES_READ]

    @extend_schema(
        operation_id="settle",
        tags=["rulebooks"],
        parameters=[VERSION],
        request=body_of_shape(SettlementRequest),
        responses=answers_with(Settlement),
    )
    def post(self, request: Request, rulebook: str) -> HttpResponse:
        """Works out bets against results without a table: what is won, returned and held, and in which order.

        Nothing is stored but the answer under its key. The same request on the command line is `manage.py settle`.
        """
        check_known(request, ("version",))
        asked = asked_rulebook(request, rulebook)
        document = document_of(request)

        def work() -> dict[str, Any]:
            _check_size(document)
            return settle.settle_request(document, asked)

        return answered_once(request, work, status=200)


def _check_size(document: Any) -> None:
    """Not more work than one request should ask for; whether it is of the form is said elsewhere."""
    bets, results = (
        len(part) if isinstance(part, Sequence) else 0
        for part in (
            (document.get("bets"), document.get("results")) if isinstance(document, dict) else (None, None)
        )
    )
    if bets * results > MOST_LINES:
        raise Problem(
            "too-large",
            "The request is too large",
            f"request: {bets} bets against {results} results are more than {MOST_LINES} lines; ask in several requests",
            limit=MOST_LINES,
            value=bets * results,
        )
