"""A proof of who is signed in: their password, or a code of their second factor."""

from datetime import datetime

from django.views.decorators.debug import sensitive_variables

from casino.people.models import Person
from casino.people.sign_in.passwords import check_own_password
from casino.people.sign_in.second_factors import factor_by_code


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
