"""`manage.py register_equipment`: the wheels and balls of tables older than the register come into it, once."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from tables.handling.first_equipment import begin_register


class Command(BaseCommand):
    help = (
        "Brings wheels and balls that only a table's columns name into the register. Again changes nothing."
    )
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        for line in begin_register(timezone.now()):
            self.stdout.write(line)
