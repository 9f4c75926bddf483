"""The demonstration's croupiers: registered with the PIN that all of its people have, and without a sign-in."""

from collections.abc import Iterator

from django.contrib.auth.hashers import make_password

from casino.embedded.demonstration_house import CASINO_ID, CROUPIERS, PIN
from casino.people.acting import named
from casino.people.models import Person as Colleague
from tables.play.events import Person


def engage_croupiers() -> Iterator[str]:
    """Registers those who are missing; says how many, in a line."""
    there = set(
        Colleague.objects.filter(username__in=[each.sign_in for each in CROUPIERS]).values_list(
            "username", flat=True
        )
    )
    missing = [each for each in CROUPIERS if each.sign_in not in there]
    if not missing:
        return
    # A hash is made to take long, and the PIN of the demonstration is no secret: one for all of them.
    pin = make_password(PIN)
    for sign_in, role, display_name in missing:
        Colleague.objects.create_user(
            sign_in, None, casino_id=CASINO_ID, role=role, display_name=display_name, pin=pin
        )
    yield f"{len(missing)} croupiers are registered, and sign at the tables with the PIN"


def croupier(number: int) -> Person:
    """The croupier of that number, as the record names them at a seat."""
    return named(Colleague.objects.get(username=f"croupier-{number}", casino_id=CASINO_ID))
