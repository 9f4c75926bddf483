"""The register of people as the screens show it: its list, a person's life, and who signed in."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.kit.actors import called
from casino.kit.dates import day_and_clock
from casino.kit.sentences.marks import gettext_noop as _
from casino.languages.choosing import offered_languages
from casino.languages.language import own_name
from casino.people.models import AccessEntry, Confirmation, Person, Role, Standing
from tables.handling.outcome import acted_by, clients_of, names_signed
from tables.registers.people.events import AnyPersonEvent
from tables.stream import RecordedEvent

STEPS: Mapping[str, str] = {
    "person_engaged": _("Engaged"),
    "person_renamed": _("Renamed"),
    "role_changed": _("Role changed"),
    "language_changed": _("Language changed"),
    "person_suspended": _("Suspended"),
    "person_back_again": _("Back again"),
    "person_left": _("Left"),
    "setup_link_issued": _("Another one-time link"),
    "password_reset": _("Password taken away"),
    "pin_reset": _("PIN taken away"),
    "second_factor_reset": _("Second factor taken away"),
    "password_set": _("Password set"),
    "pin_set": _("PIN set"),
    "person_confirmed": _("Confirmed"),
    "person_erased": _("Erased"),
    "signed_in": _("Signed in"),
    "signed_out": _("Signed out"),
    "wrong_password_given": _("Wrong password"),
    "wrong_pin_given": _("Wrong PIN"),
    "wrong_code_given": _("Wrong code"),
    "second_factor_added": _("Second factor set up"),
    "second_factor_removed": _("Second factor removed"),
    "recovery_codes_made": _("New recovery codes"),
    "recovery_code_used": _("Recovery code used"),
    "session_locked": _("Session locked"),
    "session_unlocked": _("Session opened again"),
}
"""Name of a step, by the event's type."""
TONES: Mapping[str, str] = {
    "person_suspended": "due",
    "wrong_password_given": "broken",
    "wrong_pin_given": "broken",
    "wrong_code_given": "broken",
}
FACTORS: Mapping[str, str] = {"totp": _("codes of an app"), "passkey": _("passkey")}
LOCKS: Mapping[str, str] = {"idle": _("nobody acted for too long"), "pressed": _("locked by hand")}


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a person's account: the change, its author and the second signatories."""

    at: datetime
    name: str
    words: str
    by: str
    person: str = ""
    number: str = ""
    terminal: str = ""
    tone: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A person in the list."""

    number: int
    name: str
    sign_in: str
    role: str
    language: str
    standing: str
    works_here: bool
    waits: bool
    confirmation: str
    is_confirmed: bool


def row_of(person: Person, *, several: bool = False) -> Row:
    """Return the person as a list shows them; `several`: the installation has several casinos."""
    return Row(
        number=person.pk,
        name=person.display_name,
        sign_in=person.account_name if several else person.username,
        role=role_label(person.role),
        language=language_label(person.language),
        standing=str(Standing(person.standing).label),
        works_here=person.is_active,
        waits=person.is_active and person.must_set_password,
        confirmation=str(Confirmation(person.confirmation).label),
        is_confirmed=person.confirmation == Confirmation.CONFIRMED,
    )


def life_steps(life: Iterable[tuple[RecordedEvent, AnyPersonEvent]]) -> tuple[Step, ...]:
    """Return the steps of a person in the register, newest first."""
    steps = []
    for record, _event in life:
        by = acted_by(record)
        beside = [each["name"] for each in names_signed(record) if each["name"] != by]
        steps.append(
            Step(
                at=record.occurred_at,
                name=gettext(STEPS[record.type]),
                words=words_of(record.type, record.data),
                by=", ".join((called(by), *beside, *clients_of(record))),
            )
        )
    return tuple(reversed(steps))


def access_step(entry: AccessEntry) -> Step:
    return Step(
        at=entry.at,
        name=gettext(STEPS[entry.type]),
        words=words_of(entry.type, entry.data),
        by=", ".join(filter(None, (called(entry.by), *entry.signed))),
        person=entry.person_name,
        number=entry.person.rpartition("/")[2],
        terminal=entry.terminal,
        tone=TONES.get(entry.type, ""),
    )


def words_of(type_: str, data: Mapping[str, Any]) -> str:
    """Return the details of an event, for the text after its name."""
    words = ""
    match type_:
        case "person_engaged":
            found = gettext(", as it stood when the register was begun") if data.get("found") else ""
            # The sign-in of an erased person is empty.
            words = ", ".join(filter(None, (role_label(data["role"]), data["sign_in"]))) + found
        case "person_renamed":
            words = _from_to(data["before"], data["person"]["name"])
        case "role_changed":
            words = _from_to(role_label(data["before"]), role_label(data["after"]))
        case "language_changed":
            words = _from_to(language_label(data["before"]), language_label(data["after"]))
        case "person_suspended" | "person_left":
            words = str(data.get("reason") or "")
        case "second_factor_added" | "second_factor_removed":
            words = ", ".join(filter(None, (gettext(FACTORS[data["factor"]]), data.get("name"))))
        case "recovery_code_used":
            words = gettext("{left} are left").format(left=data["left"])
        case "session_locked":
            words = gettext(LOCKS[data["why"]])
        case "signed_in" | "wrong_password_given" | "wrong_pin_given" | "wrong_code_given":
            words = ", ".join(filter(None, (data.get("address"), _locked(data))))
    return words


def role_label(role: str) -> str:
    """The role as people call it; one of an older version as it is recorded."""
    return str(Role(role).label) if role in Role else role


def language_label(code: str) -> str:
    """The language in its own words; the casino's own where there is none."""
    return own_name(code) if code else gettext("the casino's own")


def language_names(casino_id: int, chosen: str = "") -> list[tuple[str, str]]:
    """The languages that somebody of the casino may choose, with their names; and the one that they have chosen."""
    return [(code, own_name(code)) for code in offered_languages(casino_id, chosen)]


def _from_to(before: str, after: str) -> str:
    return gettext("from {before} to {after}").format(before=before, after=after)


def _locked(data: Mapping[str, Any]) -> str:
    if not data.get("locked_until"):
        return ""
    until = day_and_clock(msgspec.convert(data["locked_until"], datetime))
    if data.get("locked") == "source":
        return gettext("locked from there for everybody until {until}").format(until=until)
    return gettext("locked from there for this name until {until}").format(until=until)
