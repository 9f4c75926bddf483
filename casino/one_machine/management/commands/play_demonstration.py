"""`manage.py play_demonstration`: the demonstration's tables are played in real time, all but the visitor's."""

from argparse import ArgumentParser
from collections.abc import Callable
from random import Random
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from casino.one_machine.house_parts import FIRST_WHEEL_PORT
from casino.one_machine.living.house_player import HousePlayer
from casino.people.whose_house import HouseOfOthers, check_no_other_house
from tables.management_command import ManagementCommand
from tables.stream.service import Stop, run_service
from tables.wheels.arguments import port, speed


class Command(ManagementCommand):
    """Runs until SIGTERM or Ctrl-C. Refuses a database that holds another casino."""

    help = "Plays the tables of the demonstration house in real time, and leaves one to the visitor."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wheel-port", type=port, default=FIRST_WHEEL_PORT, help="port of the first simulated wheel"
        )
        parser.add_argument("--pace", type=speed, default=1.0, help="so many times faster than real")

    def handle(self, *args: Any, wheel_port: int, pace: float, **options: Any) -> None:
        try:
            check_no_other_house()
        except HouseOfOthers as refused:
            raise CommandError(f"{str(refused)[0].upper()}{str(refused)[1:]}.") from None
        stop = Stop()
        stop.listen()
        run_service(lambda: _playing(wheel_port, pace, stop), stop)


def _playing(wheel_port: int, pace: float, stop: Stop) -> Callable[[], None]:
    player = HousePlayer(wheel_port=wheel_port, pace=pace, random=Random())

    def step() -> None:
        stop.wait(player.look(timezone.now()))

    return step
