"""A proof of who is signed in: their password, which `register/secrets.py` sets, or a code of their second factor."""

from datetime import datetime

from django.contrib.auth.hashers import check_password
from django.views.decorators.debug import sensitive_variables

from casino.people.access import record_wrong_password
from casino.people.acting import identity
from casino.people.attempts import begin_attempt, failed_attempt, forget_attempts
from casino.people.models import Person
from casino.people.sign_in.second_factors import factor_by_code
from casino.people.signing import SigningFailed


@sensitive_variables("password", "code")
def prove(person: Person, *, password: str, code: str, address: str, now: datetime) -> bool:
    """Whether it was a second factor: the code where there is one, else the password.

    Raises Refused for whatever is not right, which is counted and recorded.
    """
    if code:
        factor_by_code(person, code, address=address, now=now)
        return True
    check_own_password(person, password, address=address, now=now)
    return False


@sensitive_variables("password")
def check_own_password(person: Person, password: str, *, address: str, now: datetime) -> None:
    """Raises SigningFailed for a password that is not the person's, which is counted and recorded, and while there were
    too many."""
    by, whose = identity(person), person.account_name
    if lock := begin_attempt("password", by, whose, now):
        raise SigningFailed("password-mistyped-too-often", until=lock.until)
    if check_password(password, person.password):
        forget_attempts("password", whose, by)
        return
    record_wrong_password(person, address=address, lock=failed_attempt("password", by, whose, now), now=now)
    raise SigningFailed("password-wrong")
