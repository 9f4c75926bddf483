"""A table that a client requests, and that an officer has registered by confirming it."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from casino.api.access.scopes import ADMINISTRATION, TABLES_WRITE
from casino.api.commands.view import rejections_as_problems
from casino.api.http.body import document_of, read
from casino.api.waiting.asking import Wanted, wait_for_officer
from casino.api.waiting.operations import Asked, By, Carried, waits
from casino.kit.register_changes import DECLARE_LIMITS
from casino.kit.sentences import sentence_of
from casino.kit.structs import response_of
from casino.web.problem import Problem
from tables.handling.registration import TableRegistration, register_table
from tables.refusal import UnknownRulebook


class TableRegistered(msgspec.Struct, frozen=True, kw_only=True):
    """A table that may now be opened."""

    code: str
    name: str
    rulebook: str
    wheel: str


def request_table(request: Request) -> HttpResponse:
    """Let the table of the request's body wait for an officer. Raises Problem for one that cannot be registered."""
    registration = read(document_of(request), TableRegistration)
    arguments = msgspec.to_builtins(registration, str_keys=True)
    wanted = Wanted(operation=register_new_table, act=DECLARE_LIMITS, arguments=arguments)
    return wait_for_officer(request, wanted, _refusals)


@contextmanager
def _refusals() -> Iterator[None]:
    with rejections_as_problems(gettext("the casino")):
        try:
            yield
        except UnknownRulebook as unknown:
            raise Problem.malformed("rulebook", sentence_of(unknown.refusal)) from None


@waits("tables.register", TABLES_WRITE, ADMINISTRATION, result=TableRegistered)
def register_new_table(asked: Asked, by: By) -> Carried:
    """Register a table. Raises Refused."""
    registration = msgspec.convert(asked.arguments, TableRegistration, strict=False)
    table = register_table(
        asked.client.casino_id, registration, by=by.actor, now=by.now, signatures=by.signatures
    )
    return Carried(result=response_of(TableRegistered, table))
