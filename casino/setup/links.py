"""Making the link of a new casino, and judging one that somebody opens."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse

from casino.setup.models import SetUpLink
from tables.handling.models import Casino

GOOD_FOR = timedelta(hours=24)
VISITOR = "set_up_visitor"
"""Session key of the secret that ties the session to the link."""

Gone = Literal["unknown", "expired", "used", "of-another-visitor"]
"""Reason why a link is not accepted."""


class LinkGone(Exception):
    """The link is not valid, or not for this visitor."""

    def __init__(self, why: Gone) -> None:
        super().__init__(why)
        self.why = why


def first_link(now: datetime) -> str | None:
    """The path of a new link for the first casino; None where a casino is set up."""
    return None if Casino.objects.exists() else new_link(now)


def new_link(now: datetime, *, another_casino: bool = False) -> str:
    """The path of a new link. One of the same kind that nobody has used yet is good no more."""
    token = secrets.token_urlsafe(32)
    SetUpLink.objects.filter(used_at=None, another_casino=another_casino).delete()
    SetUpLink.objects.create(
        token_hash=hash_of(token),
        another_casino=another_casino,
        made_at=now,
        expires_at=now + GOOD_FOR,
    )
    return reverse("set_up:begin", args=[token])


def open_link(token: str, session: SessionBase, now: datetime, *, lock: bool = False) -> SetUpLink:
    """The link with this token, as this visitor finds it. Raises LinkGone.

    `lock` keeps its row until the end of the transaction, so that one link sets up one casino.
    """
    links = SetUpLink.objects.select_for_update() if lock else SetUpLink.objects
    link = links.filter(token_hash=hash_of(token)).first()
    if link is None:
        raise LinkGone("unknown")
    if link.used_at is not None or (not link.another_casino and Casino.objects.exists()):
        raise LinkGone("used")
    if not link.stands(now):
        raise LinkGone("expired")
    if link.visitor_hash and link.visitor_hash != hash_of(session.get(VISITOR, "")):
        raise LinkGone("of-another-visitor")
    return link


def keep_for_visitor(link: SetUpLink, session: SessionBase) -> None:
    """Bind the link to this visitor. Raises LinkGone if another one began with it at this moment."""
    if link.visitor_hash:
        return
    secret = session.setdefault(VISITOR, secrets.token_urlsafe(32))
    kept = SetUpLink.objects.filter(pk=link.pk, visitor_hash="").update(visitor_hash=hash_of(secret))
    if not kept:
        raise LinkGone("of-another-visitor")


def hash_of(secret: str) -> str:
    """Return the stored hash of a token. A token has 256 random bits, so nobody guesses it."""
    return sha256(secret.encode()).hexdigest()
