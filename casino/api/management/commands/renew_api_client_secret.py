"""`manage.py renew_api_client_secret CLIENT`: gives a client of the API a new secret and prints it, once."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.api.access.clients import OPERATOR, ClientRefused, check_in_use, client_named
from casino.api.registered import renew_client_secret
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Gives a client a new secret and prints one JSON object with it; the old one and its tokens end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "client", metavar="CLIENT", help="its client_id, or its name where only one has it"
        )

    def handle(self, *args: object, client: str, **options: Any) -> None:
        try:
            renewed = client_named(client)
            check_in_use(renewed)
            secret = renew_client_secret(renewed, by=OPERATOR, now=timezone.now())
        except ClientRefused as refused:
            raise CommandError(str(refused)) from None
        document = {"client_id": renewed.client_id, "client_secret": secret, "name": renewed.name}
        self.stdout.write(json.dumps(document))
        self.stderr.write(f"Tokens of the old secret end within {settings.API_TOKEN_BELIEVED_SECONDS:g} s.")
