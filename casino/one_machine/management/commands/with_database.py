"""`manage.py with_database MODULE ...`: run a Python module with a database at hand.

With DATABASE_URL set, that one; otherwise the embedded server is started for the length of the run.
"""

import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from casino.one_machine.part import ending
from casino.one_machine.postgres import EmbeddedServer
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    """The module finds the database in DATABASE_URL."""

    help = "Run `python -m MODULE ...` with DATABASE_URL set, on the embedded PostgreSQL if need be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("module")
        parser.add_argument("arguments", nargs=REMAINDER)

    def handle(self, *args: Any, module: str, arguments: list[str], **options: Any) -> None:
        server = EmbeddedServer(settings.DATA_DIR) if settings.DATABASE_IS_EMBEDDED else None
        url = server.ensure_running() if server else settings.DATABASE_URL
        try:
            command = [sys.executable, "-m", module, *arguments]
            done = subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False)
        finally:
            if server:
                server.stop()
        if done.returncode < 0:
            # The killed module could not report this itself.
            raise CommandError(f"{module} was {ending(done.returncode)}", returncode=128 - done.returncode)
        sys.exit(done.returncode)
