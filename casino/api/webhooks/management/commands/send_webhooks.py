"""`manage.py send_webhooks`: brings the feed to its subscribers, in one process."""

from collections.abc import Callable
from typing import Any

from casino.api.webhooks.sender import Sender
from tables.management_command import ManagementCommand
from tables.stream.database_rights import Duty
from tables.stream.feed import FeedListener
from tables.stream.management.preconditions import service_connected
from tables.stream.service import Stop, run_service

POLL_S = 1.0
"""Longest time that a batch may go unheard, and a due attempt may wait."""


class Command(ManagementCommand):
    help = "Posts the feed to the webhooks that were subscribed, woken by the sealer."

    def handle(self, *args: Any, **options: Any) -> None:
        with service_connected(Duty.WEBHOOKS):
            self._send()

    def _send(self) -> None:
        stop = Stop()
        stop.listen()
        sender = Sender()
        try:
            run_service(lambda: _sending(sender), stop, duty=Duty.WEBHOOKS, is_well=sender.is_well)
        finally:
            sender.stop()


def _sending(sender: Sender) -> Callable[[], None]:
    listener = FeedListener()  # before the first look at the feed, so that nothing falls between the two

    def step() -> None:
        sender.step()
        listener.wait(POLL_S)

    return step
