"""What is posted is done once: the same `Idempotency-Key` with the same body gives the first answer again.

Keys are a client's own. What is done and its answer are stored in one transaction: two that come at the same time wait
for each other, and what broke half-way has left neither. Refusals (422) are answers too; what could not be read, or was
not let in, is not, and may be sent again under its key.
"""

import hmac
import re
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from casino.api import answers, problem
from casino.api.encryption import decrypted, encrypted
from casino.api.json_body import body_of
from casino.api.models import ApiClient, FirstAnswer
from casino.api.problem import BadRequest, KeyUsedBefore
from settlement.payout.problem import Problem
from tables.stream.database import Statement, run

HEADER = "Idempotency-Key"
KEPT = timedelta(hours=24)
"""How long a first answer is given again."""

CLAIM_KEY, STORE_FIRST_ANSWER = (
    Statement(name, (Path(__file__).parent / "sql" / f"{name}.sql").read_text())
    for name in ("claim_key", "store_first_answer")
)

_KEY = re.compile(r"[!-~]{1,255}")


def key_of(request: Request) -> str:
    """The key of a request. Raises BadRequest where it has none that is right."""
    key: str = request.headers.get(HEADER, "")
    if not _KEY.fullmatch(key):
        what = f"'{HEADER}' is not of 1 to 255 visible ASCII characters" if key else f"no '{HEADER}'"
        raise BadRequest(
            f"{what}: every POST has one of its own, for instance a UUID, and keeps it when sent again."
        )
    return key


def answered_once(
    request: Request,
    work: Callable[[], Any],
    *,
    status: int,
    is_secret: bool = False,
    undoes_itself: bool = False,
) -> HttpResponse:
    """The answer of `work` with this status, or the one that it gave when the key was new.

    `work` runs inside a transaction; a Problem that it raises undoes what it did and is its answer. Raises BadRequest
    without a key, KeyUsedBefore where the key stands for another request. An answer that is secret is stored encrypted;
    whether it is goes with the address. Work that `undoes_itself` has done nothing where it raises a Problem, as what
    is said at a door, and is spared the savepoint.
    """
    key = key_of(request)
    client = request.auth.application
    hashed = _hash(request)
    now = timezone.now()
    with transaction.atomic():
        # Whoever comes second waits here until the first has stored its answer or given up.
        if _claimed(client, key, hashed, now):
            status_, body = _done(work, status, undoes_itself)
            stored = encrypted(body) if is_secret else body
            run(STORE_FIRST_ANSWER, **_named(client, key), status=status_, body=stored)
            return _answer(status_, body)
        first = FirstAnswer.objects.get(**_named(client, key))
    if bytes(first.request_hash) != hashed:
        raise KeyUsedBefore(f"{key}: stands for another request already; a new request has a key of its own.")
    body = bytes(first.body)
    return _answer(first.status, decrypted(body) if is_secret else body)


def _claimed(client: ApiClient, key: str, hashed: bytes, now: datetime) -> bool:
    """Whether the key was new, and is the request's by now; one whose time is over is new again. One statement."""
    named = _named(client, key)
    return bool(run(CLAIM_KEY, **named, request_hash=hashed, expires_at=now + KEPT, now=now))


def _named(client: ApiClient, key: str) -> dict[str, Any]:
    return {"casino_id": client.casino_id, "client_id": client.pk, "key": key}


def _answer(status: int, body: bytes) -> HttpResponse:
    is_problem = status >= problem.ERRORS_FROM
    content_type = problem.CONTENT_TYPE if is_problem else answers.CONTENT_TYPE
    return HttpResponse(body, status=status, content_type=content_type)


def _done(work: Callable[[], Any], status: int, undoes_itself: bool) -> tuple[int, bytes]:
    try:
        with nullcontext() if undoes_itself else transaction.atomic():
            return status, answers.written(work())
    except Problem as refused:
        document = refused.document()
        return document["status"], answers.written(document)


def was_answered(request: Request) -> bool:
    """Whether the key of a request has an answer already, to be given again. Raises BadRequest without a key."""
    client, key = request.auth.application, key_of(request)
    of_key = FirstAnswer.objects.filter(casino_id=client.casino_id, client=client, key=key)
    return of_key.filter(expires_at__gt=timezone.now()).exists()


def _hash(request: Request) -> bytes:
    """Of the address too: a key used for another table or command stands for another request. Keyed, because a body may
    have a PIN in it, and a PIN is soon found by trying."""
    asked = f"{request.method} {request.get_full_path()}\n".encode()
    return hmac.digest(settings.SECRET_KEY.encode(), asked + body_of(request), "sha256")
