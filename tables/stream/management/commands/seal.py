"""`manage.py seal`: the sequencer, a process of its own."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser

from tables.management_command import ManagementCommand
from tables.stream.database_rights import Duty
from tables.stream.management.preconditions import database_needed, service_connected
from tables.stream.merkle.service import Checkpointer
from tables.stream.sequencing import Sequencer, end_session_when_silent
from tables.stream.service import Stop, run_service

POLL_S = 0.004
"""A number waits half of it on its way to the screens. A look that finds nothing takes a tenth of a millisecond."""


class Command(ManagementCommand):
    help = (
        "Gives recorded events their places in the feed, for all casinos that no other sealer is active for, and"
        " signs the feed's tree at a set interval."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="seal what is due now, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        with service_connected(Duty.SEQUENCER):
            self._sequence(**options)

    def _sequence(self, *, once: bool, **_: Any) -> None:
        if once:
            with database_needed():
                self.stdout.write(f"{Sequencer().sequence()} events sealed")
            return
        stop = Stop()
        stop.listen()
        run_service(lambda: _sealing(stop), stop, duty=Duty.SEQUENCER)


def _sealing(stop: Stop) -> Callable[[], None]:
    end_session_when_silent()
    sequencer = Sequencer()
    checkpointer = Checkpointer()

    def step() -> None:
        sequencer.sequence()
        checkpointer.step(sequencer.sequenceable)
        stop.wait(POLL_S)
        if stop.is_set():
            sequencer.sequence()
            checkpointer.sign_last(sequencer.sequenceable)

    return step
