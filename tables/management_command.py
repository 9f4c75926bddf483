"""Base classes of the project's management commands."""

import signal

from django.core.management.base import BaseCommand


class ManagementCommand(BaseCommand):
    """Base of a command that starts without Django's system checks.

    The checks import every page of the screens, which takes longer than most commands. `make lint` runs them.
    """

    requires_system_checks = ()


class PrintingCommand(ManagementCommand):
    """Base of a command that only prints: it ends silently when its reader closes the output, as `| head` does."""

    def run_from_argv(self, argv: list[str]) -> None:
        """Run as a program of its own, with the system's action for a closed pipe."""
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        super().run_from_argv(argv)
