"""`manage.py set_pin NAME`: gives somebody the PIN with which to sign what colleagues do; asked for, not echoed."""

import sys
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.people.models import Person
from casino.people.signing import PIN_LENGTHS


class Command(BaseCommand):
    help = "Gives somebody the PIN with which to sign what colleagues do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signs in with")

    def handle(self, *args: object, **options: Any) -> None:
        """Reads the PIN from the terminal, or a line of standard input; ends with an error for one that is none."""
        person = Person.objects.filter(username=options["name"]).first()
        if person is None:
            raise CommandError(f"{options['name']}: nobody signs in with that name")
        pin = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
        if not pin.isdecimal() or len(pin) not in PIN_LENGTHS:
            raise CommandError(f"a PIN has {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits")
        person.set_pin(pin)
        person.save(update_fields=["pin", "pin_failures", "pin_locked_until"])
        print(f"{person.display_name} signs with the new PIN")
