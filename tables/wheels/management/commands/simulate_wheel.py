"""`manage.py simulate_wheel`: a wheel on the network that is not there."""

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import CommandError

from tables.management_command import ManagementCommand
from tables.outside.files import OutsideFileRefused
from tables.wheels import simulate


class Command(ManagementCommand):
    """Runs until SIGTERM or Ctrl-C. Needs no database."""

    help = simulate.HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        simulate.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError for a port that is taken and a recording that cannot be read."""
        try:
            simulate.simulate(Namespace(**options))
        except (OSError, OutsideFileRefused) as refused:
            raise CommandError(f"{options['reader']}: {refused}") from None
