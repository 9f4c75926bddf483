"""`manage.py erase_person NAME --administrator NAME --officer NAME`: two officers erase somebody who has left.

The names and the secrets go, in all tables; the record and its proofs stay. docs/people.md describes it.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from casino.people.engaging import entered_pin, or_command_error, registered
from casino.people.erasing import erase_person
from casino.people.models import Person
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.signing import signature_at
from tables.management_command import ManagementCommand
from tables.play.events import Signature
from tables.stream.management.preconditions import database_needed, owner_needed


class Command(ManagementCommand):
    help = (
        "Erases the name and the secrets of somebody who has left. It takes the owner, in DATABASE_OWNER_URL."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signed in with, or was registered under")
        parser.add_argument(
            "--administrator", required=True, help="sign-in name of the administrator who signs"
        )
        parser.add_argument(
            "--officer", required=True, help="sign-in name of the manager or inspector who countersigns"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Read two PINs from the terminal or a line each of standard input, first that of the administrator.

        Exits with an error for a wrong PIN, and for a person who has not left.
        """
        with database_needed(), owner_needed("erase_person"):
            person = registered(options["name"])
            signed = tuple(self._signature(options[of], person) for of in ("administrator", "officer"))
            erased = or_command_error(lambda: erase_person(person, signed, now=timezone.now()))
        self.stdout.write(
            f"The person is {erased.label} from now on. Running services forget the name within a minute."
        )
        if erased.shared:
            self.stdout.write(
                "Another person has the same name: run manage.py rebuild --all, to tell them apart."
            )

    def _signature(self, sign_in: str, person: Person) -> Signature:
        """Return the signature of an officer of the person's casino, who enters the PIN. Raises CommandError."""
        officer = registered(sign_in)
        self.stderr.write(f"{officer.display_name} signs.")
        pin = entered_pin()
        return or_command_error(
            lambda: signature_at(
                person.casino_id, officer.username, pin, by=AT_THE_MACHINE, now=timezone.now()
            )
        )
