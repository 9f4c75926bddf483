"""/api/v1/tables/{code}/days/{date}/what-if, and of one coup: played bets settled by another rulebook."""

from typing import Annotated, Any

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import TABLES_READ, sight_of_client
from casino.api.http.query import day_named, once, whole_number
from casino.api.openapi.components import VERSION, query
from casino.api.openapi.operations import operation
from casino.api.rulebooks.views import ClauseId
from casino.api.tables.views import check_registered
from casino.kit.sentences import notes_in_words, sentence_of
from casino.kit.structs import response_of
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from settlement.played_coups import NothingPlayed, what_if_coup, what_if_day
from settlement.what_if import compared
from tables.refusal import Refusal, Refused, UnknownRulebook
from tables.roulette.loader import get_rulebook, rulebook_named
from tables.roulette.payout.lines import Line, Outcome
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import WrittenPocket, as_data

OTHER = query(
    "rulebook",
    "The other rulebook, such as it-venezia; it-venezia@1 is a version of it",
    required=True,
)
MOST_VERSION = 10**9 - 1

Minor = Annotated[int, msgspec.Meta(description="In minor units of the table's currency")]
Reference = Annotated[str, msgspec.Meta(description="The clause as it is printed", examples=["n.º 19"])]


class LineSide(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of a stake under one of the two rulebooks, and the clause that decides it.

    Always: stake = returned + held + the bank's part. `held` is in prison, at `level`; `excess` is the part of a won
    stake over the maximum, which goes back without a prize.
    """

    bet: str
    stake: Minor
    outcome: Outcome
    prize: Minor
    returned: Minor
    held: Minor
    clause: ClauseId
    reference: Reference
    level: int | None = None
    excess: int = 0
    note: str | None = None


class WhyNot(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why the other rulebook does not settle a stake, or refuses its owner's choice.

    `detail` has the reason in words, `code` and `parameters` for programs.
    """

    code: Annotated[str, msgspec.Meta(examples=["bet-of-record-not-known"])]
    detail: str
    clause: ClauseId | None
    parameters: dict[str, Any]


class WhatIfLine(msgspec.Struct, frozen=True, kw_only=True):
    """One stake on both sides.

    `paid` is as on the payout sheet, null if the stake is in the other rulebook's prison alone. `would` is by the other
    rulebook, null if that has it off the cloth, or does not settle it: then `refused` has the reason. `choice_refused`:
    the owner's choice in prison is not permitted there, and the stake is settled without it. `difference` is the
    player's gain, below zero a loss; null if it is not settled.
    """

    ref: str
    player: str
    alike: Annotated[bool, msgspec.Meta(description="Both make the same of it; clauses are not compared")]
    difference: Minor | None
    paid: LineSide | None
    would: LineSide | None
    refused: WhyNot | None
    choice_refused: WhyNot | None


class WhatIfTotals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums of lines: prizes, returned stakes, the bank's part of them, and stakes in prison afterwards."""

    prize: Minor
    returned: Minor
    taken: Minor
    held: Minor


class WhatIfCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup on both sides. `alike` counts the lines with the same result; in a whole day they are left out.

    Always: difference = (paid.taken - paid.prize) - (not_settled.taken - not_settled.prize) - (would.taken -
    would.prize). `beside_the_sheet`: a dispute about the coup was decided, or a payment differs from the computed one.
    `paid` does not include these amounts; the coup itself has them. `withheld`: two sources disagree about the number.
    """

    coup: int
    number: WrittenPocket
    lines: tuple[WhatIfLine, ...]
    alike: int
    unsettled: Annotated[int, msgspec.Meta(description="Lines that the other rulebook does not settle")]
    paid: WhatIfTotals
    would: WhatIfTotals
    not_settled: Annotated[
        WhatIfTotals,
        msgspec.Meta(description="As paid, of the lines that are not settled; they are in `paid` too"),
    ]
    difference: Minor
    beside_the_sheet: bool
    withheld: bool


class RulebookVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a rulebook."""

    rulebook: str
    version: int
    title: str
    currency: Annotated[
        str, msgspec.Meta(description="Amounts are not converted: a minor unit is taken for a minor unit")
    ]


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded play of a table, settled by `other` and compared with its payment `by` the rulebook in force then.

    Stakes, numbers, the sign and the players' choices are as recorded. For a single coup, imprisoned stakes are at
    their recorded level; over a day, prison is followed from coup to coup by the other rulebook. Sums of a day have
    in `held` the stakes in prison after its last coup.
    """

    table: str
    day: str
    currency: str
    by: RulebookVersion
    other: RulebookVersion
    differing: Annotated[int, msgspec.Meta(description="Lines that are not alike, also those not settled")]
    unsettled: int
    difference: Minor
    paid: WhatIfTotals
    would: WhatIfTotals
    not_settled: WhatIfTotals
    coups: tuple[WhatIfCoup, ...]


class DayWhatIfView(APIView):
    required_scopes = [TABLES_READ]

    @operation("what_if_day", "tables", WhatIf, parameters=[OTHER, VERSION])
    def get(self, request: Request, code: str, date: str) -> WhatIf:
        """Return a gaming day by another rulebook: every coup with its sums, and the lines that differ."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        other = _other(request)
        try:
            return published(what_if_day(casino_id, code, day, other, sight_of_client(client_of(request))))
        except NothingPlayed as nothing:
            raise _not_there(casino_id, code, nothing) from None


class CoupWhatIfView(APIView):
    required_scopes = [TABLES_READ]

    @operation("what_if_coup", "tables", WhatIf, parameters=[OTHER, VERSION])
    def get(self, request: Request, code: str, date: str, coup: int) -> WhatIf:
        """One coup by another rulebook: all its lines, matched by stake."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        other = _other(request)
        try:
            return published(what_if_coup(casino_id, code, day, coup, other), with_alike=True)
        except NothingPlayed as nothing:
            raise _not_there(casino_id, code, nothing) from None


def other_rulebook(name: str, version: int | None) -> Rulebook:
    """Return the rulebook that a name and a version mean; the name may have the version (`it-venezia@1`). Raises
    UnknownRulebook, also where both have one and they differ.
    """
    if version is None:
        return rulebook_named(name)
    id_, at, number = name.partition("@")
    if at and number != str(version):
        raise UnknownRulebook("two-versions-named", name=name, version=version)
    return get_rulebook(id_, version)


def _other(request: Request) -> Rulebook:
    """Return the other rulebook of the query. Raises Problem."""
    name = once(request, "rulebook")
    if not name:
        raise Problem.malformed("rulebook", Refused("other-rulebook-not-named"))
    version = whole_number(request, "version", 0, least=1, most=MOST_VERSION)
    try:
        return other_rulebook(name, version or None)
    except UnknownRulebook as unknown:
        raise Problem.malformed("rulebook", unknown) from None


def _not_there(casino_id: int, table: str, nothing: NothingPlayed) -> NotThere:
    check_registered(casino_id, table)
    return NotThere(nothing.code, **nothing.parameters)


def published(of: compared.Comparison, *, with_alike: bool = False) -> WhatIf:
    """Return the comparison as it is sent; lines that are alike only where they are wanted."""
    return response_of(
        WhatIf,
        of,
        by=_version(of.by),
        other=_version(of.other),
        coups=tuple(_coup(each, of, with_alike=with_alike) for each in of.coups),
        **_sums(of),
    )


def _coup(coup: compared.ComparedCoup, of: compared.Comparison, *, with_alike: bool) -> WhatIfCoup:
    lines = coup.lines if with_alike else coup.differing
    return response_of(
        WhatIfCoup,
        coup,
        number=as_data(coup.number),
        alike=len(coup.alike),
        lines=tuple(_line(line, of) for line in lines),
        **_sums(coup),
    )


def _line(line: compared.ComparedLine, of: compared.Comparison) -> WhatIfLine:
    return response_of(
        WhatIfLine,
        line,
        player=line.of.player,
        alike=line.is_alike,
        paid=_side(line.paid, of.by),
        would=_side(line.would, of.other),
        refused=_why_not(line.refused),
        choice_refused=_why_not(line.choice_refused),
    )


def _side(line: Line | None, rulebook: Rulebook) -> LineSide | None:
    if line is None:
        return None
    return response_of(
        LineSide, line, reference=rulebook.clauses[line.clause], note=notes_in_words(line.notes)
    )


def _why_not(refusal: Refusal | None) -> WhyNot | None:
    if refusal is None:
        return None
    parameters: dict[str, Any] = msgspec.to_builtins(refusal.parameters)
    return WhyNot(
        code=refusal.code, detail=sentence_of(refusal), clause=refusal.clause, parameters=parameters
    )


def _sums(of: compared.ComparedCoup | compared.Comparison) -> dict[str, WhatIfTotals]:
    return {name: response_of(WhatIfTotals, getattr(of, name)) for name in ("paid", "would", "not_settled")}


def _version(rulebook: Rulebook) -> RulebookVersion:
    return response_of(RulebookVersion, rulebook, rulebook=rulebook.id)
