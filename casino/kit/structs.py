"""Structs that documents and answers of the API share."""

from typing import Annotated, Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """An amount in minor units of its currency."""

    amount: int
    currency: Annotated[str, msgspec.Meta(description="ISO 4217")]


def response_of(struct: type[S], source: object, **others: Any) -> S:
    """Return the struct with the attributes of `source` under the same names, and `others` for its other fields."""
    return struct(
        **others, **{name: getattr(source, name) for name in struct.__struct_fields__ if name not in others}
    )
