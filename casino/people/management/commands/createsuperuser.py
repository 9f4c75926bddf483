"""`manage.py createsuperuser` in a house: there is none, and what to do instead."""

from typing import Any

from django.core.management.base import CommandError

from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "There are no superusers in a house: engage_user registers people."

    def handle(self, *args: object, **options: Any) -> None:
        """Raises CommandError, with the command that registers people."""
        raise CommandError(
            "A house has no account outside its roles. "
            'manage.py engage_user NAME --role administrator --called "..." registers somebody who signs in.'
        )
