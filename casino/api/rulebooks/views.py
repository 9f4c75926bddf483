"""/api/v1/rulebooks: the rules as data, each value with its clause and our reading of it."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import TABLES_READ
from casino.api.http.query import once
from casino.api.openapi.components import VERSION
from casino.api.openapi.operations import operation
from casino.kit.structs import Money, response_of
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from tables.refusal import UnknownRulebook
from tables.roulette.loader import all_versions, get_rulebook, rulebook_named, rulebooks
from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_values import Value, values_of

Reading = Annotated[
    dict[str, str], msgspec.Meta(description="How the clause is read here where it is unclear, by language")
]
ClauseId = Annotated[str, msgspec.Meta(description="Such as it-venezia/prison")]


class InForce(msgspec.Struct, frozen=True, kw_only=True):
    """The gaming days on which a table may open by this version."""

    since: date
    until: Annotated[date | None, msgspec.Meta(description="The last of them; null where there is none")]
    clause: ClauseId


class RulebookSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook in its newest version; `versions` are all that there are, an old coup is settled by an old one."""

    id: str
    version: int
    versions: tuple[int, ...]
    title: str
    language: str
    currency: str
    in_force: Annotated[
        InForce | None,
        msgspec.Meta(description="Null where the source names no dates: a table opens on any day"),
    ]
    wheels: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="The numberings it is played on; the first is the usual one"),
    ]


class Rulebooks(msgspec.Struct, frozen=True, kw_only=True):
    """All rulebooks of this casino."""

    rulebooks: tuple[RulebookSummary, ...]


class RulebookValue(msgspec.Struct, frozen=True, kw_only=True):
    """One value: its place in the rulebook's file, and the clause that it comes from.

    Amounts are money objects; odds are written 35:1; durations are in seconds, lengths in millimetres. `clause` is
    null for a value without a clause. `reading` is null if the clause needs none.
    """

    key: Annotated[str, msgspec.Meta(examples=["bets.plein.odds"])]
    value: Any
    clause: ClauseId | None
    reading: Reading | None


class RulebookClause(msgspec.Struct, frozen=True, kw_only=True):
    """Clause of a rulebook: its citation, the kinds of its values, and the reading where its text is unclear."""

    ref: Annotated[str, msgspec.Meta(examples=["n.º 9"])]
    kinds: tuple[str, ...]
    reading: Reading | None


class WholeRulebook(RulebookSummary, frozen=True, kw_only=True):
    """A rulebook with its whole content, in the requested version."""

    values: tuple[RulebookValue, ...]
    clauses: dict[str, RulebookClause]


class RulebooksView(APIView):
    required_scopes = [TABLES_READ]

    @operation("list_rulebooks", "rulebooks", Rulebooks)
    def get(self, request: Request) -> Rulebooks:
        """Return every rulebook that this casino knows, in its newest version."""
        return Rulebooks(rulebooks=tuple(map(summary, rulebooks().values())))


class RulebookView(APIView):
    required_scopes = [TABLES_READ]

    @operation("read_rulebook", "rulebooks", WholeRulebook, parameters=[VERSION])
    def get(self, request: Request, rulebook: str) -> WholeRulebook:
        """Return the rules as data: each value with its clause and, where there is one, our reading."""
        return whole(requested_rulebook(request, rulebook))


def requested_rulebook(request: Request, name: str) -> Rulebook:
    """Return the rulebook that an address means: `it-venezia`, `it-venezia@1` or `it-venezia?version=1`.

    Raises NotThere with the known ones, Problem for an unknown version or two versions that differ.
    """
    version = once(request, "version")
    try:
        if version is None:
            return rulebook_named(name)
        if not version.isascii() or not version.isdecimal() or len(version) > 9 or int(version) < 1:
            raise Problem.malformed(
                "version",
                gettext("'{version}' is no version; they are 1, 2, 3 and so on").format(version=version),
            )
        id_, at, number = name.partition("@")
        if at and number != version:
            raise Problem.malformed(
                "version",
                gettext("{version} is asked for, but the address says {name}").format(
                    version=version, name=name
                ),
            )
        return get_rulebook(id_, int(version))
    except UnknownRulebook as unknown:
        raise NotThere(unknown.code, **unknown.parameters) from None


def summary(rulebook: Rulebook) -> RulebookSummary:
    return response_of(
        RulebookSummary,
        rulebook,
        versions=tuple(sorted(all_versions()[rulebook.id])),
        in_force=response_of(InForce, rulebook.in_force) if rulebook.in_force else None,
        wheels=tuple(rulebook.wheels),
    )


def whole(rulebook: Rulebook) -> WholeRulebook:
    readings = {id_: dict(reading.texts) for id_, reading in rulebook.readings.items()}
    return response_of(
        WholeRulebook,
        summary(rulebook),
        values=tuple(
            RulebookValue(
                key=value.key,
                value=_as_sent(value, rulebook.currency),
                clause=value.clause,
                reading=readings.get(value.clause or ""),
            )
            for value in values_of(rulebook)
        ),
        clauses={
            id_: RulebookClause(ref=ref, kinds=rulebook.clause_kinds[id_], reading=readings.get(id_))
            for id_, ref in rulebook.clauses.items()
        },
    )


def _as_sent(value: Value, currency: str) -> Any:
    if not value.is_amount:
        return value.value
    if isinstance(value.value, Mapping):
        return {name: Money(amount=amount, currency=currency) for name, amount in value.value.items()}
    return Money(amount=value.value, currency=currency)
