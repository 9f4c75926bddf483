"""`manage.py register_entries`: casinos, tables, pits and readers older than the registers come into them, once."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from tables.handling.first_entries import begin_registers


class Command(BaseCommand):
    help = "Brings what stands in rows alone into the registers, and the rows to the registers. Again changes nothing."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        for line in begin_registers(timezone.now()):
            self.stdout.write(line)
