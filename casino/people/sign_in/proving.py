"""The proof that an act needs from the person who is signed in, and when this session gave it last.

A person with a second factor proves with it. The password counts for a person without one. Signing in and all pages
that ask again follow this rule; the API asks for PINs.
"""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from casino.people.access import record_wrong_password
from casino.people.acting import identity, person_of
from casino.people.attempts import begin_attempt, failed_attempt, forget_attempts
from casino.people.models import Person
from casino.people.sign_in.passkeys import passkey_by_answer
from casino.people.sign_in.recording import address_of
from casino.people.sign_in.second_factors import factor_by_code, has_second_factor
from casino.people.sign_in.session import PROVEN_AT, SECOND_FACTOR, change_stored
from casino.people.signing import SigningFailed
from tables.refusal import Refused

PROOF_HOLDS = timedelta(minutes=5)


def has_proven(request: HttpRequest) -> bool:
    """Return whether this session gave the proof that its person needs, within PROOF_HOLDS."""
    at = request.session.get(PROVEN_AT)
    if at is None or timezone.now().timestamp() - float(at) > PROOF_HOLDS.total_seconds():
        return False
    # A session of before the first factor has given the password alone.
    return bool(request.session.get(SECOND_FACTOR)) or not has_second_factor(person_of(request))


@sensitive_variables("password", "code", "credential")
def prove(request: HttpRequest, *, password: str, code: str, credential: str) -> None:
    """Check the proof that the person of this request needs, and note it in the session.

    `credential` is the answer of a passkey. Raises Refused for a wrong proof, which is counted and recorded.
    """
    person, now = person_of(request), timezone.now()
    if credential:
        passkey_by_answer(request.session, "again", person, credential, now)
        second_factor = True
    else:
        second_factor = check_proof(
            person, password=password, code=code, address=address_of(request), now=now
        )
    note_proof(request.session, now, second_factor=second_factor)


@sensitive_variables("password", "code")
def check_proof(person: Person, *, password: str, code: str, address: str, now: datetime) -> bool:
    """Check the proof that this person needs and return whether the proof was a second factor.

    Raises Refused for a wrong code or password, which is counted and recorded, and for a person who has a second factor
    and gave a password alone.
    """
    if not has_second_factor(person):
        check_own_password(person, password, address=address, now=now)
        return False
    if not code:
        raise Refused("second-factor-needed")
    factor_by_code(person, code, address=address, now=now)
    return True


def note_proof(session: SessionBase, now: datetime, *, second_factor: bool) -> None:
    """Note in the stored session that its person has given a password, or a second factor."""
    change_stored(session, {PROVEN_AT: now.timestamp()} | ({SECOND_FACTOR: True} if second_factor else {}))


@sensitive_variables("password")
def check_own_password(person: Person, password: str, *, address: str, now: datetime) -> None:
    """Check the person's password. Raises SigningFailed for a wrong one, which is counted and recorded, and while there
    were too many."""
    by, whose = identity(person), person.account_name
    if lock := begin_attempt("password", by, whose, now):
        raise SigningFailed("password-mistyped-too-often", until=lock.until)
    if check_password(password, person.password):
        forget_attempts("password", whose, by)
        return
    record_wrong_password(person, address=address, lock=failed_attempt("password", by, whose, now), now=now)
    raise SigningFailed("password-wrong")
