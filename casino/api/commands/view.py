"""What all commands of a client share on their way to a door: the view, who speaks, who signed, and how a refusal is
told."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from inspect import cleandoc
from typing import Any

import msgspec
from django.db import DataError
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.commands.body import Body, SignedBy, body_type, fields_said
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import answered_once, was_answered
from casino.api.http.problem import KeyUsedBefore, Overtaken
from casino.api.models import ApiClient
from casino.api.openapi.components import body_of_shape, responds_with
from casino.api.settlement.problem import Problem
from casino.kit.rejections import KEY_REUSED, REJECTED, Rejection, rejection_of
from casino.people.signing import signature_at
from tables.handling import Actor
from tables.play.events import Person, Signature


def speaker(client: ApiClient, terminal: str) -> Actor:
    """The client as the record names it; `terminal` is where it speaks from."""
    return Actor(id=f"client/{client.pk}", name=client.name, terminal=terminal)


def as_cash_desk(client: ApiClient) -> Signature:
    """The signature of a cash system: who holds the cash desk's scope has signed as the cash desk."""
    return Signature(person=Person(id=f"client/{client.pk}", name=client.name), role="cash_desk")


def signatures_unless_answered(request: Request, said: Body, now: datetime) -> tuple[Signature, ...]:
    """Everybody who signed, as the house knows them; nobody where the request was answered before, and is given that
    answer again. Raises Problem; a PIN that failed is counted, whatever comes of the command."""
    given: tuple[SignedBy, ...] = getattr(said, "signatures", ())
    if not given or was_answered(request):
        return ()
    client, signed = client_of(request), []
    for turn, each in enumerate(given):
        with rejections_as_problems("who signs", at=f"signatures[{turn}]"):
            signed.append(
                signature_at(client.casino_id, each.sign_in, each.pin, by=speaker(client, "api"), now=now)
            )
    return tuple(signed)


@contextmanager
def rejections_as_problems(what: str, *, at: str = "", key_reused: str = KEY_REUSED) -> Iterator[None]:
    """Raise a command's rejection as the problem that the client is answered with.

    `what` names the aggregate, `at` the place in the request's body that is refused.
    """
    try:
        yield
    except REJECTED as error:
        conflict = f"{what} moved on while this was decided; send it again."
        raise problem_of(rejection_of(error, conflict=conflict, key_reused=key_reused), at) from None
    except DataError:
        raise Problem.malformed("request", "its amounts come to more than any ledger holds") from None


def problem_of(rejection: Rejection, at: str = "") -> Exception:
    """The exception whose problem document is the answer to a rejected command."""
    match rejection.kind:
        case "unknown":
            return NotFound(f"{rejection.detail}.")
        case "conflict":
            return Overtaken(rejection.detail)
        case "key-reused":
            return KeyUsedBefore(rejection.detail)
    assert rejection.refusal is not None
    return Problem.refused(at, rejection.refusal)


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What was said by a command: its body, who signed it, when, and `where`, what the address names."""

    request: Request
    body: Body
    signed: tuple[Signature, ...]
    now: datetime
    where: Mapping[str, Any]

    @property
    def client(self) -> ApiClient:
        """Who said it."""
        client: ApiClient = client_of(self.request)
        return client

    def values(self, command: type[Any]) -> dict[str, Any]:
        """The values of the command's fields as far as they were said, with the signatures where there are any."""
        return fields_said(self.body, command) | ({"signatures": self.signed} if self.signed else {})


class CommandView(APIView):
    """The base of what is said by a command: its body is made from the command's type. `view_of` makes one of these
    for each command."""

    command: type[Any]
    body: type[Body]

    def done(self, said: Said) -> Any:
        """Says it, and gives what came of it: inside the transaction that stores the answer."""
        raise NotImplementedError

    def said(self, request: Request, where: Mapping[str, Any]) -> HttpResponse:
        """Says what the body says, once for each key."""
        body, now = read(document_of(request), self.body), timezone.now()
        signed = signatures_unless_answered(request, body, now)
        said = Said(request=request, body=body, signed=signed, now=now, where=where)
        return answered_once(request, partial(self.done, said), status=201)


def view_of(
    base: type[CommandView],
    command: type[Any],
    *,
    name: str,
    tag: str,
    answer: type,
    parameters: Sequence[OpenApiParameter] = (),
) -> type[CommandView]:
    """The view of one command, which tells its own body and says what the command is in the command's own words."""
    body = body_type(command)

    @extend_schema(
        operation_id=name,
        tags=[tag],
        description=cleandoc(command.__doc__ or ""),
        parameters=list(parameters),
        request=body_of_shape(body),
        responses=responds_with(answer, status=201),
    )
    def post(self: CommandView, request: Request, **where: Any) -> HttpResponse:
        return self.said(request, where)

    return type(f"{command.__name__}View", (base,), {"command": command, "body": body, "post": post})
