"""The event codec: what was recorded is read as it was meant, in whatever shape it was recorded."""

from typing import Any

import msgspec
import pytest

from tables.codec import EventCodec, encode
from tables.stream.event import NewEvent


class Painted(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="painted"):
    """A wall got its colours: so many litres of each, by number."""

    wall: str
    litres: dict[int, float] = {}


class Torn(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="torn"):
    wall: str


AnyWallEvent = Painted | Torn
WALLS = EventCodec[AnyWallEvent](AnyWallEvent)


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 called the wall a side."""
    return {"wall": data["side"], **{name: value for name, value in data.items() if name != "side"}}


def in_litres(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 counted millilitres."""
    return {**data, "litres": {number: ml / 1000 for number, ml in data.get("ml", {}).items()}}


def test_an_event_is_its_type_and_plain_json_values() -> None:
    event = Painted(wall="north", litres={7: 2.5})
    type_, data = encode(event)
    assert (type_, data) == ("painted", {"wall": "north", "litres": {"7": 2.5}})
    assert msgspec.json.decode(msgspec.json.encode(data)) == data
    assert WALLS.decode(type_, data) == event
    assert WALLS.types == {"painted", "torn"}


@pytest.mark.parametrize(
    ("type_", "data", "why"),
    [
        ("floated", {"wall": "north"}, "'floated' is not a type of these events"),
        ("torn", {}, "missing required field `wall`"),
        ("painted", {"wall": "north", "litres": {"seven": 1.0}}, "Expected `int`"),
    ],
)
def test_misshapen_data_is_not_decoded(type_: str, data: dict[str, Any], why: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=why):
        WALLS.decode(type_, data)


def test_upcasters_belong_to_a_type_of_the_codec() -> None:
    walls = EventCodec[AnyWallEvent](AnyWallEvent, {"painted": (renamed, in_litres)})
    assert {type_: len(steps) for type_, steps in walls.upcasters.items()} == {"painted": 2}
    with pytest.raises(ValueError, match="upcasters of floated"):
        EventCodec[AnyWallEvent](AnyWallEvent, {"floated": (renamed,)})


def test_a_record_is_read_by_its_type() -> None:
    new = NewEvent(type="torn", data={"wall": "south"}, occurred_at=None)  # type: ignore[arg-type]
    assert WALLS.read(new) == Torn(wall="south")
