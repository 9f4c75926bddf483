"""Bodies of requests: how large one may be, and how many bytes of them one web process holds at once.

A body is held in memory from its first byte until its request is answered. So a body over the limit of its address is
refused before it is read, and a body beyond the room of the process is refused as long as others fill that room.
"""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.web.capacity import Full
from casino.web.limits import ANYBODY_BYTES, CLIENT_BYTES, SIGNED_IN_BYTES, UPLOAD_BYTES
from casino.web.problem_response import TooLarge
from casino.web.refusing import headers_of

UPLOADS = frozenset({"/people/load-staff", "/numbers/wheels/import", "/registers/load"})
OF_CLIENTS = "/api/v1/"


class BodyTooLarge(Exception):
    """The body has more bytes than this sender may send to this address."""


class SenderUnknown(Exception):
    """A call of the API has a large body and no valid token."""


class BodyRoom:
    """The bytes of bodies that one event loop holds, and the most that it may hold."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0

    def take(self, size: int) -> None:
        """Count so many bytes more. Raise Full if there is no room for them."""
        if self.held + size > self.most:
            raise Full
        self.held += size

    def give_back(self, size: int) -> None:
        """Count so many bytes less."""
        self.held -= size


body_room = BodyRoom(settings.WEB_BODIES_MB * 1024 * 1024)


class Body(BytesIO):
    """The body of one request; its bytes count in `room` until it is closed."""

    def __init__(self, room: BodyRoom = body_room) -> None:
        super().__init__()
        self._room = room
        self._counted = 0

    def write(self, part: Any) -> int:
        """Append the bytes. Raise Full if the process has no room for them."""
        self._room.take(len(part))
        self._counted += len(part)
        return super().write(part)

    def close(self) -> None:
        """Forget the bytes, and give their room back."""
        self._room.give_back(self._counted)
        self._counted = 0
        super().close()


class UnreadBody(BytesIO):
    """The body of a call without a valid token. Nobody reads it: the view answers 401 by the headers alone."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Raise TooLarge, for 413."""
        raise TooLarge


def announced_bytes(scope: Any) -> int:
    """Return the Content-Length of the request; 0 where it has none, as with chunks."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def most_bytes(scope: Any) -> int:
    """Return how many bytes a known sender may send to this address; ANYBODY_BYTES where nobody can be known."""
    if scope["path"].startswith(OF_CLIENTS):
        return CLIENT_BYTES if _has(scope, b"authorization") else ANYBODY_BYTES
    if not _has(scope, b"cookie"):
        return ANYBODY_BYTES
    return UPLOAD_BYTES if scope["path"] in UPLOADS else SIGNED_IN_BYTES


def _has(scope: Any, header: bytes) -> bool:
    return any(name == header for name, _ in scope["headers"])


def sender_is_known(scope: Any) -> bool:
    """Return whether the headers bear a valid token (for the API) or the session of somebody who is signed in. Takes
    one or two queries; raises what the database raises."""
    request = headers_of(scope)
    if scope["path"].startswith(OF_CLIENTS):
        call = Request(request)
        return any(each.authenticate(call) is not None for each in APIView().get_authenticators())
    return _is_signed_in(request)


def _is_signed_in(request: HttpRequest) -> bool:
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    request.session = SessionStore(key)
    return get_user(request).is_authenticated
