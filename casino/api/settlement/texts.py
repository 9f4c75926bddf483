"""The texts of a request's body: normalized, each one line of readable characters (`tables.text`)."""

from collections.abc import Mapping
from typing import Any

from casino.web.problem import Problem
from tables.refusal import Refused
from tables.text import BYTE_FIELDS, LONGEST_LINE, bytes_fault, normalized, text_fault, visible

LONGEST_TEXTS = {"url": 2000, "words": 1000, "raw": 2000}
"""Characters, by field; a field of another name takes `LONGEST_LINE`."""
LONGEST_KEY_SHOWN = 60


def readable_document(document: Any, place: str = "", field: str = "") -> Any:
    """Return the document (JSON as Python values) with its texts normalized. `field` is the key at `place`.

    Raises Problem for a text or a key that is too long or not one line of readable characters.
    """
    match document:
        case str():
            return _readable(document, place, field)
        case Mapping():
            found = {
                _readable(key, place): readable_document(value, _below(place, key), key)
                for key, value in document.items()
            }
            if len(found) < len(document):
                raise Problem.malformed(place, Refused("json-key-twice", key=_twice(document)))
            return found
        case list():
            return [
                readable_document(value, f"{place}[{turn}]", field) for turn, value in enumerate(document)
            ]
    return document


def _below(place: str, key: str) -> str:
    return f"{place}.{visible(key)[:LONGEST_KEY_SHOWN]}".lstrip(".")


def _twice(document: Mapping[str, Any]) -> str:
    keys = [normalized(key) for key in document]
    return next(key for key in keys if keys.count(key) > 1)


def _readable(text: str, place: str, field: str = "") -> str:
    longest = LONGEST_TEXTS.get(field, LONGEST_LINE)
    if field in BYTE_FIELDS:
        fault = bytes_fault(text, longest)
    else:
        text = normalized(text)
        fault = text_fault(text, longest)
    if fault is not None:
        raise Problem.malformed(place, fault)
    return text
