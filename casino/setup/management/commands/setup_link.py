"""`manage.py setup_link`: prints the link by which a casino is set up, on any server."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.people.whose_house import HouseOfOthers, check_no_demonstration
from casino.setup.links import first_link, new_link
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = (
        "Prints a link, good once and for 24 hours, by which a casino and its first administrator are set up."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new-casino", action="store_true", help="for one more casino beside those that are there"
        )
        parser.add_argument(
            "--address",
            default=f"http://127.0.0.1:{settings.PORT}",
            help="where the web server is reached, such as https://casino.example (default: %(default)s)",
        )
        parser.add_argument(
            "--check-only", action="store_true", help="only see that the database holds no demonstration"
        )

    def handle(self, *args: Any, new_casino: bool, address: str, check_only: bool, **options: Any) -> None:
        """Exit with an error in a demonstration, and if a casino exists and no other is wanted."""
        try:
            check_no_demonstration()
        except HouseOfOthers as refused:
            raise CommandError(f"{str(refused)[0].upper()}{str(refused)[1:]}.") from None
        if check_only:
            return
        now = timezone.now()
        path = new_link(now, another_casino=True) if new_casino else first_link(now)
        if path is None:
            raise CommandError("A casino is set up here already: --new-casino makes a link for one more.")
        self.stdout.write(f"{address.rstrip('/')}{path}")
