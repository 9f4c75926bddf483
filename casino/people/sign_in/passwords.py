"""The password of one's own, given once more; it is set by `register/secrets.py`."""

from datetime import datetime

from django.contrib.auth.hashers import check_password
from django.views.decorators.debug import sensitive_variables

from casino.people.access import record_wrong_password
from casino.people.acting import identity
from casino.people.attempts import begin_attempt, failed_attempt, forget_attempts
from casino.people.models import Person
from casino.people.signing import SigningFailed


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
