"""`manage.py engage_user NAME --role pit_boss --called "..."`: registers somebody who signs in, with a password.

A casino gets its first person so, and every other who signs in. There is no account outside the roles: each belongs to
a casino, has one role there, and a password by the rules.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from casino.people.engaging import engaged, entered_password, only_casino, or_command_error
from casino.people.models import SIGN_IN, Role
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.secrets import set_password
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = (
        "Registers somebody who signs in, in one of the roles; croupiers are registered by engage_croupier."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name to sign in with")
        parser.add_argument("--role", required=True, choices=[role.value for role in SIGN_IN])
        parser.add_argument("--called", required=True, help="the name that the screens and the record show")
        parser.add_argument("--casino", type=int, help="the casino's number, where there are several")

    def handle(self, *args: object, **options: Any) -> None:
        """Read the password from the terminal, twice, or from a line of standard input.

        Exits with an error for a password against the rules.
        """
        role = Role(options["role"])
        casino_id = only_casino() if options["casino"] is None else options["casino"]
        with transaction.atomic():
            person = engaged(options["name"], options["called"], role, casino_id)
            password = entered_password()
            or_command_error(lambda: set_password(person, password, by=AT_THE_MACHINE, now=timezone.now()))
        print(f"{person.display_name} signs in as {person.signs_in_as}, {role.label.lower()}")
