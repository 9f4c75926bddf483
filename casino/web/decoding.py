"""Faults that a decoder finds in a body, as a place and a refusal. The decoders' own sentences are English alone."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from tables.refusal import Refused


class Misread(NamedTuple):
    """`place` is a path within the body such as `bets[0].amount`, empty for the whole of it."""

    place: str
    refused: Refused


_MESSAGE = re.compile(
    r"(?P<reason>.*?)(?: - at (?P<of_key>`key` in )?`\$(?P<place>[^`]*)`)?", flags=re.DOTALL
)
_STEP = re.compile(r"\.?([^.\[\]]+)|\[[^\]]*\]")
_TYPES = {"datetime", "date", "uuid", "decimal"}
"""Types that are written as text and read as another type."""


class _Where(NamedTuple):
    shape: Any
    path: str
    of_key: bool


def misread(error: msgspec.ValidationError, shape: Any) -> Misread:
    """Return the decoder's error about a value of `shape` as a refusal with its place."""
    message = _MESSAGE.fullmatch(str(error))
    assert message is not None
    path = message["place"] or ""
    where = _Where(shape, path, bool(message["of_key"]))
    return Misread(path.lstrip("."), _refused(message["reason"], where))


def _refused(reason: str, where: _Where) -> Refused:
    for pattern, refusal in _REASONS:
        if found := re.fullmatch(pattern, reason, flags=re.DOTALL):
            return refusal(found, where)
    return Refused("value-undocumented")


def _of_another_type(found: re.Match[str], where: _Where) -> Refused:
    right = tuple(found[1].split(" | "))
    if where.of_key:
        return Refused("key-of-another-type", right=right, found=found[2])
    return Refused("value-of-another-type", right=right, found=found[2])


def _unknown(found: re.Match[str], where: _Where) -> Refused:
    fields = tuple(
        field.encode_name
        for type_ in _types_at(where)
        if isinstance(type_, inspect.StructType)
        for field in type_.fields
    )
    return Refused("key-unknown", key=found[1], fields=fields)


def _not_among(found: re.Match[str], where: _Where) -> Refused:
    if right := _choices(where):
        return Refused("value-not-among", value=found[1], right=right)
    return Refused("value-undocumented")


def _unreadable(found: re.Match[str], where: _Where) -> Refused:
    type_ = found[1].lower()
    return Refused("value-unreadable", right=type_) if type_ in _TYPES else Refused("value-undocumented")


def _out_of_bounds(found: re.Match[str], where: _Where) -> Refused:
    bound = float(found["bound"])
    limit = int(bound) if bound.is_integer() else bound
    match found["type"], found["side"]:
        case "str", side:
            too_long = Refused("text-too-long", most=limit)
            return Refused("text-too-short", least=limit) if side == ">=" else too_long
        case "array", side:
            too_long = Refused("list-too-long", most=limit)
            return Refused("list-too-short", least=limit) if side == ">=" else too_long
        case _, ">=":
            return Refused("value-too-small", least=limit)
    return Refused("value-too-large", most=limit)


_REASONS: Sequence[tuple[str, Callable[[re.Match[str], _Where], Refused]]] = (
    (r"Expected `([\w |]+)`, got `(\w+)`", _of_another_type),
    (r"Object missing required field `(.*)`", lambda found, where: Refused("value-missing", key=found[1])),
    (r"Object contains unknown field `(.*)`", _unknown),
    (r"Invalid (?:enum )?value (.*)", _not_among),
    (r"Invalid (?:RFC3339 encoded )?(\w+)(?: string)?", _unreadable),
    (
        r"Expected `str` matching regex '(.*)'",
        lambda found, where: Refused("text-of-another-pattern", pattern=found[1]),
    ),
    (r"Expected `(?P<type>\w+)`(?: of length)? (?P<side><=|>=) (?P<bound>-?[\d.]+)", _out_of_bounds),
)
"""Patterns of msgspec's messages, each with the refusal that it becomes."""


def _choices(where: _Where) -> tuple[str, ...]:
    """Return the values permitted at the place; none if it has no such list."""
    found: list[str] = []
    for type_ in _types_at(where):
        match type_:
            case inspect.EnumType(cls=cls):
                found += [str(each.value) for each in cls]
            case inspect.LiteralType(values=values):
                found += map(str, values)
    return tuple(found)


def _types_at(where: _Where) -> list[inspect.Type]:
    """Return the types permitted at the place."""
    here = list(_alternatives(_type_of(where.shape)))
    for step in _STEP.finditer(where.path):
        here = [
            each for type_ in here for within in _within(type_, step[1]) for each in _alternatives(within)
        ]
    return here


@cache
def _type_of(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def _alternatives(type_: inspect.Type) -> Iterator[inspect.Type]:
    match type_:
        case inspect.UnionType(types=types):
            for each in types:
                yield from _alternatives(each)
        case inspect.Metadata(type=inner):
            yield from _alternatives(inner)
        case _:
            yield type_


def _within(type_: inspect.Type, key: str | None) -> Iterator[inspect.Type]:
    """Yield the types of a value's field under the key, or of its items."""
    match type_:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            if key is not None and key == tag_field:
                yield inspect.LiteralType((tag,))
            yield from (field.type for field in fields if field.encode_name == key)
        case inspect.DictType(value_type=within):
            yield within
        case inspect.TupleType(item_types=items):
            yield from items
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield item


_JSON_FAULTS: Sequence[tuple[str, str]] = (
    ("Expecting value", "value"),
    ("Expecting property name", "key"),
    ("Illegal trailing comma", "key"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Invalid control character", "control"),
    ("Unterminated string", "unterminated"),
    ("Invalid \\", "escape"),
    ("Extra data", "extra"),
    ("Unexpected UTF-8 BOM", "mark"),
)
"""Beginnings of the sentences of Python's decoder, with their meanings."""


def not_json(error: ValueError | RecursionError) -> Refused:
    """Return the reason why a text is not JSON, for an exception of `json.loads`."""
    if isinstance(error, json.JSONDecodeError):
        fault = next((fault for begins, fault in _JSON_FAULTS if error.msg.startswith(begins)), "other")
        return Refused("not-json-at", line=error.lineno, column=error.colno, fault=fault)
    if isinstance(error, RecursionError):
        return Refused("not-json-readable", fault="depth")
    return Refused("not-json-readable", fault="encoding" if isinstance(error, UnicodeError) else "digits")
