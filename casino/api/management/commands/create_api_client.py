"""`manage.py create_api_client NAME --scope SCOPE ...`: makes a client of the API and prints its credentials, once."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.api.access.clients import ClientRefused, casino_meant, create_client
from casino.api.access.scopes import SCOPES


class Command(BaseCommand):
    help = "Makes a client of the API and prints one JSON object with client_id and client_secret."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="what the client is called, for instance cash-desk")
        parser.add_argument(
            "--scope",
            metavar="SCOPE",
            nargs="+",
            action="extend",
            required=True,
            help=f"what it may do, of {', '.join(SCOPES)}",
        )
        parser.add_argument("--casino", type=int, metavar="N", help="whose it is; by default the only casino")

    def handle(self, *args: object, name: str, scope: list[str], casino: int | None, **options: Any) -> None:
        """The secret is printed here and nowhere else; ends with an error for what cannot be made."""
        scopes = [each for text in scope for each in text.replace(",", " ").split()]
        try:
            client, secret = create_client(name=name, casino=casino_meant(casino), scopes=scopes)
        except ClientRefused as refused:
            raise CommandError(str(refused)) from None
        document = {
            "client_id": client.client_id,
            "client_secret": secret,
            "name": client.name,
            "casino": client.casino_id,
            "scopes": client.scopes,
        }
        self.stdout.write(json.dumps(document))
