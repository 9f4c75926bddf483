"""Entries and their histories in words."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext

from casino.kit.actors import called
from casino.kit.money import plain
from casino.kit.register_kinds import HAPPENED
from casino.languages.language import current_language
from casino.registers.words import choice_words, label_of
from tables.handling.registers import Step
from tables.registers.entries.fields import Field, fields_of
from tables.registers.entries.state import Entry
from tables.roulette.loader import rulebooks
from tables.roulette.names import trade_names

SUMMARY: dict[str, tuple[str, ...]] = {
    "pit": ("name",),
    "table": ("name", "rulebook", "pit", "limits"),
    "reader": ("protocol", "url", "table", "role", "wheel"),
    "sign": ("table", "shows"),
    "notice": ("way", "address"),
    "client": ("name", "scopes"),
    "webhook": ("client", "url", "table"),
    "witness": ("public_key",),
}
"""The fields that a list shows of each kind."""
SHORT = {"limits", "scopes", "shows"}


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as a line of its list; heading and content of each column."""

    code: str
    cells: tuple[tuple[str, str], ...]
    withdrawn: bool
    changed_at: datetime | None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an entry before and after; `before` is empty where the entry was registered."""

    label: str
    before: str
    after: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of an entry's history."""

    what: str
    at: datetime
    by: str
    reason: str
    registered: bool
    """True if all its values are listed, and not its changes."""
    changes: tuple[Change, ...]


def currency_of(values: Mapping[str, Any]) -> str:
    """Return the currency of an entry's amounts: that of its rulebook, empty without a known rulebook."""
    book = rulebooks().get(values.get("rulebook", ""))
    return book.currency if book else ""


def columns_of(kind: str) -> list[str]:
    """Return the headings of the columns of a kind's list."""
    return [label_of(kind, field) for field in SUMMARY[kind]]


def listed(entry: Entry) -> Listed:
    """An entry as a line of its list."""
    fields = {field.name: field for field in fields_of(entry.kind)}
    currency = currency_of(entry.values)

    def cell(name: str) -> str:
        if name not in entry.values:
            return ""
        value = entry.values[name]
        return _short(name, value, currency) if name in SHORT else in_words_of(fields[name], value, currency)

    cells = tuple((label_of(entry.kind, name), cell(name)) for name in SUMMARY[entry.kind])
    return Listed(code=entry.code, cells=cells, withdrawn=entry.withdrawn, changed_at=entry.changed_at)


def _short(name: str, value: Any, currency: str) -> str:
    if name == "limits":
        return gettext("from {minimum}").format(minimum=plain(value["minimum"], currency)) if value else ""
    return ", ".join(map(str, value))


def values_in_force(entry: Entry) -> list[tuple[str, str]]:
    """Return all values of an entry, field by field."""
    currency = currency_of(entry.values)
    return [
        (label_of(entry.kind, field.name), in_words_of(field, entry.values.get(field.name), currency))
        for field in fields_of(entry.kind)
    ]


def line_of(kind: str, step: Step, currency: str) -> Line:
    """A step of an entry's life in words; `currency` is that of its amounts."""
    fields = {field.name: field for field in fields_of(kind)}
    registered = step.type == "entry_registered"
    changes = [
        Change(
            label=label_of(kind, name) if name in fields else gettext("Fingerprint"),
            before=_value(fields.get(name), step.before.get(name), currency) if not registered else "",
            after=_value(fields.get(name), after, currency),
        )
        for name, after in step.after.items()
        if not registered or after not in (None, "", [], {})
    ]
    return Line(
        what=gettext(HAPPENED[step.type]),
        at=step.at,
        by=_by(step),
        reason=step.reason,
        registered=registered,
        changes=tuple(changes),
    )


def _by(step: Step) -> str:
    """Everybody who had a part in it, each once; with the API client that requested it."""
    people = dict.fromkeys([called(step.by), *(each["name"] for each in step.signed)])
    names = ", ".join(people)
    return f"{names} · {step.client}" if step.client else names


def _value(field: Field | None, value: Any, currency: str) -> str:
    return str(value or "–") if field is None else in_words_of(field, value, currency)


def in_words_of(field: Field, value: Any, currency: str) -> str:
    """A field's value in words; a dash where it is left open. `currency` is that of amounts."""
    if value is None or value in ("", [], {}):
        return "–"
    in_words = IN_WORDS.get(field.shape)
    return in_words(field, value, currency) if in_words else str(value)


def _chosen(field: Field, value: Any, currency: str) -> str:
    chosen = value if isinstance(value, list) else [value]
    return ", ".join(choice_words(field.name, str(each)) for each in chosen)


def _number(field: Field, value: Any, currency: str) -> str:
    match field.unit:
        case "hour":
            return f"{value:02}:00"
        case "hundredths of a per cent":
            return f"{value / 100:g} %"
        case "money":
            return plain(value, currency)
    return str(value)


def _counts(field: Field, value: Mapping[str, int], currency: str) -> str:
    if field.unit == "money":
        return ", ".join(
            f"{pieces} × {plain(int(each), currency)}"
            for each, pieces in sorted(value.items(), key=lambda pair: int(pair[0]))
        )
    return ", ".join(f"{name} {number}" for name, number in value.items())


def _rows(field: Field, value: Sequence[Mapping[str, Any]], currency: str) -> str:
    return "; ".join(" ".join(str(row.get(column.name, "")) for column in field.columns) for row in value)


def _limits(field: Field, value: Mapping[str, Any], currency: str) -> str:
    """A table of the minimum and, bet by bet, the maximums."""
    largest: Mapping[str, int] = value.get("maximums", {})
    rows = [(_bet_name(kind), plain(most, currency)) for kind, most in largest.items()]
    head = format_html(
        '<tr><th scope="col">{}</th><th scope="col">{}</th></tr>', gettext("Bet"), gettext("Maximum")
    )
    return format_html(
        '<table class="limits-list"><tbody><tr><th scope="row">{}</th><td>{}</td></tr></tbody>'
        "<tbody>{}{}</tbody></table>",
        gettext("Minimum"),
        plain(value["minimum"], currency),
        head if rows else "",
        format_html_join("", '<tr><th scope="row">{}</th><td>{}</td></tr>', rows),
    )


def _bet_name(kind: str) -> str:
    """Return the trade's name of a kind of bet, in the reader's language."""
    names = trade_names().bets.get(kind, {}).get(current_language())
    return names[0] if names else kind


IN_WORDS: dict[str, Callable[[Field, Any, str], str]] = {
    "yes-no": lambda field, value, currency: gettext("Yes") if value else gettext("No"),
    "choice": _chosen,
    "choices": _chosen,
    "number": _number,
    "numbers": lambda field, value, currency: ", ".join(_number(field, each, currency) for each in value),
    "counts": _counts,
    "options": _counts,
    "rows": _rows,
    "limits": _limits,
}
"""Function that writes a value, by the shape of a field; any other value is written as it is."""


def how_many(number: int) -> str:
    """Return the number of entries in use, in words."""
    return ngettext("{number} in use", "{number} in use", number).format(number=number)
