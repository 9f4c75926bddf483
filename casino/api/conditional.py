"""Answers to reads: each with an ETag, and not given again to who has it already (RFC 9110, section 13.1.2)."""

import hashlib
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from casino.api import answers


def answer_to_read(
    request: Request, document: Any, *, tag: str | None = None, content_type: str = answers.CONTENT_TYPE
) -> HttpResponse:
    """A document or struct as the answer to a read, or 304 where `If-None-Match` names its tag.

    Without a `tag` that names its standing, the tag is made of its bytes. What is bytes already is sent as it is.
    """
    body = document if isinstance(document, bytes) else None if tag else answers.encoded(document)
    tag = tag or f'"{hashlib.sha256(body or b"").hexdigest()[:32]}"'
    if is_known(request.headers.get("If-None-Match", ""), tag):
        answer = HttpResponse(status=304)
        # It has no body, so no type of one either.
        del answer["Content-Type"]
    else:
        answer = HttpResponse(body or answers.encoded(document), content_type=content_type)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


def is_known(said: str, tag: str) -> bool:
    """Whether an `If-None-Match` names this tag, as weakly as compression makes it."""
    return said.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in said.split(","))
