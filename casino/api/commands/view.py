"""Base of all commands of a client: the view, the acting client, the signatures and the answer to a rejection."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from inspect import cleandoc
from typing import Any

import msgspec
from django.db import DataError
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.commands.body import Body, SignedBy, body_type, command_values
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response, respond_once
from casino.api.models import ApiClient
from casino.api.openapi.components import body_of_shape, responds_with
from casino.commands.rejections import REJECTED, Rejection, rejection_of
from casino.people.confirmation import check_count_together
from casino.people.signing import signature_at
from casino.web.problem import Problem
from casino.web.problem_response import KeyUsedBefore, NotThere, Overtaken
from tables.handling import Actor
from tables.play.events import Person, Signature


def actor_of(client: ApiClient, terminal: str) -> Actor:
    """Return the client as the record names it; `terminal` is where its commands come from."""
    return Actor(id=f"client/{client.pk}", name=client.name, terminal=terminal)


def cash_desk_signature(client: ApiClient) -> Signature:
    """Return the signature of a cash system: a client with the cash desk's scope has signed as the cash desk."""
    return Signature(person=Person(id=f"client/{client.pk}", name=client.name), role="cash_desk")


def signatures_unless_repeated(
    request: Request, body: msgspec.Struct, now: datetime
) -> tuple[Signature, ...]:
    """Return the signatures of the body; empty if the request was answered before and gets that response again.

    Raises Problem. A failed PIN is counted, even if the command is rejected.
    """
    given: tuple[SignedBy, ...] = getattr(body, "signatures", ())
    if not given or has_response(request):
        return ()
    client, signed = client_of(request), []
    for turn, each in enumerate(given):
        with rejections_as_problems(gettext("who signs"), at=f"signatures[{turn}]"):
            signed.append(
                signature_at(client.casino_id, each.sign_in, each.pin, by=actor_of(client, "api"), now=now)
            )
    if len(signed) > 1:
        with rejections_as_problems(gettext("who signs"), at="signatures"):
            check_count_together(client.casino_id, signed)
    return tuple(signed)


@contextmanager
def rejections_as_problems(what: str, *, at: str = "", key_reused: str = "") -> Iterator[None]:
    """Raise a command's rejection as the problem that the client gets.

    `what` names the aggregate, `at` the place in the request's body that is refused.
    """
    try:
        yield
    except REJECTED as error:
        conflict = gettext("{what} moved on while this was decided; send it again.").format(what=what)
        raise problem_of(rejection_of(error, conflict=conflict, key_reused=key_reused), at) from None
    except DataError:
        raise Problem.malformed(
            "request", gettext("its amounts come to more than any ledger holds")
        ) from None


def problem_of(rejection: Rejection, at: str = "") -> Exception:
    """Return the exception whose problem document is the answer to a rejected command."""
    match rejection.kind:
        case "unknown":
            assert rejection.refusal is not None
            return NotThere(rejection.refusal.code, **rejection.refusal.parameters)
        case "conflict":
            return Overtaken(rejection.detail)
        case "key-reused":
            return KeyUsedBefore(rejection.detail)
    assert rejection.refusal is not None
    return Problem.refused(at, rejection.refusal)


class CommandRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Request to handle a command: its body, its signatures, its time, and `where`, the names in the address."""

    request: Request
    body: Body
    signed: tuple[Signature, ...]
    now: datetime
    where: Mapping[str, Any]

    @property
    def client(self) -> ApiClient:
        return client_of(self.request)

    def values(self, command: type[Any]) -> dict[str, Any]:
        """Return the values of the command's fields that the body has, with the signatures where there are any."""
        return command_values(self.body, command) | ({"signatures": self.signed} if self.signed else {})


class CommandView(APIView):
    """Base of the views of one command each, which `command_views` makes."""

    command: type[Any]
    body: type[Body]
    waits = False
    """True if the command waits for an officer, and so is signed by nobody here."""

    def perform(self, call: CommandRequest) -> Any:
        """Have the command handled and give the response, inside the transaction that stores the response."""
        raise NotImplementedError

    def respond(self, request: Request, where: Mapping[str, Any]) -> HttpResponse:
        body, now = read(document_of(request), self.body), timezone.now()
        signed = signatures_unless_repeated(request, body, now)
        call = CommandRequest(request=request, body=body, signed=signed, now=now, where=where)
        return respond_once(request, partial(self.perform, call), status=201)


def command_views(
    base: type[CommandView],
    commands: Mapping[str, type[Any]],
    *,
    tag: str,
    response: type,
    status: int = 201,
    operation_id: str = "{}",
    parameters: Sequence[OpenApiParameter] = (),
) -> dict[str, Callable[..., HttpResponseBase]]:
    """Return the view of each command by its name in the address; its operation has the name in place of `{}`."""
    return {
        name: _view_of(
            base,
            command,
            operation_id=operation_id.format(name.replace("-", "_")),
            tags=[tag],
            description=cleandoc(command.__doc__ or ""),
            parameters=list(parameters),
            responses=responds_with(response, status=status),
        ).as_view()
        for name, command in commands.items()
    }


def _view_of(base: type[CommandView], command: type[Any], **schema: Any) -> type[CommandView]:
    body = body_type(command, waits=base.waits)

    @extend_schema(request=body_of_shape(body), **schema)
    def post(self: CommandView, request: Request, **where: Any) -> HttpResponse:
        return self.respond(request, where)

    return type(f"{command.__name__}View", (base,), {"command": command, "body": body, "post": post})
