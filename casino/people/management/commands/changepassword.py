"""`manage.py changepassword NAME`: gives somebody a password, in place of Django's command that no record hears of.

For the casino's own machine, where nobody is left who could reset it on the screens.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.people.engaging import entered_password, or_command_error, registered
from casino.people.models import SIGN_IN
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.secrets import set_password
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Gives somebody who signs in a password, by the rules, and records that."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signs in with")

    def handle(self, *args: object, **options: Any) -> None:
        """Read the password from the terminal, twice, or from a line of standard input.

        Exits with an error for a password against the rules, and for a person who does not sign in.
        """
        person = registered(options["name"])
        if person.role not in SIGN_IN:
            raise CommandError(f"{person.username} does not sign in")
        password = entered_password()
        or_command_error(lambda: set_password(person, password, by=AT_THE_MACHINE, now=timezone.now()))
        print(f"{person.display_name} signs in with the new password")
