"""The second factors of a person: codes of an authenticator app, passkeys, and recovery codes in their place.

A change of factors or recovery codes ends all sessions of the person. The page that made the change keeps its own
(`session.keep_session`), so a session from before a factor cannot outlive it.

A code is accepted once. Wrong codes are counted for the person, not for the pair of person and source. Only somebody
with the right password can try codes, so nobody locks out a colleague, and more addresses give no more guesses.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.debug import sensitive_variables

from casino.kit.encryption import Unreadable
from casino.people.attempts import begin_attempt, forget_attempts, lock_of
from casino.people.models import Person
from casino.people.sign_in import recording
from tables.refusal import Refused

PERIOD_S = 30
TOLERANCE = 1
"""Periods that an app's clock may be off, either way."""
ANYWHERE = "anywhere"
"""Source by which the codes of a person are counted: see the module."""
LAST_COUNTER = "last_counter"
"""Key of an authenticator's last used code: neither it nor an earlier one is accepted again."""
NEW_SECRET = "totp_secret"
"""Session key of the secret of an app that is being set up."""
SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
LONGEST_NAME = 60


def has_second_factor(person: Person) -> bool:
    return bool(Authenticator.objects.filter(user=person, type__in=SECOND_FACTORS).exists())


def counter_of(secret: str, code: str, now: datetime) -> int | None:
    """Return the counter of the period whose code this is, within the tolerance around `now`; None for a wrong code."""
    entered = "".join(code.split())
    around = int(now.timestamp()) // PERIOD_S
    for counter in range(around - TOLERANCE, around + TOLERANCE + 1):
        if constant_time_compare(entered, format_hotp_value(hotp_value(secret, counter))):
            return counter
    return None


# ---------------------------------------------------------------- giving a code


@sensitive_variables("code")
def factor_by_code(person: Person, code: str, *, address: str, now: datetime) -> Authenticator:
    """The app or the recovery codes of the person of which this is a code, now used up.

    Raises Refused for a wrong code, which is counted and recorded, and while there were too many.
    """
    whose = str(person.pk)
    if lock := begin_attempt("code", ANYWHERE, whose, now):
        raise Refused("code-mistyped-too-often", name=person.display_name, until=lock.until)
    if factor := _by_app(person, code, now) or _by_recovery_code(person, code, address):
        forget_attempts("code", whose)
        return factor
    lock = lock_of("code", ANYWHERE, whose, now)
    recording.wrong_code(person, address=address, locked_until=lock.until if lock else None, now=now)
    raise Refused("code-wrong")


@transaction.atomic
def _by_app(person: Person, code: str, now: datetime) -> Authenticator | None:
    app = Authenticator.objects.select_for_update().filter(user=person, type=Authenticator.Type.TOTP).first()
    if app is None:
        return None
    try:
        counter = counter_of(_secret_of(app), code, now)
    except Unreadable:
        return None
    if counter is None or counter <= app.data.get(LAST_COUNTER, -1):
        return None
    app.data[LAST_COUNTER] = counter
    app.save(update_fields=["data"])
    return app


def _secret_of(app: Authenticator) -> str:
    from allauth.mfa.utils import decrypt

    return str(decrypt(app.data["secret"]))


def _by_recovery_code(person: Person, code: str, address: str) -> Authenticator | None:
    held = Authenticator.objects.filter(user=person, type=Authenticator.Type.RECOVERY_CODES).first()
    if held is None:
        return None
    codes = RecoveryCodes(held)
    try:
        if not codes.validate_code(code):
            return None
        left = len(codes.get_unused_codes())
    except Unreadable:
        return None
    recording.recovery_code_used(person, left=left)
    return codes.instance


# ---------------------------------------------------------------- setting one up


@contextmanager
def _sessions_ended(person: Person) -> Iterator[None]:
    """Lock the person's row for one change of factors, and end all sessions with it unless the change is refused."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk).end_sessions()
        yield
    person.refresh_from_db(fields=["session_generation"])


def secret_to_set_up(session: SessionBase) -> str:
    """The secret of the app that is being set up in this session; the same until it is done."""
    secret = session.get(NEW_SECRET)
    if not secret:
        secret = session[NEW_SECRET] = generate_totp_secret()
    return str(secret)


@sensitive_variables("code", "secret")
def add_app(person: Person, session: SessionBase, code: str, now: datetime) -> None:
    """The app that shows the secret of this session and gives this code is the person's from now on.

    Raises Refused for a code that is none of its, and where the person has an app already.
    """
    secret = secret_to_set_up(session)
    counter = counter_of(secret, code, now)
    if counter is None:
        raise Refused("app-code-wrong")
    with _sessions_ended(person):
        if Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).exists():
            raise Refused("app-there-already")
        app = TOTP.activate(person, secret).instance
        app.data[LAST_COUNTER] = counter
        app.save(update_fields=["data"])
        session.pop(NEW_SECRET, None)
        recording.second_factor_added(person, app)
        _first_recovery_codes(person)


def keep_passkey(person: Person, name: str, credential: dict[str, Any]) -> None:
    """The passkey that a browser has made for the person, with the name that they give it."""
    from allauth.mfa.webauthn.internal.auth import WebAuthn

    with _sessions_ended(person):
        passkey = WebAuthn.add(person, name, credential).instance
        recording.second_factor_added(person, passkey)
        _first_recovery_codes(person)


def _first_recovery_codes(person: Person) -> None:
    if not Authenticator.objects.filter(user=person, type=Authenticator.Type.RECOVERY_CODES).exists():
        _make_recovery_codes(person)


# ---------------------------------------------------------------- recovery codes


def make_recovery_codes(person: Person) -> None:
    """Replace the recovery codes of the person. Raises Refused for a person without a second factor."""
    with _sessions_ended(person):
        if not has_second_factor(person):
            raise Refused("recovery-codes-of-nothing")
        _make_recovery_codes(person)


def _make_recovery_codes(person: Person) -> None:
    Authenticator.objects.filter(user=person, type=Authenticator.Type.RECOVERY_CODES).delete()
    codes = RecoveryCodes.activate(person)
    recording.recovery_codes_made(person, count=len(codes.generate_codes()))


def recovery_codes_once(person: Person) -> tuple[list[str], int]:
    """The codes if nobody has seen them yet, else none; and how many are left."""
    with transaction.atomic():
        held = (
            Authenticator.objects.select_for_update()
            .filter(user=person, type=Authenticator.Type.RECOVERY_CODES)
            .first()
        )
        if held is None:
            return [], 0
        codes = RecoveryCodes(held)
        try:
            unused = codes.get_unused_codes()
        except Unreadable:
            return [], 0
        if codes.did_view:
            return [], len(unused)
        held.data["viewed_at"] = time.time()
        held.save(update_fields=["data"])
        return unused, len(unused)


# ---------------------------------------------------------------- removing them


def mark_of(factor: Authenticator) -> str:
    """Return the mark by which a page names a factor. Its key would count the factors of all casinos."""
    return salted_hmac("casino.people.sign_in.second_factors", str(factor.pk)).hexdigest()[:16]


def remove_second_factor(person: Person, mark: str) -> None:
    """Remove the person's own second factor of this mark; with the last one the recovery codes go. Raises Refused."""
    with _sessions_ended(person):
        factor = next((each for each in held_by(person) if mark_of(each) == mark), None)
        if factor is None:
            raise Refused("second-factor-unknown")
        recording.second_factor_removed(person, factor)
        factor.delete()
        if not has_second_factor(person):
            Authenticator.objects.filter(user=person).delete()


def remove_second_factors(person: Person) -> None:
    """Remove all second factors and recovery codes of a person who has lost theirs.

    The register of people does so in the transaction of its event, which two people have signed and which ends all
    sessions of the person.
    """
    Authenticator.objects.filter(user=person).delete()
    forget_attempts("code", str(person.pk))


def remove_factors_since(person: Person, since: datetime | None) -> None:
    """Remove second factors and recovery codes of the person that are newer than `since`, or all without it.

    The caller holds the person's row, and ends all sessions of the person. The record has each factor that is removed.
    """
    newer = Authenticator.objects.filter(user=person)
    if since is not None:
        newer = newer.filter(created_at__gt=since)
    for factor in newer.filter(type__in=SECOND_FACTORS).order_by("pk"):
        recording.second_factor_removed(person, factor)
    newer.delete()
    if not has_second_factor(person):
        remove_second_factors(person)


def kinds_of(person: Person) -> frozenset[str]:
    """Return the kinds of second factor that a person has: `totp`, `webauthn`."""
    found = Authenticator.objects.filter(user=person, type__in=SECOND_FACTORS)
    return frozenset(found.values_list("type", flat=True))


def held_by(person: Person) -> list[Authenticator]:
    """The second factors of a person, the oldest first."""
    return list(Authenticator.objects.filter(user=person, type__in=SECOND_FACTORS).order_by("pk"))
