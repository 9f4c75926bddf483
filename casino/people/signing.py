"""A colleague signs what somebody else does: with a PIN of their own, on the same screen, at that moment.

Nobody signs beside themselves, and nobody of another casino signs at all. Who mistypes the PIN too often signs nothing
for a while; what is counted is the person, wherever the PIN is tried.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.db.models import Q

from casino.people.models import SIGN_IN, Person, Role
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.roulette.refusal import Refused

PIN_LENGTHS = range(4, 13)


class SigningFailed(Refused):
    """Nobody signed: no such colleague, a wrong PIN, or too many of them."""


def check_pin(pin: str) -> None:
    """Raises Refused for what can be nobody's PIN."""
    if not pin.isdecimal() or len(pin) not in PIN_LENGTHS:
        raise Refused(f"a PIN has {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits")


def named(person: Person) -> Named:
    """Somebody as the record has them: at a table's seat, and under what they sign."""
    return Named(id=f"person/{person.pk}", name=person.display_name)


def own_signature(person: Person) -> Signature:
    """The signature of the person who acts: signed in, and so signing with every act."""
    return Signature(person=named(person), role=person.role)


def signature_of(sign_in: str, pin: str, *, beside: Person, now: datetime) -> Signature:
    """The signature of a colleague of `beside`, who signs in as `sign_in`. Raises SigningFailed."""
    return _proven(sign_in, pin, beside.casino_id, beside, now)


def signature_at(casino_id: int, sign_in: str, pin: str, *, now: datetime) -> Signature:
    """The signature of somebody of the casino where no person acts, but a system: all who sign give a PIN. Raises
    SigningFailed."""
    return _proven(sign_in, pin, casino_id, None, now)


def _proven(sign_in: str, pin: str, casino_id: int, beside: Person | None, now: datetime) -> Signature:
    with transaction.atomic():
        colleague = (
            Person.objects.select_for_update()
            .filter(username=sign_in, casino_id=casino_id, is_active=True)
            .first()
        )
        if colleague is None or not colleague.pin:
            raise SigningFailed(f"{sign_in or 'nobody'}: no colleague of that name signs here with a PIN")
        if beside is not None and colleague.pk == beside.pk:
            raise SigningFailed(f"{colleague.display_name} acts and cannot sign beside: a colleague signs")
        right = is_right(colleague, pin, now)
    if not right:
        raise SigningFailed(f"that is not the PIN of {colleague.display_name}")
    return own_signature(colleague)


def is_right(person: Person, pin: str, now: datetime, *, hashed: str = "") -> bool:
    """Whether it is the PIN of the person, whose row is held, or the secret `hashed` so. A wrong one is counted.

    Raises SigningFailed while there were too many.
    """
    if person.pin_locked_until and now < person.pin_locked_until:
        raise SigningFailed(
            f"{person.display_name} mistyped the PIN too often and signs again from "
            f"{person.pin_locked_until:%H:%M} UTC"
        )
    right = check_password(pin, hashed or person.pin)
    _count(person, right=right, now=now)
    return right


def _count(colleague: Person, *, right: bool, now: datetime) -> None:
    if right and not colleague.pin_failures:
        return
    colleague.pin_failures = 0 if right else colleague.pin_failures + 1
    if colleague.pin_failures >= settings.AXES_FAILURE_LIMIT:
        colleague.pin_failures, colleague.pin_locked_until = 0, now + timedelta(minutes=_LOCKED_MINUTES)
    colleague.save(update_fields=["pin_failures", "pin_locked_until"])


_LOCKED_MINUTES = settings.AXES_COOLOFF_TIME.total_seconds() / 60


def keys_of(people: Iterable[Named]) -> list[int]:
    """The keys of those whom the house has registered, of people as the record names them."""
    said = (each.id.partition("/") for each in people)
    return [int(key) for kind, _, key in said if kind == "person" and key.isascii() and key.isdecimal()]


def colleagues_who_sign(person: Person, seated: Iterable[Named] = ()) -> list[Person]:
    """Who could sign beside this person, by role and name; of the croupiers only who is `seated` at the table."""
    sign_here = Q(role__in=SIGN_IN) | Q(role=Role.CROUPIER, pk__in=keys_of(seated))
    others = (
        Person.objects.filter(sign_here, casino_id=person.casino_id, is_active=True)
        .exclude(pin="")
        .exclude(pk=person.pk)
    )
    return list(others.order_by("role", "display_name"))
