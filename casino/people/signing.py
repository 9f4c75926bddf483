"""A colleague's signature under another person's act: with the own PIN, on the same screen, at that moment.

Nobody is their own second signatory, and nobody of another casino signs at all. Wrong PINs are counted by their
source (the acting person, the client of the API) and the owner of the PIN: that pair is locked for a while, the
colleague signs elsewhere all the same. Each wrong PIN is an event in the record, for the inspector.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.hashers import check_password
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q
from django.views.decorators.debug import sensitive_variables

from casino.people.access import record_wrong_pin
from casino.people.acting import identity, keys_of, named
from casino.people.attempts import begin_attempt, failed_attempt, forget_attempts
from casino.people.confirmation import check_counts
from casino.people.models import SIGN_IN, Person, Role
from casino.people.pin_hashing import is_pepper_missing, matches_pin
from casino.people.pin_rules import check_pin
from casino.people.register.secrets import store_pin
from casino.people.sign_in.second_factors import has_second_factor
from tables.handling import Actor
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.refusal import Refused

CHANGED_BY = "pin_changed_by"
"""Session key of the form that changed the PIN last: a form sent twice changes it once."""


class Colleague(msgspec.Struct, frozen=True):
    """A possible second signatory, as a form offers them: sign-in name, own name, role."""

    username: str
    display_name: str
    role: str


def as_offered(people: Iterable[Person]) -> tuple[Colleague, ...]:
    """These people as `kit/_signature.html` offers them."""
    return tuple(Colleague(each.username, each.display_name, each.role) for each in people)


class SigningFailed(Refused):
    """Nobody signed: no such colleague, a wrong PIN, or too many of them."""


def own_signature(person: Person) -> Signature:
    """The signature of the person who acts: signed in, and so signing with every act."""
    return Signature(person=named(person), role=person.role)


def proven_own_signature(person: Person, secret: str, *, now: datetime) -> Signature:
    """The signature of the person who acts, who proves it by `check_own_secret`. Raises SigningFailed."""
    check_own_secret(person, secret, now=now)
    return own_signature(person)


def signature_of(sign_in: str, pin: str, *, beside: Person, now: datetime) -> Signature:
    """Return the signature of a colleague of `beside`, with the sign-in `sign_in`.

    Raises SigningFailed, and NotTwoPeople for a colleague who is to be confirmed.
    """
    return _proven(sign_in, pin, beside.casino_id, _as_actor(beside), now)


def signature_at(casino_id: int, sign_in: str, pin: str, *, by: Actor, now: datetime) -> Signature:
    """Return the signature of a person for an act of the system `by`, without an acting person: all signers give a PIN.

    Raises SigningFailed, and NotTwoPeople for a person who is to be confirmed.
    """
    return _proven(sign_in, pin, casino_id, by, now)


def _as_actor(person: Person) -> Actor:
    return Actor(id=identity(person), name=person.display_name)


def _proven(sign_in: str, pin: str, casino_id: int, by: Actor, now: datetime) -> Signature:
    # PostgreSQL holds no NUL, and so nobody has a name with one.
    known = Person.objects.filter(username=sign_in.replace("\0", " "), casino_id=casino_id, is_active=True)
    colleague = known.first()
    if colleague is None or not colleague.pin:
        raise SigningFailed("signatory-unknown", sign_in=sign_in)
    signature = _proven_by_pin(colleague, pin, by, now)
    check_counts(colleague)
    return signature


def signature_of_present(person: Person, pin: str, *, beside: Person, now: datetime) -> Signature:
    """Return the signature of a person who is present beside the officer who confirms them: not confirmed yet, and so
    counting in nothing else. Raises SigningFailed."""
    if not person.pin:
        raise SigningFailed("person-without-pin", name=person.display_name)
    return _proven_by_pin(person, pin, _as_actor(beside), now)


def _proven_by_pin(colleague: Person, pin: str, by: Actor, now: datetime) -> Signature:
    if by.id == identity(colleague):
        raise SigningFailed("signs-beside-themselves", name=colleague.display_name)
    if not is_right(colleague, pin, by=by, now=now):
        raise SigningFailed("pin-wrong", name=colleague.display_name)
    try:
        check_pin(pin)
    except Refused as refusal:
        # It was set before there was this rule: `manage.py set_pin` and the page Your PIN set another.
        raise SigningFailed("pin-to-be-changed", name=colleague.display_name, why=refusal.refusal) from None
    return own_signature(colleague)


def is_right(person: Person, pin: str, *, by: Actor | None = None, now: datetime, hashed: str = "") -> bool:
    """Return True if it is the PIN of the person, or the secret `hashed` so. A wrong one is counted and recorded;
    `by` gave it, or the person themselves.

    Raises SigningFailed while there were too many, and if the pepper of the PIN is missing, which counts as no
    attempt.
    """
    if is_pepper_missing(hashed or person.pin):
        raise SigningFailed("pin-key-missing", name=person.display_name)
    by = by or _as_actor(person)
    whose = str(person.pk)
    if lock := begin_attempt("pin", by.id, whose, now):
        if lock.all_names:
            raise SigningFailed("pins-of-too-many-mistyped", by=by.name, until=lock.until)
        raise SigningFailed("pin-mistyped-too-often", name=person.display_name, until=lock.until)
    if _matches(pin, person, hashed or person.pin):
        forget_attempts("pin", whose, by.id)
        return True
    lock = failed_attempt("pin", by.id, whose, now)
    record_wrong_pin(person, by=by, lock=lock, now=now)
    return False


def _matches(secret: str, person: Person, hashed: str) -> bool:
    """Return True for the person's PIN, or for the password that is `hashed` so."""
    if hashed != person.pin:
        return check_password(secret, hashed)
    return matches_pin(secret, person)


def check_own_secret(person: Person, secret: str, *, now: datetime) -> None:
    """Check the person's own PIN, or the password of a person who has neither a PIN nor a second factor.

    Raises SigningFailed for a wrong one, which is counted and recorded, and for a person who has a second factor and no
    PIN yet.
    """
    if not person.pin and has_second_factor(person):
        raise SigningFailed("own-pin-not-set")
    if not is_right(person, secret, now=now, hashed=person.pin or person.password):
        raise SigningFailed("own-pin-wrong" if person.pin else "password-wrong")


@sensitive_variables("old", "new")
def change_own_pin(
    person: Person, session: SessionBase, *, old: str, new: str, now: datetime, idempotency_key: str
) -> None:
    """Give the person the PIN `new` for the `old` one, or for the password where there is none: with a session that
    somebody left open nobody else signs. Other sessions of the person end. As with `manage.py set_pin`, the record has
    that it was set, and no more.

    Raises SigningFailed for a wrong old one, and while those were too many.
    """
    with transaction.atomic():
        locked = Person.objects.select_for_update().get(pk=person.pk)
        # The session as it is stored by now: the same form may have come a moment before.
        stored = type(session)(session.session_key)
        if idempotency_key and stored.get(CHANGED_BY) == idempotency_key:
            return
        right = is_right(locked, old, now=now, hashed=locked.pin or locked.password)
        if right:
            store_pin(locked, new, by=_as_actor(locked), now=now)
            # All sessions ended with the old PIN. This one goes on under its key: the same form may come once more.
            session[HASH_SESSION_KEY] = locked.get_session_auth_hash()
            session[CHANGED_BY] = idempotency_key
            session.save()
    if not right:
        raise SigningFailed("old-pin-wrong" if locked.pin else "password-wrong")


def colleagues_who_sign(person: Person, seated: Iterable[Named] = ()) -> list[Person]:
    """Return the people who can countersign for this person, by role and name; only croupiers `seated` at the table."""
    sign_here = Q(role__in=SIGN_IN) | Q(role=Role.CROUPIER, pk__in=keys_of(seated))
    others = (
        Person.objects.filter(sign_here, casino_id=person.casino_id, is_active=True)
        .exclude(pin="")
        .exclude(pk=person.pk)
    )
    return list(others.order_by("role", "display_name"))
