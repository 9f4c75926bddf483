"""Faults of a request as RFC 9457 problem details: one message that names the place and the rule."""

import json
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.kit.sentences import sentence_of
from casino.web.decoding import not_json
from tables.refusal import LimitRefused, Refusal, Refused

UNPROCESSABLE = 422


def refusal_members(refusal: Refusal | None) -> dict[str, Any]:
    """Return the members of a problem document that have its refusal as data; `parameters` only where there are any."""
    if refusal is None:
        return {}
    parameters = msgspec.to_builtins(refusal.parameters)
    return {"code": refusal.code, **({"parameters": parameters} if parameters else {})}


class Problem(Exception):
    """Request that cannot be carried out. `kind` ends the problem's type; `detail` is one sentence for a person.

    `clause` is the refusing clause. `limit` and `value` are given for an exceeded limit (minor units). `refusal` is the
    reason as data, for a client that makes its own sentence. `faults` are all faults, if there are several, each with
    its `field`.
    """

    def __init__(
        self,
        kind: str,
        title: str,
        detail: str,
        *,
        clause: str | None = None,
        limit: int | None = None,
        value: int | None = None,
        refusal: Refusal | None = None,
        faults: tuple[dict[str, Any], ...] = (),
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.title = title
        self.detail = detail
        self.clause = clause
        self.limit = limit
        self.value = value
        self.refusal = refusal
        self.faults = faults

    @classmethod
    def malformed(cls, place: str, reason: str | Refused) -> "Problem":
        """Return the problem of a request that is not of the documented form; `place` is a path such as
        `bets[0].amount`.

        The reason is in the reader's words, or a refusal. The problem then has the refusal's code and parameters as
        well.
        """
        refusal = reason.refusal if isinstance(reason, Refused) else None
        words = sentence_of(refusal) if refusal else str(reason)
        return cls(
            "malformed-request",
            gettext("The request is not of the documented form"),
            _at(place, words),
            refusal=refusal,
        )

    @classmethod
    def refused(cls, place: str, refusal: Refused) -> "Problem":
        """Return the problem of a value at `place` that the rulebook refuses."""
        is_limit = isinstance(refusal, LimitRefused)
        return cls(
            "outside-limits" if is_limit else "refused",
            gettext("A stake is outside the limits")
            if is_limit
            else gettext("The rulebook does not allow it"),
            _at(place, sentence_of(refusal.refusal)),
            clause=refusal.clause,
            limit=refusal.limit,
            value=refusal.value,
            refusal=refusal.refusal,
        )

    def document(self) -> dict[str, Any]:
        """Return the problem as application/problem+json; empty keys are left out."""
        members = {
            "type": f"urn:permanence:problem:{self.kind}",
            "title": self.title,
            "status": UNPROCESSABLE,
            "detail": self.detail,
            "clause": self.clause,
            "limit": self.limit,
            "value": self.value,
        }
        given = {key: value for key, value in members.items() if value is not None}
        faults = {"faults": list(self.faults)} if self.faults else {}
        return given | refusal_members(self.refusal) | faults


def _at(place: str, reason: str) -> str:
    return f"{place}: {reason}" if place else reason


def read_document(text: bytes) -> Any:
    """Return the request as Python values. Raises Problem for a text that is not JSON."""
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise Problem.malformed("request", not_json(error)) from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Problem.malformed("request", Refused("json-key-twice", key=twice))
    return document
