"""Names of people, kept beside the record and not in it.

The record names a person by the casino's own number, `{"id": "person/481516234208", "name": 731502883124}`: the name is
a reference to a row of `personal_text`, which has the name at the time of the event. So the hash of an event covers the
reference. A person is erased by emptying the rows: the record and its proofs stay as they are.

Callers know nothing of this. An append takes names and stores references; a read returns names. An event that was
recorded before has the name itself, and is read as it is.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from django.db import transaction

from tables.stream.database import Statement, run
from tables.stream.event import NewEvent
from tables.stream.hashing import decode_document, encode_canonically
from tables.stream.sql import statement

FIND_PERSONAL_TEXTS = statement("find_personal_texts")
ADD_PERSONAL_TEXTS = statement("add_personal_texts")
READ_PERSONAL_TEXTS = statement("read_personal_texts")

PERSON = "person/"
_MARK = b'"person/'
"""Bytes of each document that names a person."""
LARGEST_NUMBER = 2**53 - 1
"""The largest number that every reader of JSON holds exactly."""
KEPT_S = 60.0
"""Time for which a process trusts the texts that it has read: it forgets an erased name after so many seconds."""
MOST_STORED = 100_000
"""Texts that a process knows to be stored."""
ERASED = "Erased person {number}"
UNKNOWN = "Unknown person"
"""Name of a person whose row is missing, as in a database that was restored in part."""

Change = Callable[[str, Any, bool], Any]
"""Function of a person's identifier, a text or its reference, and True if the text is the person's name; it returns the
reference or the text."""
_fields: dict[str, tuple[str, ...]] = {}
_stored: dict[tuple[int, "TextOfPerson"], int] = {}
"""References of committed texts, by casino."""


class TextOfPerson(NamedTuple):
    """A text to store: the person's name, or another text about the person."""

    person: str
    text: str
    is_name: bool


class _Texts(NamedTuple):
    """Texts of a casino by their references: a text and 0, or None and the number of the erased person."""

    read_at: float
    by_reference: dict[int, tuple[str | None, int]]


_texts: dict[int, _Texts] = {}


def register_personal_fields(fields: Mapping[str, tuple[str, ...]]) -> None:
    """Keep more texts beside the record: fields of the data, by the type of the event.

    They are texts of the person in the field `person` of the same event, and are empty after an erasure.
    """
    _fields.update(fields)


def forget_personal_texts() -> None:
    """Read all texts again at their next use."""
    _stored.clear()
    _texts.clear()


class Documents(NamedTuple):
    """The documents of an event as canonical JSON."""

    data: bytes
    metadata: bytes


def stored_documents(
    casino_id: int, events: Sequence[NewEvent], written: Mapping[str, Any]
) -> list[Documents]:
    """Return the documents to store, in the caller's transaction; `written` goes into the metadata of each event."""
    whole = [(each.type, each.data, {**each.metadata, **written}) for each in events]
    encoded = [
        Documents(encode_canonically(data), encode_canonically(metadata)) for _, data, metadata in whole
    ]
    if not any(_MARK in each.data or _MARK in each.metadata for each in encoded):
        return encoded
    wanted: dict[TextOfPerson, int] = {}

    def note(person: str, text: Any, is_name: bool) -> Any:
        if isinstance(text, str) and text:
            wanted[TextOfPerson(person, text, is_name)] = 0
        return text

    def reference(person: str, text: Any, is_name: bool) -> Any:
        return wanted.get(TextOfPerson(person, text, is_name), text) if isinstance(text, str) else text

    _each(whole, encoded, note)
    wanted |= _references(casino_id, wanted)
    return _each(whole, encoded, reference)


def _each(
    whole: Sequence[tuple[str, Any, Any]], encoded: Sequence[Documents], change: Change
) -> list[Documents]:
    return [
        Documents(
            encode_canonically(_changed_data(type, data, change)) if _MARK in each.data else each.data,
            encode_canonically(_changed(metadata, change)) if _MARK in each.metadata else each.metadata,
        )
        for (type, data, metadata), each in zip(whole, encoded, strict=True)
    ]


def named_data(casino_id: int, type: str, stored: bytes) -> dict[str, Any]:
    """Return the data of a stored event, with the names of people."""
    data: dict[str, Any] = decode_document(stored)
    return _changed_data(type, data, partial(_text, casino_id)) if names_people(stored) else data


def named_metadata(casino_id: int, stored: bytes) -> dict[str, Any]:
    """Return the metadata of a stored event, with the names of people."""
    metadata: dict[str, Any] = decode_document(stored)
    return _changed(metadata, partial(_text, casino_id)) if names_people(stored) else metadata


def names_people(stored: bytes) -> bool:
    """Return True if a stored document names a person."""
    return _MARK in bytes(stored)


def _changed_data(type: str, data: dict[str, Any], change: Change) -> dict[str, Any]:
    found: dict[str, Any] = _changed(data, change)
    person = data.get("person")
    if type in _fields and isinstance(person, dict) and _is_person(person):
        fields = [field for field in _fields[type] if field in data]
        return found | {field: change(person["id"], data[field], False) for field in fields}
    return found


def _changed(value: Any, change: Change) -> Any:
    if isinstance(value, dict):
        if "name" in value and _is_person(value):
            return {**value, "name": change(value["id"], value["name"], True)}
        return {key: _changed(each, change) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_changed(each, change) for each in value]
    return value


def _is_person(value: Mapping[str, Any]) -> bool:
    identifier = value.get("id")
    return isinstance(identifier, str) and identifier.startswith(PERSON)


def _references(casino_id: int, wanted: Iterable[TextOfPerson]) -> dict[TextOfPerson, int]:
    """Return the references of texts; new texts are stored."""
    known = {each: _stored.get((casino_id, each)) for each in wanted}
    missing = [each for each, reference in known.items() if reference is None]
    if missing:
        found = _found(casino_id, missing)
        new = [each for each in missing if each not in found]
        if new:
            _run_with(ADD_PERSONAL_TEXTS, casino_id, new, references=[_new_reference() for _ in new])
            # Another transaction may have stored one of them first.
            found |= _found(casino_id, new)
        # A transaction that is undone takes its texts with it.
        transaction.on_commit(partial(_keep_stored, casino_id, found))
        known |= found
        texts = _texts.setdefault(casino_id, _Texts(monotonic(), {})).by_reference
        texts.update({reference: (each.text, 0) for each, reference in found.items()})
    return {each: reference for each, reference in known.items() if reference is not None}


def _found(casino_id: int, wanted: Sequence[TextOfPerson]) -> dict[TextOfPerson, int]:
    rows = _run_with(FIND_PERSONAL_TEXTS, casino_id, wanted)
    return {TextOfPerson(person, text, is_name): reference for person, text, is_name, reference in rows}


def _run_with(
    statement: Statement, casino_id: int, wanted: Sequence[TextOfPerson], **more: Any
) -> list[tuple[Any, ...]]:
    people, texts, are_names = map(list, zip(*wanted, strict=True))
    return run(statement, casino_id=casino_id, people=people, texts=texts, are_names=are_names, **more)


def _new_reference() -> int:
    """Return a random reference: numbers in order would show each casino the number of people of the others."""
    return 1 + secrets.randbelow(LARGEST_NUMBER)


def _keep_stored(casino_id: int, found: Mapping[TextOfPerson, int]) -> None:
    if len(_stored) > MOST_STORED:
        _stored.clear()
    _stored.update({(casino_id, each): reference for each, reference in found.items()})


def _text(casino_id: int, _person: str, reference: Any, is_name: bool) -> Any:
    """Return the text of a reference. A text that was recorded itself is returned as it is."""
    if not isinstance(reference, int):
        return reference
    known = _texts.get(casino_id)
    if known is None or reference not in known.by_reference or monotonic() - known.read_at > KEPT_S:
        rows = run(READ_PERSONAL_TEXTS, casino_id=casino_id)
        known = _Texts(monotonic(), {each: (text, erased) for each, text, erased in rows})
        _texts[casino_id] = known
    text, erased = known.by_reference.get(reference, (None, 0))
    if text is not None:
        return text
    if not is_name:
        return ""
    return ERASED.format(number=erased) if erased else UNKNOWN
