"""`manage.py register_casino "Casino ..."`: registers a casino, which people, tables and the record belong to."""

from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from tables.management_command import ManagementCommand
from tables.registers.entries.kinds.casino import LONGEST_CASINO_NAME

OPERATOR = Actor(id="operator", name="manage.py register_casino")


class Command(ManagementCommand):
    help = "Registers a casino. The first one has the number 1, which other commands take by default."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the casino's name, as the screens show it")
        parser.add_argument(
            "--time-zone", default=settings.TIME_ZONE, help="its clock (that of the setting TIME_ZONE)"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """End with an error for an empty or taken name, for an unknown time zone, and next to the demonstration."""
        name, zone = options["name"].strip(), options["time_zone"]
        if not name or not name.isprintable() or len(name) > LONGEST_CASINO_NAME:
            raise CommandError("the casino's name has 1 to 200 characters that can be read")
        if zone not in available_timezones():
            raise CommandError(f"{zone}: no time zone is called so; one is Europe/Lisbon")
        if Casino.objects.filter(name=name).exists():
            raise CommandError(f"{name}: there is a casino of that name already")
        if Casino.objects.filter(demonstration=True).exists():
            raise CommandError(
                "this database holds the demonstration, whose people have a public password: "
                "a casino needs a database of its own"
            )
        casino = register_casino({"name": name, "time_zone": zone}, by=OPERATOR, now=timezone.now())
        print(f"{casino.name} is casino {casino.pk}")
