"""`manage.py engage_croupier NAME --called "..."`: registers a croupier with a PIN, which is not echoed.

A croupier has no sign-in: the PIN signs for the chips that come to a table and leave it while they sit there.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from casino.people.engaging import engaged, entered_pin
from casino.people.models import Role
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.register.secrets import set_pin
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Registers a croupier, who signs at the tables with a PIN and does not sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="a short name of their own, for set_pin")
        parser.add_argument(
            "--called", required=True, help="the name that the screens show, at a seat and on slips"
        )
        parser.add_argument("--casino", type=int, default=1, help="the casino's number (1)")

    def handle(self, *args: object, **options: Any) -> None:
        """Read the PIN from the terminal or a line of standard input; exit with an error for an impossible one."""
        with transaction.atomic():
            croupier = engaged(options["name"], options["called"], Role.CROUPIER, options["casino"])
            set_pin(croupier, entered_pin(), by=AT_THE_MACHINE, now=timezone.now())
        print(f"{croupier.display_name} is registered, and signs at the tables with the PIN")
