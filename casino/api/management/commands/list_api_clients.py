"""`manage.py list_api_clients`: every client of the API, one JSON object a line, without its secret."""

import json
from typing import Any

from django.core.management.base import CommandParser

from casino.api.models import ApiClient
from tables.management_command import ManagementCommand


class Command(ManagementCommand):
    help = "Prints one JSON object for each client of the API; no secret is among them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--casino", type=int, metavar="N", help="only the clients of this casino")
        parser.add_argument("--revoked", action="store_true", help="those that were revoked as well")

    def handle(self, *args: object, casino: int | None, revoked: bool, **options: Any) -> None:
        clients = ApiClient.objects.order_by("casino_id", "name", "pk")
        if casino is not None:
            clients = clients.filter(casino_id=casino)
        if not revoked:
            clients = clients.filter(revoked_at=None)
        for client in clients:
            document = {
                "client_id": client.client_id,
                "name": client.name,
                "casino": client.casino_id,
                "scopes": client.scopes,
                "made_at": client.created.isoformat(),
                "revoked_at": client.revoked_at and client.revoked_at.isoformat(),
            }
            self.stdout.write(json.dumps(document))
