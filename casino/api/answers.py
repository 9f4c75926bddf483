"""Answers as JSON, written in one way, so that the same answer has the same bytes wherever it is given."""

import json
from typing import Annotated, Any

import msgspec

CONTENT_TYPE = "application/json"


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """An amount in minor units of its currency."""

    amount: int
    currency: Annotated[str, msgspec.Meta(description="ISO 4217")]


def written(document: Any) -> bytes:
    """A document, or a struct, as JSON in ASCII: whatever a client may have sent in a name can be given back."""
    return json.dumps(msgspec.to_builtins(document)).encode("ascii")


def encoded(document: Any) -> bytes:
    """A document as JSON in UTF-8, times in RFC 3339: for what comes out of the record, where nothing was sent in."""
    return msgspec.json.encode(document)
