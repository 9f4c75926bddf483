"""`manage.py confirm_person NAME`: the casino's own machine confirms a person, who is present and chooses new secrets.

For a casino with fewer than three officers, and for the first officer of a new casino, whom no other can confirm.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from casino.people.engaging import entered_password, entered_pin, or_command_error, registered
from casino.people.models import SIGN_IN
from casino.people.register.confirming import NewSecrets, confirm_at_machine
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Confirms somebody who is present at this machine and chooses a new PIN and password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signs in with, or was registered under")

    def handle(self, *args: object, **options: Any) -> None:
        """Read the new secrets from the terminal or a line each of standard input, and confirm the person.

        They are the PIN and, for a person who signs in, the password. Exits with an error for refused secrets and for a
        confirmed person.
        """
        person = registered(options["name"])
        pin = entered_pin()
        new = NewSecrets(pin=pin, password=entered_password() if person.role in SIGN_IN else "")
        or_command_error(lambda: confirm_at_machine(person, new, now=timezone.now()))
        print(f"{person.display_name} is confirmed")
