"""What a decoder finds wrong is a code with parameters, and never the decoder's own English."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
import pytest

from casino.kit.sentences import sentence_of
from casino.web.decoding import misread
from casino.web.problem import Problem, read_document


class Disc(msgspec.Struct, tag="disc", forbid_unknown_fields=True):
    width: int = 1


class Square(msgspec.Struct, tag="square"):
    side: int = 1


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """Something of each kind that bodies have."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3, pattern="^[a-z]*$")]
    pieces: dict[int, int] = {}
    source: Literal["reader", "staff"] | None = None
    at: datetime | None = None
    shapes: tuple[Disc | Square, ...] = ()
    turns: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    sizes: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)] = (1,)


WRONG: list[tuple[Any, str, str, dict[str, Any], str]] = [
    ([], "", "value-of-another-type", {"right": ("object",), "found": "array"}, "right would be an object"),
    ({}, "", "value-missing", {"key": "name"}, "the key 'name' is missing"),
    (
        {"shapes": [{"type": "disc", "depth": 1}]},
        "shapes[0]",
        "key-unknown",
        {"key": "depth", "fields": ("width", "side")},
        "no such key; there are width, side",
    ),
    ({"name": ""}, "name", "text-too-short", {"least": 1}, "at least 1 character"),
    ({"name": "abcd"}, "name", "text-too-long", {"most": 3}, "at most 3 characters"),
    ({"name": "7"}, "name", "text-of-another-pattern", {"pattern": "^[a-z]*$"}, "^[a-z]*$"),
    (
        {"pieces": {"x": 1}},
        "pieces",
        "key-of-another-type",
        {"right": ("int",), "found": "str"},
        "a key of it is wrong: right would be a whole number, and this is text",
    ),
    (
        {"source": "both"},
        "source",
        "value-not-among",
        {"value": "'both'", "right": ("reader", "staff")},
        "'both' is none of the values here; right would be reader or staff",
    ),
    (
        {"shapes": [{"type": "disc"}, {"type": "cube"}]},
        "shapes[1].type",
        "value-not-among",
        {"value": "'cube'", "right": ("disc", "square")},
        "disc or square",
    ),
    ({"at": "noon"}, "at", "value-unreadable", {"right": "datetime"}, "a time such as 2031-05-17T21:30:00Z"),
    (
        {"at": True},
        "at",
        "value-of-another-type",
        {"right": ("datetime", "null"), "found": "bool"},
        "or null, and this is true or false",
    ),
    ({"turns": 0}, "turns", "value-too-small", {"least": 1}, "1 is the least here"),
    ({"turns": 4}, "turns", "value-too-large", {"most": 3}, "3 is the most here"),
    ({"sizes": []}, "sizes", "list-too-short", {"least": 1}, "at least 1 entry"),
    ({"sizes": [1, 2, 3]}, "sizes", "list-too-long", {"most": 2}, "at most 2 entries"),
    (
        {"sizes": [1, "two"]},
        "sizes[1]",
        "value-of-another-type",
        {"right": ("int",), "found": "str"},
        "a whole number, and this is text",
    ),
]


@pytest.mark.parametrize(
    ("body", "place", "code", "parameters", "words"), WRONG, ids=lambda each: str(each)[:30]
)
def test_a_body_of_another_form(
    body: Any, place: str, code: str, parameters: dict[str, Any], words: str
) -> None:
    whole = {"name": "a", **body} if isinstance(body, dict) and body else body
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(whole, Body, str_keys=True)
    found = misread(error.value, Body)
    assert (found.place, found.refused.code, found.refused.refusal.parameters) == (place, code, parameters)
    assert words in sentence_of(found.refused.refusal)


NOT_JSON = {
    b"": ("not-json-at", {"line": 1, "column": 1, "fault": "value"}),
    b"{1: 2}": ("not-json-at", {"line": 1, "column": 2, "fault": "key"}),
    b'{"a" 2}': ("not-json-at", {"line": 1, "column": 6, "fault": "colon"}),
    b'{"a": 2\n"b"}': ("not-json-at", {"line": 2, "column": 1, "fault": "comma"}),
    b'"a\nb"': ("not-json-at", {"line": 1, "column": 3, "fault": "control"}),
    b'"a': ("not-json-at", {"line": 1, "column": 1, "fault": "unterminated"}),
    rb'"\q"': ("not-json-at", {"line": 1, "column": 2, "fault": "escape"}),
    b"1 2": ("not-json-at", {"line": 1, "column": 3, "fault": "extra"}),
    b"\xff\xfe\xfa": ("not-json-readable", {"fault": "encoding"}),
    b"1" * 5000: ("not-json-readable", {"fault": "digits"}),
    b"[" * 100_000: ("not-json-readable", {"fault": "depth"}),
    b'{"a": 1, "a": 2}': ("json-key-twice", {"key": "a"}),
}


@pytest.mark.parametrize("text", NOT_JSON, ids=lambda text: repr(text[:12]))
def test_a_body_that_is_no_json(text: bytes) -> None:
    with pytest.raises(Problem) as problem:
        read_document(text)
    refusal = problem.value.refusal
    assert refusal is not None
    assert (refusal.code, refusal.parameters) == NOT_JSON[text]
    assert problem.value.detail == f"request: {sentence_of(refusal)}"
