"""An officer confirms a person who is present, so that the person counts as one of two who sign.

The maker of the account may know its secrets. So the person gives their PIN a last time and chooses new secrets at that
terminal: a PIN, and a password if they sign in. Second factors that the account got since its last confirmation are
removed, and its sessions end. From then on the person alone can sign in and sign.
"""

from datetime import datetime

import msgspec
from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from casino.people.acting import acting
from casino.people.confirmation import check_counts
from casino.people.models import SIGN_IN, Confirmation, Person
from casino.people.pin_hashing import matches_pin
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate, life_of
from casino.people.register.secrets import set_password, set_pin
from casino.people.sign_in.second_factors import remove_factors_since
from casino.people.signing import own_signature, signature_of_present
from tables.handling import handle
from tables.refusal import Refused
from tables.registers.people import events as e
from tables.registers.people.commands import ConfirmPerson

TERMINAL = "confirmation"


class NewSecrets(msgspec.Struct, frozen=True):
    """The PIN and the password that a person who is present chooses; no password for a person who does not sign in."""

    pin: str
    password: str = ""


@sensitive_variables("pin", "new")
def confirm_person(
    officer: Person,
    person: Person,
    pin: str,
    new: NewSecrets,
    *,
    now: datetime,
    idempotency_key: str | None = None,
) -> None:
    """Record that the officer confirms the person, who is present, has entered this PIN and chosen new secrets.

    Stores the new secrets, removes second factors of since the last confirmation, and ends the person's sessions, all
    in one transaction. Raises SigningFailed for a wrong PIN, which is counted and recorded, NotTwoPeople for an officer
    who is to be confirmed, and Refused for an officer who had a part in making the account and for new secrets that
    equal the former ones or are against their rules.
    """
    check_counts(officer)
    person.refresh_from_db()
    present = own_signature(person)
    if person.confirmation != Confirmation.CONFIRMED:
        present = signature_of_present(person, pin, beside=officer, now=now)
    command = ConfirmPerson(person=person.pk, signatures=(own_signature(officer), present))
    with transaction.atomic():
        # If the same form is sent twice at once, the second one waits here and changes no secret again.
        held = Person.objects.select_for_update().get(pk=person.pk)
        since = _last_confirmed(held)
        handle(
            PersonAggregate(held.casino_id),
            command,
            by=acting(officer, "people"),
            now=now,
            idempotency_key=idempotency_key,
        )
        if held.confirmation != Confirmation.CONFIRMED:
            remove_factors_since(held, since)
            _renew_secrets(held, new, now)


@sensitive_variables("new")
def confirm_at_machine(person: Person, new: NewSecrets, *, now: datetime) -> None:
    """Record that the casino's own machine confirms a person who is present and has chosen these secrets.

    Treats secrets, second factors and sessions as `confirm_person` does, in one transaction. Raises Refused for a
    confirmed person, and for new secrets that equal the former ones or break their rules.
    """
    with transaction.atomic():
        held = Person.objects.select_for_update().get(pk=person.pk)
        since = _last_confirmed(held)
        handle(PersonAggregate(held.casino_id), ConfirmPerson(person=held.pk), by=AT_THE_MACHINE, now=now)
        remove_factors_since(held, since)
        _renew_secrets(held, new, now)


@sensitive_variables("new")
def _renew_secrets(held: Person, new: NewSecrets, now: datetime) -> None:
    """Store the secrets that the person chose. Raises Refused for one that equals the former one."""
    by = acting(held, TERMINAL)
    if matches_pin(new.pin, held):
        raise Refused("confirmed-with-former-pin", name=held.display_name)
    if held.role in SIGN_IN:
        if check_password(new.password, held.password):
            raise Refused("confirmed-with-former-password", name=held.display_name)
        set_password(held, new.password, by=by, now=now)
    set_pin(held, new.pin, by=by, now=now)


def _last_confirmed(person: Person) -> datetime | None:
    """Return when the person was confirmed last; None if never."""
    confirmed = (record for record, event in life_of(person) if isinstance(event, e.PersonConfirmed))
    return max((record.occurred_at for record in confirmed), default=None)


def to_be_confirmed(casino_id: int) -> QuerySet[Person]:
    """Return everybody who works here and is to be confirmed, by name."""
    waiting = Person.objects.filter(casino_id=casino_id, is_active=True)
    return waiting.exclude(confirmation=Confirmation.CONFIRMED).order_by("display_name", "pk")
