"""A command whose lines somebody may stop reading, as `| head` does."""

import signal

from django.core.management.base import BaseCommand


class PrintingCommand(BaseCommand):
    """A command that only prints: it ends without a word when its output is closed, as other programs do."""

    def run_from_argv(self, argv: list[str]) -> None:
        """Runs as a program of its own; a caller within another program keeps that program's way with signals."""
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        super().run_from_argv(argv)
