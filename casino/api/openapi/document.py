"""OpenAPI document: shared parts of all operations, added in one place. docs/openapi.yaml is the result."""

from typing import Annotated, Any

import msgspec
from drf_spectacular.contrib.django_oauth_toolkit import DjangoOAuthToolkitScheme
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.serializers import Serializer

from casino.api.http.idempotency import HEADER
from casino.api.openapi.components import components, header, shape
from casino.web import problem_response as problem


class EntryFault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Fault in a field of an entry, such as `shifts[1].begins`: in words, and as `code` and `parameters`."""

    field: str
    detail: str
    code: str
    parameters: dict[str, Any] | None = None


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """RFC 9457 problem details. A refusal (422) names its clause, and the limit and the value where a limit is exceeded
    (minor units, or a count). `code` and `parameters` have the meaning of `detail` for a client that has sentences of
    its own."""

    type: Annotated[str, msgspec.Meta(examples=["urn:permanence:problem:outside-limits"])]
    title: str
    status: int
    detail: Annotated[
        str, msgspec.Meta(description="In words: the place in the request, what is wrong, what is right")
    ]
    clause: str | None = None
    limit: int | None = None
    value: int | None = None
    code: Annotated[
        str | None,
        msgspec.Meta(
            description="With 404 and 422: what is not there or refused, for instance `bets-closed`"
        ),
    ] = None
    parameters: Annotated[
        dict[str, Any] | None,
        msgspec.Meta(description="The values of the sentence in `detail`, by name; none where it has none"),
    ] = None
    version: Annotated[int, msgspec.Meta(description="With 412: the version that the table has")] | None = (
        None
    )
    faults: (
        Annotated[
            tuple[EntryFault, ...],
            msgspec.Meta(description="With 422 of a register: all that is wrong with the entry"),
        ]
        | None
    ) = None


PROBLEMS = {
    400: "The body is no JSON, or a header is missing or doubled",
    401: "No access token that is valid",
    403: "The access token lacks the scope",
    404: "No such thing",
    406: "Only application/json is answered",
    409: "The idempotency key stands for another request, or others were faster",
    412: "It has moved on since the version that `If-Match` names",
    413: "The body is too large",
    415: "The body is not application/json",
    429: "More than the client may ask; `Retry-After` says in seconds when to come back",
    422: "Refused; names the clause where one refuses",
    503: "The database is away; `Retry-After` says in seconds when to come back",
}
TAGS = {
    "rulebooks": "The rules as data, every legal bet, and bets worked out without a table.",
    "tables": "Tables as they stand and as they stood, and their gaming days: events, coups and the ledger.",
    "commands": "What is said to a table, an address for each command. A request is carried out or refused with its "
    "clause; a fact is recorded, and what it breaks stands beside it.",
    "equipment": "The register of wheels and balls: where each is, how it was found, and what is asked of it.",
    "registers": "What the casino has registered: itself, pits, tables, readers, signs, notices, clients, webhooks. "
    "A change waits until an officer confirms it on a screen.",
    "people": "Who works at the house, in which role. Engagements and changes wait until an officer confirms them on a "
    "screen; their result is a PersonChanged.",
    "requests": "What a client requested and an officer of the casino decides on a screen: pending, done, refused or "
    "expired.",
    "fills": "The cash desk's side of fills and credits: slips, and the steps that are made at the bank.",
    "drops": "Drop boxes that have left their tables: counted by two, accepted by a third.",
    "readers": "Wheel readers of an integrator's own, and what they saw.",
    "feed": "Every event of the house in one order: by position, waiting for what is to come, or as a stream.",
    "proofs": "That an event stands in the record as it was signed, and that the record has only grown since.",
    "webhooks": "The feed brought to an address: signed, retried for three days, with a log and replays.",
    "reports": "Violations, and what inspectors read of a gaming day or of many.",
}
"""Subjects of the calls, in the order in which a newcomer reads them."""
WITH_A_BODY_ONLY = {409, 412, 413, 415}

IDEMPOTENCY_KEY = header(
    HEADER,
    "1 to 255 visible ASCII characters without a comma, of the client's own, for instance a UUID. The same key with "
    "the same body gives the first answer again for 24 hours, with another body 409.",
    required=True,
)


IF_NONE_MATCH = header(
    "If-None-Match", "The ETag with which it was read before: where nothing changed since, the answer is 304"
)


class ClientScheme(DjangoOAuthToolkitScheme):
    """Sign-in of clients, as the schema describes it."""

    target_class = "casino.api.access.authentication.ClientAuthentication"


class OperationSchema(AutoSchema):
    """An operation with the parts that all of its kind have: a summary, the key of a POST or PUT, the tag of a read."""

    def get_override_parameters(self) -> "list[OpenApiParameter | Serializer[Any] | type[Serializer[Any]]]":
        if self.method in ("POST", "PUT"):
            return [IDEMPOTENCY_KEY]
        return [IF_NONE_MATCH] if self.method == "GET" and not getattr(self.view, "always_new", False) else []

    def get_summary(self) -> str:
        """Return the first sentence of the description, however its lines are wrapped."""
        paragraph, _, _ = self.get_description().partition("\n\n")
        summary, _, _ = " ".join(paragraph.split()).partition(". ")
        return summary.rstrip(".")


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the shapes that operations refer to, and to each operation the problems that it may answer."""
    details = {"content": {problem.CONTENT_TYPE: {"schema": shape(ProblemDetails)}}}
    for methods in result["paths"].values():
        for method, operation in methods.items():
            for response in operation["responses"].values():
                response["description"] = "As asked"
            if any(each["name"] == IF_NONE_MATCH.name for each in operation.get("parameters", ())):
                operation["responses"]["304"] = {"description": "Nothing changed since"}
            for code in PROBLEMS:
                if method in ("post", "put") or code not in WITH_A_BODY_ONLY:
                    operation["responses"][str(code)] = {"$ref": f"#/components/responses/Problem{code}"}
    result["components"]["responses"] = {
        f"Problem{code}": {"description": says, **details} for code, says in PROBLEMS.items()
    }
    result["components"]["schemas"] = components()
    result["paths"] = dict(sorted(result["paths"].items(), key=_place))
    return {**result, "tags": [{"name": name, "description": says} for name, says in TAGS.items()]}


def _place(address: tuple[str, dict[str, Any]]) -> int:
    """Return the place of an address among those of other tags. Raises ValueError for a tag that TAGS lacks."""
    _, methods = address
    (tag,) = {tag for operation in methods.values() for tag in operation["tags"]}
    return list(TAGS).index(tag)
