"""`manage.py engage_croupier NAME --called "..."`: registers a croupier with a PIN, asked for and not echoed.

A croupier has no sign-in: the PIN signs for the chips that come to a table and leave it while they sit there.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.people.house_staff import SEATED
from casino.people.models import Person, Role
from casino.people.pin_entry import entered_pin
from tables.house.models import Casino


class Command(BaseCommand):
    help = "Registers a croupier, who signs at the tables with a PIN and does not sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="a short name of their own, for set_pin")
        parser.add_argument(
            "--called", required=True, help="the name that the screens show, at a seat and on slips"
        )
        parser.add_argument("--casino", type=int, default=1, help="the casino's number (1)")

    def handle(self, *args: object, **options: Any) -> None:
        """Reads the PIN from the terminal, or a line of standard input; ends with an error for what is none."""
        name, called, casino_id = options["name"], options["called"].strip(), options["casino"]
        if not Casino.objects.filter(pk=casino_id).exists():
            raise CommandError(f"there is no casino {casino_id}")
        if (
            not called
            or not called.isprintable()
            or len(called) > Person._meta.get_field("display_name").max_length
        ):
            raise CommandError("the name that the screens show has 1 to 80 characters that can be read")
        if Person.objects.filter(username=name).exists():
            raise CommandError(f"{name}: somebody has that name already")
        # A seat is filled by name, so that two of one name could not be told apart.
        same = Person.objects.filter(casino_id=casino_id, is_active=True, role__in=SEATED)
        if same.filter(display_name__iexact=called).exists():
            raise CommandError(f"{called}: somebody who sits at the tables is called so already")
        pin = entered_pin()
        croupier = Person(username=name, casino_id=casino_id, role=Role.CROUPIER, display_name=called)
        croupier.set_unusable_password()
        croupier.set_pin(pin)
        try:
            croupier.full_clean()
        except ValidationError as error:
            raise CommandError(f"{name}: {' '.join(error.messages)}") from None
        croupier.save()
        print(f"{called} is registered, and signs at the tables with the PIN")
