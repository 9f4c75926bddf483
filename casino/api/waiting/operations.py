"""Operations that wait for an officer. Each is declared beside the address that requests it; `listed.py` lists them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from casino.api.models import ApiClient
from casino.api.openapi.components import shape
from tables.handling import Actor
from tables.play.events import Signature


class Asked(msgspec.Struct, frozen=True):
    """A request of a client: the arguments of its operation, as JSON, and the version that it was meant for."""

    client: ApiClient
    arguments: Mapping[str, Any]
    seen: int | None


class By(msgspec.Struct, frozen=True):
    """The actor of an operation, the signatures, and the moment."""

    actor: Actor
    signatures: tuple[Signature, ...]
    now: datetime


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """An operation that was carried out.

    `result` goes to the client. The officer alone sees `secret`, with the id that the client signs in with, and the
    one-time link of `person`.
    """

    result: Any
    secret: str = ""
    client_id: str = ""
    person: int | None = None


Perform = Callable[[Asked, By], Carried]


class Operation(NamedTuple):
    """A way to carry a request out: the name by which requests are stored, and the scopes that its client needs."""

    name: str
    perform: Perform
    scopes: tuple[str, ...]


def waits(name: str, *scopes: str, result: type) -> Callable[[Perform], Operation]:
    """Make the function an operation of this name. The OpenAPI document describes `result`."""
    shape(result)

    def operation(perform: Perform) -> Operation:
        return Operation(name, perform, scopes)

    return operation
