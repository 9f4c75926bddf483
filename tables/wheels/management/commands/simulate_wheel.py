"""`manage.py simulate_wheel`: a wheel on the network that is not there."""

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.wheels import simulate


class Command(BaseCommand):
    """Runs until SIGTERM or Ctrl-C. Needs no database."""

    help = simulate.HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        simulate.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError for a port that is taken and a recording that cannot be read."""
        try:
            simulate.simulate(Namespace(**options))
        except OSError as refused:
            raise CommandError(f"{options['reader']}: {refused}") from None
