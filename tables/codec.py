"""The one event codec: events as tagged structs, and as the record keeps them: a type and its data.

A stream's events are a union of structs whose tags are their types. If a type has changed its shape, its upcasters are
with the codec of its events: pure functions, the first from schema version 1 to 2, and so on.

Pure, and below everything that declares events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast, get_args

import msgspec

AnyEvent_co = TypeVar("AnyEvent_co", covariant=True)
Data = dict[str, Any]
Upcaster = Callable[[Data], Data]
NO_UPCASTERS: Mapping[str, Sequence[Upcaster]] = {}


class Stored(Protocol):
    """An event as it comes out of the record, its data in the newest shape."""

    @property
    def type(self) -> str: ...
    @property
    def data(self) -> Data: ...


def encode(event: msgspec.Struct) -> tuple[str, Data]:
    """Return the event as the record keeps it: its type, and its data."""
    data: Data = msgspec.to_builtins(event, str_keys=True)
    return str(data.pop("type")), data


def type_of(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


class EventCodec(Generic[AnyEvent_co]):
    """The codec of one kind of stream: `events` is the union of its events."""

    def __init__(self, events: object, upcasters: Mapping[str, Sequence[Upcaster]] = NO_UPCASTERS) -> None:
        self._by_type: dict[str, type[msgspec.Struct]] = {type_of(each): each for each in get_args(events)}
        self.types = frozenset(self._by_type)
        """The types of all its events, as the record has them."""
        self.upcasters = upcasters
        """Steps from each older schema version to the next, by type, from version 1 on. An app hands them to the
        record as it gets ready (`tables.handling.aggregate`), which then writes the type in the newest version."""
        if unknown := upcasters.keys() - self.types:
            raise ValueError(
                f"upcasters of {', '.join(sorted(unknown))}, which are not types of these events"
            )

    def prepare(self) -> None:
        """Work out how each event is decoded, before threads need it."""
        for event_type in self._by_type.values():
            msgspec.json.Decoder(event_type)

    def read(self, recorded: Stored) -> AnyEvent_co:
        """Return the event of a record. Raises msgspec.ValidationError where type and data do not fit."""
        return self.decode(recorded.type, recorded.data)

    def decode(self, type_: str, data: Mapping[str, Any]) -> AnyEvent_co:
        """Return the event again from its type and (upcast) data. Raises msgspec.ValidationError where
        they do not fit.
        """
        event_type = self._by_type.get(type_)
        if event_type is None:
            raise msgspec.ValidationError(f"{type_!r} is not a type of these events")
        # Into the one class, not into the union of them all: the union would be built again for every event.
        return cast(AnyEvent_co, msgspec.convert(data, event_type, str_keys=True))
