"""Storing a person's new password or PIN after a proof; the record has the fact alone."""

from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from casino.people.attempts import forget_attempts
from casino.people.models import Person
from casino.people.pin_rules import check_pin
from casino.people.register.aggregate import PersonAggregate
from tables.handling import Actor, handle
from tables.handling.models import Casino
from tables.refusal import Refused
from tables.registers.people.commands import Noted, NotePasswordSet, NotePinSet


@sensitive_variables("password")
def set_password(person: Person, password: str, *, by: Actor, now: datetime) -> None:
    """Give the person this password; their sessions end with the one before. Raises Refused for one against the rules
    of passwords, and for somebody who does not work here."""
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise Refused("password-against-rules", why=tuple(error.messages)) from None
    with transaction.atomic():
        row = Person.objects.select_for_update().get(pk=person.pk)
        row.set_password(password)
        row.must_set_password = False
        row.save(update_fields=["password", "password_set_at", "must_set_password"])
        _note(row, NotePasswordSet(person=row.pk), by, now)
    forget_attempts("password", person.account_name)


@sensitive_variables("pin")
def set_pin(person: Person, pin: str, *, by: Actor, now: datetime) -> None:
    """Give the person this PIN and end their sessions. Raises Refused for one that nobody can have, and for somebody
    who does not work here."""
    check_pin(pin)
    with transaction.atomic():
        row = Person.objects.select_for_update().get(pk=person.pk)
        store_pin(row, pin, by=by, now=now)
    forget_attempts("pin", str(person.pk))


def store_pin(held: Person, pin: str, *, by: Actor, now: datetime) -> None:
    """Store the PIN of a person whose row is locked by the caller, end their sessions, and record the new PIN."""
    held.set_pin(pin)
    held.save(update_fields=["pin"])
    held.end_sessions()
    _note(held, NotePinSet(person=held.pk), by, now)


def _note(person: Person, command: Noted, by: Actor, now: datetime) -> None:
    if Casino.objects.filter(pk=person.casino_id).exists():  # one that is not registered has no record
        handle(PersonAggregate(person.casino_id), command, by=by, now=now)
