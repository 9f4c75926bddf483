"""`manage.py create_api_client NAME --scope SCOPE ...`: makes a client of the API and prints its credentials, once."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.api.access.clients import OPERATOR, ClientRefused, casino_meant, check_client, free_code
from casino.api.access.scopes import SCOPES
from casino.api.registered import register_client
from casino.kit.sentences import sentence_of
from tables.management_command import ManagementCommand
from tables.refusal import Refused


class Command(ManagementCommand):
    help = "Makes a client of the API and prints one JSON object with client_id and client_secret."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the name of the client, for instance cash-desk")
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
        """Print the secret, which is shown here only. Ends with an error for an impossible client."""
        scopes = [each for text in scope for each in text.replace(",", " ").split()]
        try:
            of_casino = casino_meant(casino)
            check_client(name, scopes)
        except ClientRefused as refused:
            raise CommandError(str(refused)) from None
        code = free_code(of_casino.pk, name)
        wanted = list(dict.fromkeys(scopes))
        try:
            client, secret = register_client(
                of_casino.pk, code, name, wanted, by=OPERATOR, now=timezone.now()
            )
        except Refused as refused:
            raise CommandError(sentence_of(refused.refusal)) from None
        document = {
            "client_id": client.client_id,
            "client_secret": secret,
            "name": client.name,
            "casino": client.casino_id,
            "scopes": client.scopes,
        }
        self.stdout.write(json.dumps(document))
