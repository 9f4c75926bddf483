"""Events of a person in the register; the metadata has their author and signatories.

No event has a password, a PIN, a link or a hash of one.
"""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec
from tables.play.events import Person


class PersonEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a person's events, by the name of that time; `day` is the casino's gaming day."""

    person: Person
    day: str = ""


class AccountEvent(PersonEvent, frozen=True, kw_only=True):
    """The base of the events that give an account, a role or a secret to a person, or take a secret away. After one by
    somebody else the person has to be confirmed.

    `set_up`: the casino was being set up, or the event is older than the confirmation of people. The person then
    countersigns before they are confirmed."""

    set_up: bool = True


class PersonEngaged(AccountEvent, frozen=True, kw_only=True, tag="person_engaged"):
    """Somebody works here from now on, in this role. `found`: they did already when the register was begun."""

    sign_in: str
    role: str
    language: str = ""
    found: bool = False


class PersonRenamed(PersonEvent, frozen=True, kw_only=True, tag="person_renamed"):
    """The screens and the record call somebody otherwise from now on; `person` has the new name."""

    before: str


class RoleChanged(AccountEvent, frozen=True, kw_only=True, tag="role_changed"):
    before: str
    after: str


class LanguageChanged(PersonEvent, frozen=True, kw_only=True, tag="language_changed"):
    """The language of a person's screens changed; empty is the casino's own."""

    before: str
    after: str


class PersonSuspended(PersonEvent, frozen=True, kw_only=True, tag="person_suspended"):
    """Somebody neither signs in nor signs for anything until they are back."""

    reason: str


class PersonBackAgain(AccountEvent, frozen=True, kw_only=True, tag="person_back_again"):
    """Somebody who was suspended, or had left, works here again; `before` is which of the two."""

    before: str


class PersonLeft(PersonEvent, frozen=True, kw_only=True, tag="person_left"):
    """Somebody no longer works here. Their account stays theirs."""

    reason: str = ""


class SetupLinkIssued(AccountEvent, frozen=True, kw_only=True, tag="setup_link_issued"):
    """Another one-time link was issued, with which the person sets their first secrets; earlier ones ended."""


class PasswordReset(AccountEvent, frozen=True, kw_only=True, tag="password_reset"):
    """Two people took somebody's password away, who sets another with a one-time link."""


class PinReset(AccountEvent, frozen=True, kw_only=True, tag="pin_reset"):
    """Two people took somebody's PIN away, who sets another themselves."""


class SecondFactorReset(AccountEvent, frozen=True, kw_only=True, tag="second_factor_reset"):
    """Two people took somebody's second factor away, who sets another up themselves."""


class PasswordSet(AccountEvent, frozen=True, kw_only=True, tag="password_set"):
    """Somebody has a new password: set by themselves, or at the casino's machine."""


class PinSet(AccountEvent, frozen=True, kw_only=True, tag="pin_set"):
    """Somebody has a new PIN: set by themselves, or at the casino's machine."""


class PersonConfirmed(PersonEvent, frozen=True, kw_only=True, tag="person_confirmed"):
    """An officer confirmed the person, who was present and entered their own PIN. The person now countersigns."""

    confirmed_by: Person


class PersonErased(PersonEvent, frozen=True, kw_only=True, tag="person_erased"):
    """The name of somebody who had left was erased. The record calls them `Erased person 17` from the first event on;
    `number` is that number in the casino, from 1."""

    number: int


AnyPersonEvent = (
    PersonEngaged
    | PersonRenamed
    | RoleChanged
    | LanguageChanged
    | PersonSuspended
    | PersonBackAgain
    | PersonLeft
    | SetupLinkIssued
    | PasswordReset
    | PinReset
    | SecondFactorReset
    | PasswordSet
    | PinSet
    | PersonConfirmed
    | PersonErased
)
PERSON_EVENTS = EventCodec[AnyPersonEvent](AnyPersonEvent)
TYPES = PERSON_EVENTS.types
"""The types of all events of the register of people, as the record has them."""
