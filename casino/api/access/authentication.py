"""Authentication of an API client by the token in the header of each request, and the scopes of the token."""

from collections.abc import Collection
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, cast

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext
from oauth2_provider.contrib.rest_framework import OAuth2Authentication, TokenHasScope
from oauth2_provider.models import get_access_token_model
from oauth2_provider.oauth2_backends import get_oauthlib_core
from rest_framework.request import Request

from casino.api.access.scopes import FEED_READ
from casino.web.revocation import subjects
from casino.web.revocation.heard import heard

if TYPE_CHECKING:
    # This import reads the settings, which name the classes below.
    from rest_framework.views import APIView

    from casino.api.models import ApiClient

MOST_KNOWN = 10_000

_known: dict[str, tuple[Any, float, object]] = {}
"""Tokens that were found valid a moment ago, by the header that had them: until when that is believed, and the mark of
the revocations that were heard before the database was read."""


class BearerToken(Protocol):
    """The token with which a client came."""

    application: "ApiClient"
    application_id: int
    pk: int
    expires: datetime


def token_of(request: Request) -> BearerToken:
    """Return the token that the request brought; the stubs expect REST framework's own."""
    return cast(BearerToken, request.auth)


def client_of(request: Request) -> "ApiClient":
    """Return the client whose token the request brought."""
    return token_of(request).application


class ClientAuthentication(OAuth2Authentication):  # type: ignore[misc]  # django-oauth-toolkit has no types
    """`Authorization: Bearer ...`. Looks at the headers only: the body of an unknown client is not read.

    A token that was valid is believed for some seconds (`API_TOKEN_BELIEVED_SECONDS`) before the database is read
    again: until a client is revoked or changed, and only while this process receives revocations. Its expiry is checked
    each time.
    """

    def authenticate(self, request: Request) -> tuple[None, Any] | None:
        header = request.META.get("HTTP_AUTHORIZATION", "")
        token, until, marked = _known.get(header, (None, 0.0, None))
        mark = heard.mark(subjects.CLIENT)
        is_believed = heard.is_listening and marked == mark and monotonic() < until
        if token is not None and is_believed and not token.is_expired():
            return None, token
        oauth = get_oauthlib_core()
        headers = oauth.extract_headers(request._request)
        # Headers alone matter; an address may hold text that looks like a query.
        valid, checked = oauth.server.verify_request("", request.method, "", headers, scopes=[])
        if valid:
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            _known[header] = checked.access_token, monotonic() + settings.API_TOKEN_BELIEVED_SECONDS, mark
            return None, checked.access_token
        # django-oauth-toolkit reads the error here for the header of the answer.
        request.oauth2_error = getattr(checked, "oauth2_error", {})  # type: ignore[attr-defined]
        return None


def tokens_in_force(asked: Collection[int]) -> set[int]:
    """Return the keys of the asked access tokens that are in force.

    Such a token has not expired, and its client may read the feed. One query for all tokens.
    """
    found = get_access_token_model().objects.filter(
        pk__in=asked,
        expires__gt=timezone.now(),
        application__revoked_at=None,
        application__scopes__contains=[FEED_READ],
    )
    return set(found.values_list("pk", flat=True))


def forget_tokens() -> None:
    """Read the next token from the database, without the cache."""
    _known.clear()


class HasScope(TokenHasScope):  # type: ignore[misc]  # django-oauth-toolkit has no types
    """The token has all the scopes that the view names under `required_scopes`, and its client has them still."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        scopes = self.get_scopes(request, view)
        needed = " ".join(scopes)
        self.message = gettext(
            "The token lacks the scope {scopes}; ask for one with it at /oauth/token/."
        ).format(scopes=needed)
        return super().has_permission(request, view) and set(scopes) <= set(client_of(request).scopes)
