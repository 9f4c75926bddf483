"""`manage.py set_pin NAME`: gives somebody the PIN with which to sign what colleagues do, which is not echoed."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from casino.people.engaging import entered_pin, or_command_error, registered
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.secrets import set_pin
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Gives somebody the PIN with which to sign what colleagues do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signs in with, or was registered under")

    def handle(self, *args: object, **options: Any) -> None:
        """Read the PIN from the terminal, or from a line of standard input; exit with an error for an invalid one."""
        person, pin = registered(options["name"]), entered_pin()
        or_command_error(lambda: set_pin(person, pin, by=AT_THE_MACHINE, now=timezone.now()))
        print(f"{person.display_name} signs with the new PIN")
