"""An officer confirms a person who is present, so that the person counts as one of two who sign."""

from datetime import datetime

from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from casino.people.acting import acting
from casino.people.confirmation import check_counts
from casino.people.models import Confirmation, Person
from casino.people.register.aggregate import PersonAggregate
from casino.people.signing import own_signature, signature_of_present
from tables.handling import handle
from tables.registers.people.commands import ConfirmPerson


@sensitive_variables("pin")
def confirm_person(
    officer: Person, person: Person, pin: str, *, now: datetime, idempotency_key: str | None = None
) -> None:
    """Record that the officer confirms the person, who is present and has entered this PIN.

    Raises SigningFailed for a wrong PIN, which is counted and recorded, NotTwoPeople for an officer who is to be
    confirmed, and Refused for an officer who had a part in making the account.
    """
    check_counts(officer)
    present = signature_of_present(person, pin, beside=officer, now=now)
    command = ConfirmPerson(person=person.pk, signatures=(own_signature(officer), present))
    handle(
        PersonAggregate(person.casino_id),
        command,
        by=acting(officer, "people"),
        now=now,
        idempotency_key=idempotency_key,
    )


def to_be_confirmed(casino_id: int) -> QuerySet[Person]:
    """Return everybody who works here and is to be confirmed, by name."""
    waiting = Person.objects.filter(casino_id=casino_id, is_active=True)
    return waiting.exclude(confirmation=Confirmation.CONFIRMED).order_by("display_name", "pk")
