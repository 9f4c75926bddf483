"""Texts of a person outside of the record, and their end when the person is erased.

The record has references (tables/stream/pseudonyms.py). All other tables are derived from it, or are the casino's own.
A name in any of them is replaced by `Erased person 17`. Objects of JSON are found by the person's identifier; other
texts by the name itself, as a whole word.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Max
from psycopg import sql

from tables.stream.database_rights import RECORD
from tables.stream.models import PersonalText
from tables.stream.pseudonyms import ERASED

SIGN_IN_KEYS = frozenset({"sign_in", "username"})
"""Keys of JSON objects whose value is a name to sign in with."""
JSON_IN_BYTES = {("api_firstanswer", "body")}
"""Columns of bytes that are JSON."""
LEFT_ALONE = frozenset(RECORD) | {
    "personal_text",
    "people_person",
    "django_migrations",
    "django_content_type",
}

_COLUMNS = """
-- A short text is a code and no name, and has no room for another one.
SELECT at.relname, attribute.attname, format_type(attribute.atttypid, NULL),
    EXISTS (SELECT FROM pg_attribute AS other WHERE other.attrelid = at.oid AND other.attname = 'casino_id')
FROM pg_class AS at
JOIN pg_attribute AS attribute ON attribute.attrelid = at.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
WHERE at.relnamespace = 'public'::regnamespace AND at.relkind = 'r' AND NOT at.relispartition
    AND (attribute.atttypmod < 0 OR attribute.atttypmod >= 64)
    AND format_type(attribute.atttypid, NULL) IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'text[]')
ORDER BY at.relname, attribute.attname
"""


def last_erased(casino_id: int) -> int:
    """Return the number of the casino's last erased person; 0 before the first."""
    of_casino = PersonalText.objects.filter(casino_id=casino_id)
    return int(of_casino.aggregate(last=Max("erased"))["last"] or 0)


class ErasedPerson(NamedTuple):
    """A person to be erased: identifier, former names and name to sign in with, and the number that they get.

    `shared` are names that another person of the casino has, too; only the identifier distinguishes these people.
    """

    casino_id: int
    identity: str
    names: tuple[str, ...]
    sign_in: str
    number: int
    shared: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """Replacement for the name."""
        return ERASED.format(number=self.number)


class _Column(NamedTuple):
    table: str
    name: str
    type: str
    has_casino: bool


def replace_everywhere(person: ErasedPerson) -> None:
    """Replace the person's names in all tables outside of the record, in the caller's transaction, as the owner."""
    for column in _columns():
        replace = _replacement(column, person)
        if replace is not None:
            _replace_in(column, person, replace)


def without_names(value: Any, person: ErasedPerson) -> Any:
    """Return a value of JSON in which the person has the number for a name."""
    if isinstance(value, dict):
        found = {key: _of_key(key, each, person) for key, each in value.items()}
        if value.get("id") == person.identity and isinstance(value.get("name"), str):
            found["name"] = person.label
        return found
    if isinstance(value, list):
        return [without_names(each, person) for each in value]
    return _without_name(value, person) if isinstance(value, str) else value


def _of_key(key: str, value: Any, person: ErasedPerson) -> Any:
    if key in SIGN_IN_KEYS and value == person.sign_in:
        return person.label
    return without_names(value, person)


def _without_name(text: str, person: ErasedPerson) -> str:
    for name in person.names:
        if name not in person.shared:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: person.label, text)
    return text


Replace = Callable[[Any], Any]


def _replacement(column: _Column, person: ErasedPerson) -> Replace | None:
    """Return the function that replaces the person's names in a value of the column; None where it has no text."""
    if column.type in ("json", "jsonb"):
        return lambda text: json.dumps(without_names(json.loads(text), person), ensure_ascii=False)
    if (column.table, column.name) in JSON_IN_BYTES:
        # The answer is given again byte by byte: it stays in ASCII, as it was.
        return lambda body: json.dumps(without_names(json.loads(bytes(body)), person)).encode()
    if column.type == "bytea":
        return None
    if column.type == "text[]":
        return lambda texts: [_without_name(each, person) for each in texts]
    return lambda text: _without_name(text, person)


def _columns() -> Iterator[_Column]:
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        found = [_Column(*row) for row in cursor.fetchall()]
    return (each for each in found if each.table not in LEFT_ALONE)


def _replace_in(column: _Column, person: ErasedPerson, replace: Replace) -> None:
    table, name = sql.Identifier(column.table), sql.Identifier(column.name)
    is_json = column.type in ("json", "jsonb")
    value = sql.SQL("{}::text").format(name) if is_json else name
    searched = sql.SQL("convert_from({}, 'UTF8')" if column.type == "bytea" else "{}::text").format(name)
    wanted = sql.SQL("SELECT ctid::text, {} FROM {} WHERE {} LIKE ANY (%s)").format(value, table, searched)
    if column.has_casino:
        wanted += sql.SQL(" AND casino_id = %s")
    change = sql.SQL("UPDATE {} SET {} = %s{} WHERE ctid = %s::tid").format(
        table, name, sql.SQL(f"::{column.type}" if is_json else "")
    )
    wanted += sql.SQL(" FOR UPDATE")
    given: list[Any] = [list(_patterns(person))] + ([person.casino_id] if column.has_casino else [])
    with connection.cursor() as cursor:
        cursor.execute(wanted, given)
        rows = cursor.fetchall()
        changed = ((replace(before), before, place) for place, before in rows)
        cursor.executemany(change, [(after, place) for after, before, place in changed if after != before])


def _patterns(person: ErasedPerson) -> Iterable[str]:
    """Yield patterns of LIKE for values that may name the person: also as JSON writes them."""
    texts: Collection[str] = {*person.names, person.sign_in, person.identity}
    for text in texts:
        for written in {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}:
            escaped = re.sub(r"([\\%_])", r"\\\1", written)
            yield f"%{escaped}%"
