"""Input of the machine's commands that register people, and the register behind them."""

import sys
from collections.abc import Callable
from getpass import getpass
from typing import TypeVar

from django.core.management.base import CommandError
from django.utils import timezone

from casino.kit.sentences import sentence_of
from casino.people.models import Person, Role
from casino.people.pin_rules import check_pin
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate
from tables.handling import handle
from tables.handling.models import Casino
from tables.refusal import Refused
from tables.registers.people.commands import EngagePerson

Done = TypeVar("Done")


def engaged(name: str, called: str, role: Role, casino_id: int, language: str = "") -> Person:
    """Engage a person of this name and role, without password and PIN. Raises CommandError."""
    if not Casino.objects.filter(pk=casino_id).exists():
        raise CommandError(f"there is no casino {casino_id}")
    command = EngagePerson(name=called.strip(), sign_in=name, role=role, language=language)
    outcome = or_command_error(
        lambda: handle(PersonAggregate(casino_id), command, by=AT_THE_MACHINE, now=timezone.now())
    )
    return Person.objects.get(pk=outcome.state.number)


def or_command_error(work: Callable[[], Done]) -> Done:
    """Return the result of `work`. Raises CommandError with the sentence of a refusal."""
    try:
        return work()
    except Refused as refusal:
        raise CommandError(sentence_of(refusal.refusal)) from None


def registered(name: str) -> Person:
    """Return the person with that name to sign in with; a name of several people needs the casino's number.

    Raises CommandError if nobody or several people have the name.
    """
    found = Person.objects.called(name)
    if not found:
        raise CommandError(f"{name}: nobody has that name")
    if len(found) > 1:
        names = ", ".join(each.account_name for each in found)
        raise CommandError(f"{name}: several people have that name; there are {names}")
    return found[0]


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
    or_command_error(lambda: check_pin(pin))
    return pin


def entered_password() -> str:
    """A password typed twice and not echoed, or a line of standard input. Raises CommandError where they differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    if password != getpass("Password once more: "):
        raise CommandError("the two passwords are not the same")
    return password
