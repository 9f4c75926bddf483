"""`manage.py register_people`: people older than the register come into it, once."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from casino.people.register.aggregate import begin_register


class Command(BaseCommand):
    help = "Brings people who were engaged before there was a register into it. Again changes nothing."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        for person in begin_register(timezone.now()):
            self.stdout.write(f"{person.display_name} ({person.username}) is in the register of people")
