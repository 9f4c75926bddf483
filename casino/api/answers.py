"""Answers as JSON, written in one way, so that the same answer has the same bytes wherever it is given."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Self

import msgspec

from tables.play.events import Pieces
from tables.roulette.payout.return_to_player import percent

CONTENT_TYPE = "application/json"


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """An amount in minor units of its currency."""

    amount: int
    currency: Annotated[str, msgspec.Meta(description="ISO 4217")]


class Ratio(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a whole."""

    fraction: Annotated[str, msgspec.Meta(description="Exact", examples=["36/37"])]
    percent: Annotated[str, msgspec.Meta(description="To two places", examples=["97.30"])]

    @classmethod
    def of(cls, ratio: Fraction) -> Self:
        """The ratio, exactly and in percent."""
        sign = "-" if ratio < 0 else ""
        return cls(fraction=f"{ratio.numerator}/{ratio.denominator}", percent=f"{sign}{percent(abs(ratio))}")


def pieces_told(kept: Mapping[str, int]) -> Pieces:
    """Pieces as a row keeps them, whose keys are text."""
    return {int(value): count for value, count in kept.items()}


def written(document: Any) -> bytes:
    """A document, or a struct, as JSON in ASCII: whatever a client may have sent in a name can be given back."""
    return json.dumps(msgspec.to_builtins(document)).encode("ascii")


def encoded(document: Any) -> bytes:
    """A document as JSON in UTF-8, times in RFC 3339: for what comes out of the record, where nothing was sent in."""
    return msgspec.json.encode(document)
