"""What the commands that register people read and check: who they are, a PIN, a password."""

import sys
from getpass import getpass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from casino.kit.sentences import sentence_of
from casino.people.casino_staff import SEATED
from casino.people.models import LONGEST_DISPLAY_NAME, Person, Role
from casino.people.signing import check_pin
from tables.handling.models import Casino
from tables.roulette.refusal import Refused


def new_person(name: str, called: str, role: Role, casino_id: int) -> Person:
    """A person of this name and role, checked and not yet saved, without password and PIN. Raises CommandError."""
    called = called.strip()
    if not Casino.objects.filter(pk=casino_id).exists():
        raise CommandError(f"there is no casino {casino_id}")
    if not called or not called.isprintable() or len(called) > LONGEST_DISPLAY_NAME:
        raise CommandError("the name that the screens show has 1 to 80 characters that can be read")
    if Person.objects.filter(username=name).exists():
        raise CommandError(f"{name}: somebody has that name already")
    # A seat is filled by name: two of one name would be the same person there.
    same = Person.objects.filter(casino_id=casino_id, is_active=True, role__in=SEATED)
    if role in SEATED and same.filter(display_name__iexact=called).exists():
        raise CommandError(f"{called}: somebody who sits at the tables is called so already")
    person = Person(username=name, casino_id=casino_id, role=role, display_name=called)
    person.set_unusable_password()
    try:
        person.full_clean()
    except ValidationError as error:
        raise CommandError(f"{name}: {' '.join(error.messages)}") from None
    return person


def only_casino() -> int:
    """The number of the only casino here. Raises CommandError where there are none or several."""
    numbers = [*Casino.objects.order_by("pk").values_list("pk", flat=True)]
    if len(numbers) == 1:
        return int(numbers[0])
    if numbers:
        raise CommandError(f"there are casinos {', '.join(map(str, numbers))}: say which by --casino")
    raise CommandError(
        'there is no casino yet: manage.py register_casino "Name of the casino" makes the first'
    )


def entered_pin() -> str:
    """A PIN from the terminal, not echoed, or from a line of standard input. Raises CommandError for one that nobody
    can have."""
    pin = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        check_pin(pin)
    except Refused as refusal:
        raise CommandError(sentence_of(refusal.refusal)) from None
    return pin


def entered_password(person: Person) -> str:
    """A password for this person, typed twice and not echoed, or a line of standard input. Raises CommandError for one
    that the rules refuse."""
    if sys.stdin.isatty():
        password = getpass("Password: ")
        if password != getpass("Password once more: "):
            raise CommandError("the two passwords are not the same")
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    return password
