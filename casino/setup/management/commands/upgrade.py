"""`manage.py upgrade`: the database as this version of the platform has it, before anything else starts.

One process for all of it: a house that comes back after a power cut waits for each that has to load the platform.
"""

from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from casino.people.register import aggregate as people
from tables.handling import first_entries, first_equipment
from tables.management_command import ManagementCommand
from tables.stream.management.preconditions import database_needed, owner_connected


class Command(ManagementCommand):
    help = (
        "Migrates the database, derives again what an older version derived otherwise, and brings into the registers"
        " what is older than they are. Again changes nothing."
    )

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        # First, because the checks would report it in many lines.
        with database_needed(), owner_connected():
            connection.ensure_connection()
        # With its checks: nothing is written into a house whose rulebooks are not all there.
        call_command("migrate", interactive=False, skip_checks=False, verbosity=verbosity, stdout=self.stdout)
        call_command("rebuild", outdated=True, stdout=self.stdout)
        with database_needed():
            for line in _into_the_registers():
                self.stdout.write(line)


def _into_the_registers() -> Iterator[str]:
    """Bring everything without an entry into the registers; yield a line for each."""
    now = timezone.now()
    # Casinos, pits, tables and readers that exist in rows alone.
    yield from first_entries.begin_registers(now)
    # Wheels and balls that only a table's columns name.
    yield from first_equipment.begin_register(now)
    for person in people.begin_register(now):
        yield f"{person.display_name} ({person.username}) is in the register of people"
