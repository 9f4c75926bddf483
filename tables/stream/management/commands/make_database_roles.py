"""`manage.py make_database_roles`: the roles of this database, one for each service."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import connection
from psycopg import errors as pg

from tables.management_command import ManagementCommand
from tables.stream.database_roles import DatabaseRoles, RolesRefused, make_roles
from tables.stream.management.preconditions import database_needed, owner_connected

USUAL = DatabaseRoles()


class Command(ManagementCommand):
    help = (
        "Makes the roles of the database: the owner, for migrations only; the application, its sequencer and its"
        " followers, each with the rights that these services need; the reader. Can be run again at any time."
        " It takes a superuser in DATABASE_OWNER_URL, or, once the owner owns all tables, the owner."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        for role, usual, does in (
            ("owner", USUAL.owner, "owns the tables"),
            (
                "application",
                USUAL.application,
                "the services use, in DATABASE_URL; two others are named after it",
            ),
            ("reader", USUAL.reader, "reads everything"),
        ):
            parser.add_argument(
                f"--{role}", default=usual, metavar="ROLE", help=f"the role that {does} (default: {usual})"
            )

    def handle(self, *args: Any, owner: str, application: str, reader: str, **options: Any) -> None:
        with database_needed(), owner_connected():
            connection.ensure_connection()
            try:
                done = make_roles(connection.connection, DatabaseRoles(owner, application, reader))
            except RolesRefused as refused:
                raise CommandError(f"{refused}. Nothing was changed") from None
            except pg.LockNotAvailable:
                raise CommandError("The house is at work: close it first. Nothing was changed") from None
        for name in done.made:
            self.stdout.write(
                f"made the role {name}, without a password: give it one if it comes over the network"
            )
        if done.taken:
            self.stdout.write(
                f"{owner} now owns {done.taken} tables and functions that belonged to other roles"
            )
        for line in done.granted:
            self.stdout.write(line)
