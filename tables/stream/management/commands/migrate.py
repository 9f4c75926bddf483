"""`manage.py migrate`: Django's own, as the owner of the database, who leaves the record guarded."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from tables.stream.database_roles import guard_record
from tables.stream.management.preconditions import database_needed, owner_needed


class Command(migrate.Command):
    """A look at what would be done (`--plan`, `--check`) takes no owner."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        application = connection.settings_dict["USER"]
        with database_needed(), owner_needed("migrate"):
            super().handle(*args, **options)
            connection.ensure_connection()
            guard_record(connection.connection, application)
