"""ETags: a document that a client already has is not sent again, and a command may name the version that it is meant
for.
"""

import hashlib
import re
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from casino.api.http.response import JSON_TYPE, utf8_json
from casino.api.openapi.components import header
from casino.web.problem_response import BadRequest, MovedOn
from tables.play.state import State


def read_response(
    request: Request, document: Any, *, tag: str | None = None, content_type: str = JSON_TYPE
) -> HttpResponse:
    """Return a document or struct as the answer to a read, or 304 if `If-None-Match` names its tag.

    Without a `tag` of its version, the tag is made of its bytes. A document in bytes is sent as it is.
    """
    body = document if isinstance(document, bytes) else None if tag else utf8_json(document)
    tag = tag or f'"{hashlib.sha256(body or b"").hexdigest()[:32]}"'
    if is_known(request.headers.get("If-None-Match", ""), tag):
        response = HttpResponse(status=304)
        # A 304 has no body, so it has no content type.
        del response["Content-Type"]
    else:
        response = HttpResponse(body or utf8_json(document), content_type=content_type)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def is_known(header: str, tag: str) -> bool:
    """Return True if an `If-None-Match` names this tag, as weakly as compression makes it."""
    return header.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in header.split(","))


_MEANT = re.compile(r'(?:W/)?"(?:(?P<day>\d{4}-\d{2}-\d{2})\.)?(?P<version>\d{1,18})"')

IF_MATCH = header(
    "If-Match",
    'The version that the command is meant for, as "41", or the ETag with which the table was read. A '
    "table that has moved on answers 412 with the version that it has.",
)


IF_MATCH_VERSION = header(
    "If-Match",
    'The version that the step is meant for, as "3"; one that has moved on answers 412 with its version.',
)


def tag_of(day: str, version: int) -> str:
    """Return the ETag of a table's version: versions begin again each day, so the day is in it."""
    return f'"{day}.{version}"' if day else f'"{version}"'


def check_version_meant(request: Request, state: State | None) -> None:
    """Raise MovedOn if the request is meant for another version of the table than it has; BadRequest if its `If-Match`
    names none.
    """
    day, version = (state.day, state.version) if state else ("", 0)
    meant = _meant(request)
    if meant is not None and (int(meant["version"]) != version or meant["day"] not in (None, day)):
        raise MovedOn(
            (
                gettext("The table stands at version {version} of {day}: look at it, and decide anew.")
                if day
                else gettext("The table was never opened: look at it, and decide anew.")
            ).format(version=version, day=day),
            version,
        )


def check_is_version(request: Request, version: int) -> None:
    """Raise MovedOn if `If-Match` names another version, for documents without days."""
    meant = _meant(request)
    if meant is not None and int(meant["version"]) != version:
        raise MovedOn(
            gettext("It stands at version {version}: look at it, and decide anew.").format(version=version),
            version,
        )


def _meant(request: Request) -> re.Match[str] | None:
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    meant = _MEANT.fullmatch(header.strip())
    if meant is None:
        raise BadRequest(
            gettext('If-Match: {header} names no version; it is written "41".').format(header=header)
        )
    return meant
