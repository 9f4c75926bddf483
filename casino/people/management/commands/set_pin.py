"""`manage.py set_pin NAME`: gives somebody the PIN with which to sign what colleagues do, which is not echoed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.people.attempts import forget_attempts
from casino.people.engaging import entered_pin
from casino.people.models import Person


class Command(BaseCommand):
    help = "Gives somebody the PIN with which to sign what colleagues do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the person signs in with, or was registered under")

    def handle(self, *args: object, **options: Any) -> None:
        """Reads the PIN from the terminal, or a line of standard input; ends with an error for one that is none."""
        person = Person.objects.filter(username=options["name"]).first()
        if person is None:
            raise CommandError(f"{options['name']}: nobody has that name")
        person.set_pin(entered_pin())
        person.save(update_fields=["pin"])
        forget_attempts("pin", str(person.pk))
        print(f"{person.display_name} signs with the new PIN")
