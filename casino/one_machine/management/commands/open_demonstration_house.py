"""`manage.py open_demonstration_house`: people, tables, readers, and every table open for the day."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from casino.one_machine.house_parts import FIRST_WHEEL_PORT
from casino.one_machine.open_house import open_house
from casino.people.whose_house import HouseOfOthers, check_no_other_house
from tables.management_command import ManagementCommand
from tables.wheels.arguments import port, speed


class Command(ManagementCommand):
    """Idempotent: existing data is left as it is. Refuses a database that holds another casino."""

    help = "Bring the demonstration house about: people, five tables with their readers, the day opened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wheel-port", type=port, default=FIRST_WHEEL_PORT, help="port of the first simulated wheel"
        )

        parser.add_argument(
            "--wheel-speed", type=speed, default=1.0, help="how much faster than real they turn"
        )

        parser.add_argument(
            "--lives", action="store_true", help="its tables are played, and its rota is planned so"
        )

        parser.add_argument(
            "--check-only", action="store_true", help="only see that the database holds no other casino"
        )

    def handle(
        self,
        *args: Any,
        wheel_port: int,
        wheel_speed: float,
        lives: bool = False,
        check_only: bool = False,
        **options: Any,
    ) -> None:
        try:
            check_no_other_house()
        except HouseOfOthers as refused:
            raise CommandError(f"{str(refused)[0].upper()}{str(refused)[1:]}.") from None
        if check_only:
            return
        opened = open_house(timezone.now(), wheel_port=wheel_port, wheel_speed=wheel_speed, lives=lives)
        done = list(opened)
        self.stdout.write("\n".join(done or ["The demonstration house stands as it was."]))
