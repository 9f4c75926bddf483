"""A POST is done once: the same `Idempotency-Key` with the same body gives the first answer again.

Keys are a client's own. The effect and the answer are stored in one transaction: two requests at the same time wait for
each other, and one that broke half-way has left neither. Refusals (422) are answers too; a request that could not be
read, or was not let in, has none, and may be sent again under its key.
"""

import hmac
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request

from casino.api.access.authentication import client_of
from casino.api.http.body import body_of
from casino.api.http.response import JSON_TYPE, ascii_json
from casino.api.models import ApiClient, FirstAnswer
from casino.web import problem_response as problem
from casino.web.problem import Problem
from casino.web.problem_response import BadRequest, KeyUsedBefore
from tables.stream.database import Statement, run

HEADER = "Idempotency-Key"
KEPT = timedelta(hours=24)
"""Time for which a first answer is given again."""

CLAIM_KEY, STORE_FIRST_ANSWER = (
    Statement(name, (Path(__file__).parent / "sql" / f"{name}.sql").read_text())
    for name in ("claim_key", "store_first_answer")
)

_KEY = re.compile(r"[!-+\--~]{1,255}")
"""Visible ASCII characters, without the comma: see single_headers.py."""


def key_of(request: Request) -> str:
    """Return the key of a request. Raises BadRequest if it has none that is right."""
    key: str = request.headers.get(HEADER, "")
    if not _KEY.fullmatch(key):
        wrong = (
            gettext(
                "'{header}' is not of 1 to 255 visible ASCII characters without a comma: "
                "every POST has one of its own, for instance a UUID, and keeps it when sent again."
            )
            if key
            else gettext(
                "no '{header}': every POST has one of its own, for instance a UUID, and keeps it when sent again."
            )
        )
        raise BadRequest(wrong.format(header=HEADER))
    return key


class _Posted(NamedTuple):
    """A request by its key: the client that sent it, and its content."""

    client: ApiClient
    key: str
    hash: bytes

    @property
    def named(self) -> dict[str, Any]:
        return {"casino_id": self.client.casino_id, "client_id": self.client.pk, "key": self.key}


def respond_once(request: Request, work: Callable[[], Any], *, status: int) -> HttpResponse:
    """Return the answer of `work` with this status, or the one that it gave when the key was new.

    `work` runs inside a transaction; whatever it raises undoes its changes, and a Problem is its answer. Raises
    BadRequest without a key, KeyUsedBefore if the key belongs to another request. No answer has a secret in it.
    """
    posted = _Posted(client_of(request), key_of(request), _hash(request))
    try:
        return _responded(posted, work, status)
    except Problem as refused:
        # Undone with the key's claim. Where somebody else has claimed it since, that one's answer is the first.
        document = refused.document()
        return _responded(posted, lambda: document, document["status"])


def _responded(posted: _Posted, work: Callable[[], Any], status: int) -> HttpResponse:
    with transaction.atomic():
        # A second request waits here until the first has stored its answer or given up.
        if _claimed(posted):
            body = ascii_json(work())
            run(STORE_FIRST_ANSWER, **posted.named, status=status, body=body)
            return _response(status, body)
        first = FirstAnswer.objects.get(**posted.named)
    if bytes(first.request_hash) != posted.hash:
        raise KeyUsedBefore(
            gettext("{key}: stands for another request already; a new request has a key of its own.").format(
                key=posted.key
            )
        )
    assert first.status is not None  # null in its own transaction alone
    return _response(first.status, bytes(first.body))


def _claimed(posted: _Posted) -> bool:
    """Return True if the key was new, and is the request's by now; one whose time is over is new again. One
    statement.
    """
    now = timezone.now()
    return bool(run(CLAIM_KEY, **posted.named, request_hash=posted.hash, expires_at=now + KEPT, now=now))


def _response(status: int, body: bytes) -> HttpResponse:
    is_problem = status >= problem.ERRORS_FROM
    content_type = problem.CONTENT_TYPE if is_problem else JSON_TYPE
    return HttpResponse(body, status=status, content_type=content_type)


def has_response(request: Request) -> bool:
    """Return True if the key of a request has an answer already, to be given again. Raises BadRequest without a key."""
    client, key = client_of(request), key_of(request)
    of_key = FirstAnswer.objects.filter(casino_id=client.casino_id, client=client, key=key)
    return of_key.filter(expires_at__gt=timezone.now()).exists()


def _hash(request: Request) -> bytes:
    """Return the hash of address and body: a key used for another table or command belongs to another request.

    Keyed, because a body may have a PIN in it, and a PIN is soon found by trying.
    """
    address = f"{request.method} {request.get_full_path()}\n".encode()
    return hmac.digest(settings.SECRET_KEY.encode(), address + body_of(request), "sha256")
