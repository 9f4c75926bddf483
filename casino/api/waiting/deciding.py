"""An officer confirms or refuses a request that a client of the API made.

A confirmed request runs through the command handler that screens use, with the officer as the actor. The event
names the client, too. A request that cannot be carried out stays pending: the officer reads the reason and refuses it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import transaction

from casino.api.models import WaitingRequest
from casino.api.waiting.asking import state_at
from casino.api.waiting.listed import OPERATIONS
from casino.api.waiting.operations import Asked, By, Carried
from casino.people.acting import identity
from casino.people.acts import act_named
from casino.people.models import Person
from casino.people.permissions import rule_of
from tables.handling import Actor
from tables.play.events import Signature
from tables.refusal import Refused

TERMINAL = "requests"
LONGEST_REASON = 200
MOVED_ON = ("entry-moved-on", "person-moved-on")


def confirm(
    number: UUID, officer: Person, *, signatures: tuple[Signature, ...], now: datetime
) -> tuple[WaitingRequest, Carried]:
    """Carry the request out once, and return the request and its result.

    Raises Refused for a request that is decided or expired, whose client is withdrawn or has lost a scope, whose entry
    or person was changed since, or whose act is refused, and PermissionDenied for an officer without the permission of
    the act.
    """
    with _changes_since_named(), transaction.atomic():
        waiting = _locked(number, officer, now)
        _check_client(waiting)
        operation = OPERATIONS[waiting.operation]
        client = waiting.client
        actor = Actor(
            id=identity(officer),
            name=officer.display_name,
            terminal=TERMINAL,
            client=f"{client.name} ({client.pk})",
        )
        asked = Asked(client, waiting.asked, waiting.seen_version)
        carried = operation.perform(asked, By(actor, signatures, now))
        waiting.result = msgspec.to_builtins(carried.result, str_keys=True)
        _decided(waiting, WaitingRequest.DONE, officer, now)
    return waiting, carried


@contextmanager
def _changes_since_named() -> Iterator[None]:
    """Raise Refused, for the officer, if the entry or the person has another version than at the request."""
    try:
        yield
    except Refused as refused:
        if refused.refusal.code not in MOVED_ON:
            raise
        parameters = refused.refusal.parameters
        subject = parameters.get("entry") or parameters.get("person")
        raise Refused("request-overtaken", subject=subject) from None


def refuse(number: UUID, officer: Person, reason: str, *, now: datetime) -> WaitingRequest:
    """Refuse the request with a reason that its client reads. Raises Refused and PermissionDenied like `confirm`."""
    with transaction.atomic():
        waiting = _locked(number, officer, now)
        waiting.reason = reason.strip()[:LONGEST_REASON]
        _decided(waiting, WaitingRequest.REFUSED, officer, now)
    return waiting


def _locked(number: UUID, officer: Person, now: datetime) -> WaitingRequest:
    """Lock the request and return it. Raises Refused if somebody has decided the request already."""
    found = WaitingRequest.objects.select_for_update(of=("self",)).select_related("client", "decided_by")
    waiting = found.filter(pk=number, casino_id=officer.casino_id).first()
    if waiting is None:
        raise Refused("request-unknown")
    permission = act_named(waiting.act).permission
    if not officer.has_perm(permission):
        raise PermissionDenied(rule_of(permission))
    state = state_at(waiting, now)
    if state == "expired":
        raise Refused("request-expired", at=waiting.expires_at)
    if state != WaitingRequest.PENDING:
        by = waiting.decided_by.display_name if waiting.decided_by else ""
        raise Refused("request-decided", by=by, at=waiting.decided_at)
    return waiting


def _check_client(waiting: WaitingRequest) -> None:
    """Raise Refused for a client that could not make the request now."""
    client = waiting.client
    if client.revoked_at is not None:
        raise Refused("request-client-withdrawn", client=client.name)
    missing = [each for each in OPERATIONS[waiting.operation].scopes if each not in client.scopes]
    if missing:
        raise Refused("request-client-without-scope", client=client.name, scope=missing[0])


def _decided(waiting: WaitingRequest, state: str, officer: Person, now: datetime) -> None:
    waiting.state, waiting.decided_by, waiting.decided_at = state, officer, now
    waiting.save(update_fields=["state", "decided_by", "decided_at", "reason", "result"])
