"""`manage.py revoke_api_client CLIENT`: lets a client of the API in no more."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from casino.api.access.clients import OPERATOR, ClientRefused, client_named
from casino.api.registered import withdraw_client
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Revokes a client: its secret and its tokens end, and its webhooks are disabled."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "client", metavar="CLIENT", help="its client_id, or its name where only one has it"
        )

    def handle(self, *args: object, client: str, **options: Any) -> None:
        try:
            revoked = client_named(client)
            withdraw_client(revoked, by=OPERATOR, now=timezone.now())
        except ClientRefused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(
            f"{revoked.name} ({revoked.client_id}) is revoked. Its tokens end within "
            f"{settings.API_TOKEN_BELIEVED_SECONDS:g} s, its webhooks are disabled."
        )
