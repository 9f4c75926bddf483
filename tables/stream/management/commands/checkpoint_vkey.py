"""`manage.py checkpoint_vkey`: the public key of each casino's checkpoints, for verifiers."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.stream.management.preconditions import database_needed
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.house_key import NO_KEY, KeyRefused, house_key
from tables.stream.sequencing import casinos_recorded


class Command(ManagementCommand):
    help = "Prints the public key (vkey) of each casino's checkpoints, a line each. Hand it to inspectors yourself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, help="one casino, be it without an event yet")

    def handle(self, *args: Any, casino: int | None, **options: Any) -> None:
        try:
            key = house_key()
        except KeyRefused as refused:
            raise CommandError(str(refused)) from None
        if key is None:
            raise CommandError(NO_KEY)
        with database_needed():
            casinos = casinos_recorded() if casino is None else [casino]
        for casino_id in casinos:
            self.stdout.write(str(own_key(key, casino_id).verifier))
