"""A PIN and a password as they are entered at a terminal, or piped into a command."""

import sys
from getpass import getpass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from casino.kit.sentences import sentence_of
from casino.people.models import Person
from casino.people.signing import check_pin
from tables.roulette.refusal import Refused


def entered_pin() -> str:
    """The PIN from the terminal, not echoed, or from a line of standard input. Raises CommandError for what is none."""
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
