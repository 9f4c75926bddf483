"""/api/v1/requests: the state of a request that an officer decides."""

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import ADMINISTRATION
from casino.api.models import WaitingRequest
from casino.api.openapi.operations import operation
from casino.api.waiting.asking import ActRequested, state_of
from casino.web.problem_response import NotThere


class RequestView(APIView):
    required_scopes = [ADMINISTRATION]

    @operation("read_request", "requests", ActRequested)
    def get(self, request: Request, waiting: str) -> ActRequested:
        """Return a request of this client: pending, done with its result, refused with a reason, or expired."""
        client = client_of(request)
        found = (
            WaitingRequest.objects.filter(casino_id=client.casino_id, client=client, pk=_uuid(waiting))
            .select_related("decided_by")
            .first()
        )
        if found is None:
            raise NotThere("request-unknown")
        return state_of(found, timezone.now())


def _uuid(written: str) -> UUID:
    """Return the id as a UUID. Raises NotThere for a text of another form."""
    try:
        return UUID(written)
    except ValueError:
        raise NotThere("request-unknown") from None
