"""`manage.py make_checkpoint_key`: the house's private key, made once."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.stream.merkle.house_key import KeyRefused, close_key_file, house_key, make_house_key


class Command(ManagementCommand):
    help = (
        "Makes the key that the house signs its checkpoints with, in a file that only its owner can read: run it as"
        " the sealer's user. Back it up apart from the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--name",
            default="",
            help="what the house's logs are called, for instance casino.example/permanence; without it one is made up",
        )
        parser.add_argument(
            "--if-missing",
            action="store_true",
            help="leave a key that there is, closed to all but its owner, and end well",
        )

    def handle(self, *args: Any, name: str, if_missing: bool, **options: Any) -> None:
        try:
            if if_missing and close_key_file():
                self.stdout.write(
                    f"{settings.CHECKPOINT_KEY_FILE} was open to others and is closed now: make another key if"
                    " somebody may have read it"
                )
            if if_missing and (there := house_key()):
                self.stdout.write(f"{there.name} has its key")
                return
            key = make_house_key(name)
        except KeyRefused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{key.name} has a key now; manage.py checkpoint_vkey prints its public half")
