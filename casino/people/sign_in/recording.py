"""Records what people do with their own sign-in, in the access stream of their casino's gaming day."""

from datetime import datetime
from typing import Any, Literal

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from django.http import HttpRequest
from django.utils import timezone

from casino.people.access import record_access
from casino.people.acting import acting, named
from casino.people.models import Person
from casino.people.sign_in import events as e
from casino.people.sign_in.session import marks_at_sign_in
from tables.handling import Actor

TERMINAL = "sign-in"
PROOFS: dict[str, e.Proof] = {
    Authenticator.Type.TOTP: "totp",
    Authenticator.Type.WEBAUTHN: "passkey",
    Authenticator.Type.RECOVERY_CODES: "recovery_code",
}


def begin_session(sender: object, request: HttpRequest, user: Any, **more: object) -> None:
    """Mark a session that began (Django's signal), and record the event with its proof."""
    if not isinstance(user, Person):
        return
    now = timezone.now()
    proofs = tuple(_proof(each) for each in get_authentication_records(request, user)) or ("password",)
    request.session.update(
        marks_at_sign_in(second_factor=any(each != "password" for each in proofs), now=now)
    )
    _record(e.SignedIn(person=named(user), address=address_of(request), proofs=proofs), user, now=now)


def end_session(sender: object, request: HttpRequest, user: Any, **more: object) -> None:
    """Somebody ended their session (Django's signal)."""
    if isinstance(user, Person):
        _record(e.SignedOut(person=named(user)), user)


def wrong_code(person: Person, *, address: str, locked_until: datetime | None, now: datetime) -> None:
    event = e.WrongCodeGiven(person=named(person), address=address, locked_until=locked_until)
    _record(event, person, by=Actor(id=f"address/{address}", name=address, terminal=TERMINAL), now=now)


def second_factor_added(person: Person, factor: Authenticator) -> None:
    _record(e.SecondFactorAdded(person=named(person), **_named_factor(factor)), person)


def second_factor_removed(person: Person, factor: Authenticator) -> None:
    _record(e.SecondFactorRemoved(person=named(person), **_named_factor(factor)), person)


def recovery_codes_made(person: Person, *, count: int) -> None:
    _record(e.RecoveryCodesMade(person=named(person), count=count), person)


def recovery_code_used(person: Person, *, left: int) -> None:
    _record(e.RecoveryCodeUsed(person=named(person), left=left), person)


def session_locked(person: Person, why: Literal["idle", "pressed"], now: datetime) -> None:
    _record(e.SessionLocked(person=named(person), why=why), person, now=now)


def session_unlocked(person: Person, now: datetime) -> None:
    _record(e.SessionUnlocked(person=named(person)), person, now=now)


def address_of(request: HttpRequest) -> str:
    """Return the address of a request, as trusted proxies report it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def _proof(record: dict[str, Any]) -> e.Proof:
    return PROOFS.get(record.get("type", ""), "password") if record.get("method") == "mfa" else "password"


def _named_factor(factor: Authenticator) -> dict[str, Any]:
    if factor.type == Authenticator.Type.WEBAUTHN:
        return {"factor": "passkey", "name": str(factor.data.get("name", ""))}
    return {"factor": "totp"}


def _record(
    event: e.SignInEvent, person: Person, *, by: Actor | None = None, now: datetime | None = None
) -> None:
    record_access(person.casino_id, event, by or acting(person, TERMINAL), now or timezone.now())
