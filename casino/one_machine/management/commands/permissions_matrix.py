"""`manage.py permissions_matrix`: the answers to every role at every address, written into docs/permissions.md.

It asks a demonstration in a database of its own, which is made for it and dropped at the end.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from casino.one_machine.permissions_matrix import made_page
from casino.one_machine.postgres import EmbeddedServer
from tables.management_command import ManagementCommand

MANAGE = (sys.executable, "manage.py")
READERS_OF_THE_DEMONSTRATION = "127.0.0.0/8"
"""The demonstration's wheels are simulated on the machine itself."""


class Command(ManagementCommand):
    help = "Write what answers every role at every address into docs/permissions.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only check that the page is up to date")
        parser.add_argument("--here", action="store_true", help="print it, of the empty database that is set")

    def handle(self, *args: Any, check: bool = False, here: bool = False, **options: Any) -> None:
        if here:
            self.stdout.write(made_page(), ending="")
            return
        page = Path(settings.BASE_DIR) / "docs/permissions.md"
        made = made_elsewhere()
        if check and made != page.read_text(encoding="utf-8"):
            raise CommandError("docs/permissions.md is not as it is made: run manage.py permissions_matrix")
        if not check:
            page.write_text(made, encoding="utf-8")


def made_elsewhere() -> str:
    """The page, made by another process on a database of its own."""
    with TemporaryDirectory(prefix="permanence-") as folder:
        Path(folder).chmod(0o711)
        server = EmbeddedServer(Path(folder), quick=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("DATABASE_")}
        environment |= {"PERMANENCE_DATA": folder, "WHEEL_READER_ADDRESSES": READERS_OF_THE_DEMONSTRATION}
        try:
            server.ensure_running()
            subprocess.run(
                (*MANAGE, "migrate", "--no-input", "--verbosity", "0"),
                env=environment,
                cwd=settings.BASE_DIR,
                check=True,
            )
            done = subprocess.run(
                (*MANAGE, "permissions_matrix", "--here"),
                env=environment,
                cwd=settings.BASE_DIR,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
        finally:
            server.stop()
    return done.stdout
