"""A request of an API client in words: the act, and the values that would change."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.api.models import WaitingRequest
from casino.api.waiting.asking import RequestState, state_at
from casino.api.webhooks.models import Webhook
from casino.kit.register_kinds import kind_words
from casino.people.acts import act_named
from casino.people.models import Person, Role
from casino.registers.presenters import currency_of, in_words_of
from casino.registers.words import label_of
from tables.handling.projections.register_entries import entry_named
from tables.handling.registers import fields_of

STATES: Mapping[str, str] = {
    "pending": _("Waiting"),
    "done": _("Confirmed"),
    "refused": _("Refused"),
    "expired": _("Expired"),
}
LABELS: Mapping[str, str] = {
    "name": _("Name"),
    "sign_in": _("Signs in as"),
    "role": _("Role"),
    "language": _("Language"),
    "reason": _("Reason"),
    "after": _("First event after position"),
    "overlap_hours": _("Hours for which the old secret signs as well"),
}


class Value(NamedTuple):
    """A value of a request; `before` is empty where nothing is replaced."""

    label: str
    after: str
    before: str = ""


class ShownRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request as the page shows it: the act in words, its subject, and the values that it would set."""

    number: str
    act: str
    subject: str
    client: str
    asked_at: datetime
    expires_at: datetime
    state: RequestState
    state_in_words: str
    decided_at: datetime | None
    decided_by: str
    reason: str
    second: str
    """The roles of which one countersigns, separated by spaces; empty where nobody does."""
    values: tuple[Value, ...]


def shown_request(waiting: WaitingRequest, now: datetime) -> ShownRequest:
    """Return the request in the reader's language."""
    subject, values = SHOWN[waiting.operation](waiting)
    state, act = state_at(waiting, now), act_named(waiting.act)
    return ShownRequest(
        number=str(waiting.id),
        act=gettext(act.words),
        subject=subject,
        client=waiting.client.name,
        asked_at=waiting.asked_at,
        expires_at=waiting.expires_at,
        state=state,
        state_in_words=gettext(STATES[state]),
        decided_at=waiting.decided_at,
        decided_by=waiting.decided_by.display_name if waiting.decided_by else "",
        reason=waiting.reason,
        second=" ".join(act.second),
        values=tuple(values),
    )


Shown = tuple[str, list[Value]]


def _declared(waiting: WaitingRequest) -> Shown:
    """The fields that the entry does not have so already."""
    asked = waiting.asked
    kind, code, values = asked["kind"], asked["code"], asked["values"]
    stands = entry_named(waiting.casino_id, kind, code)
    before = stands.values if stands.in_use else {}
    currency, found = currency_of(values), []
    for field in fields_of(kind):
        new, old = values.get(field.name, field.default), before.get(field.name, field.default)
        if new != old or (not before and new not in (None, "", [], {}, ())):
            replaced = in_words_of(field, old, currency) if before else ""
            found.append(Value(label_of(kind, field.name), in_words_of(field, new, currency), replaced))
    return _entry(kind, code), found


def _of_entry(waiting: WaitingRequest) -> Shown:
    return _entry(waiting.asked["kind"], waiting.asked["code"]), _labelled(waiting.asked, "reason")


def _table(waiting: WaitingRequest) -> Shown:
    values = waiting.asked
    fields = {field.name: field for field in fields_of("table")}
    found = [
        Value(label_of("table", name), in_words_of(fields[name], value, currency_of(values)))
        for name, value in values.items()
        if name in fields and value not in (None, "", [], {}, False)
    ]
    return _entry("table", values["code"]), found


def _reader(waiting: WaitingRequest) -> Shown:
    return _entry("reader", waiting.asked["code"]), [
        Value(label_of("reader", "table"), waiting.asked["table"])
    ]


def _person(waiting: WaitingRequest) -> Shown:
    asked = waiting.asked
    known = Person.objects.filter(pk=asked.get("person"), casino_id=waiting.casino_id).first()
    values = _labelled(asked, "name", "sign_in", "role", "language", "reason")
    return known.display_name if known else str(asked.get("name", "")), values


def _new_webhook(waiting: WaitingRequest) -> Shown:
    asked = waiting.asked
    named = [(label_of("webhook", "table"), asked.get("table")), *_types(asked.get("types"))]
    found = [Value(label, value) for label, value in named if value]
    return str(asked["url"]), [*found, *_labelled(asked, "after")]


def _own_webhook(waiting: WaitingRequest) -> Shown:
    found = Webhook.objects.filter(pk=waiting.asked["webhook"], casino_id=waiting.casino_id).first()
    return found.url if found else str(waiting.asked["webhook"]), _labelled(waiting.asked, "overlap_hours")


SHOWN: Mapping[str, Callable[[WaitingRequest], Shown]] = {
    "registers.declare": _declared,
    "registers.withdraw": _of_entry,
    "registers.issue-secret": _of_entry,
    "tables.register": _table,
    "readers.register": _reader,
    "people.change": _person,
    "webhooks.make": _new_webhook,
    "webhooks.end": _own_webhook,
    "webhooks.change-secret": _own_webhook,
}
"""Subject and values of a request, by operation."""


def _entry(kind: str, code: str) -> str:
    return f"{kind_words(kind).one} {code}"


def _types(types: list[str] | None) -> list[tuple[str, str]]:
    return [(label_of("webhook", "types"), ", ".join(types))] if types else []


def _labelled(asked: Mapping[str, Any], *names: str) -> list[Value]:
    return [
        Value(gettext(LABELS[name]), _in_words(name, asked[name]))
        for name in names
        if asked.get(name) not in (None, "")
    ]


def _in_words(name: str, value: Any) -> str:
    return str(Role(value).label) if name == "role" and value in Role.values else str(value)
