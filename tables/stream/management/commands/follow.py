"""`manage.py follow`: all asynchronous projections of the feed, in one process."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tables.management_command import ManagementCommand
from tables.stream.database_rights import Duty
from tables.stream.feed import FeedListener
from tables.stream.following import follow_all
from tables.stream.management.preconditions import database_needed, service_connected
from tables.stream.service import Stop, run_service

POLL_S = 1.0
"""Longest time until a batch is noticed without its notification, which may get lost."""


class Command(ManagementCommand):
    help = "Runs every follower of the feed, woken by the sealer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="bring all up to the feed, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        with service_connected(Duty.FOLLOWERS):
            self._follow(**options)

    def _follow(self, *, once: bool, **_: Any) -> None:
        if once:
            with database_needed():
                well = follow_all()
            if not well:
                raise CommandError("A follower is stuck; the log names it and the reason")
            return
        stop = Stop()
        stop.listen()
        run_service(_following, stop, duty=Duty.FOLLOWERS)


def _following() -> Callable[[], None]:
    listener = FeedListener()  # before the first look at the feed, so that nothing falls between the two

    def step() -> None:
        follow_all()
        listener.wait(POLL_S)

    return step
