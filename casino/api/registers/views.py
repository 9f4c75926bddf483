"""The addresses of the registers. Reading takes `registers:read`, changing `registers:write` and a signature."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REGISTERS_READ, REGISTERS_WRITE, scopes_by_method
from casino.api.commands.view import actor_of, rejections_as_problems, signatures_unless_repeated
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response, respond_once
from casino.api.http.preconditions import IF_MATCH_VERSION, check_is_version, read_response, tag_of
from casino.api.models import ApiClient
from casino.api.openapi.operations import operation
from casino.api.registers.shapes import (
    EntryDeclaration,
    EntryDone,
    EntryHistory,
    EntrySecretMade,
    EntrySecretRequest,
    EntryWithdrawal,
    RegisterContents,
    RegisteredEntry,
    RegisterKind,
    RegisterKinds,
    done_shape,
    entry_shape,
    step_shape,
)
from casino.api.settlement.problem import Problem, refusal_members
from casino.kit.sentences import sentence_of
from casino.people.models import Role
from tables.handling.projections.register_entries import entry_named
from tables.handling.registers import declare, entries, entry, fields_of, history, issue_secret, withdraw
from tables.play.events import Signature
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import KINDS, ClientEntry
from tables.roulette.refusal import Refused

SIGNS = (Role.ADMINISTRATOR,)
"""Who signs what changes a register, where no person has signed in."""


class RegistersView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("list_registers", "registers", RegisterKinds)
    def get(self, request: Request) -> RegisterKinds:
        """The casino's registers."""
        casino_id = client_of(request).casino_id
        return RegisterKinds(
            registers=tuple(
                RegisterKind(kind=kind, entries=len(entries(casino_id, kind, withdrawn=False)))
                for kind in KINDS
            )
        )


class RegisterView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("read_register", "registers", RegisterContents)
    def get(self, request: Request, kind: str) -> RegisterContents:
        """A register: its fields, and every entry, withdrawn ones last."""
        with rejections_as_problems(gettext("the register")):
            found = entries(client_of(request).casino_id, kind)
            return RegisterContents(kind=kind, fields=fields_of(kind), entries=tuple(map(entry_shape, found)))


class RegisterEntryView(APIView):
    required_scopes = scopes_by_method(read=REGISTERS_READ, write=REGISTERS_WRITE)

    @operation("read_entry", "registers", RegisteredEntry)
    def get(self, request: Request, kind: str, code: str) -> HttpResponse:
        """An entry. Its ETag names its version: sent back as `If-Match` it says for which one a change is meant."""
        with rejections_as_problems(gettext("the register")):
            found = entry(client_of(request).casino_id, kind, code)
        return read_response(request, entry_shape(found), tag=tag_of("", found.version))

    @operation("declare_entry", "registers", EntryDone, parameters=[IF_MATCH_VERSION], body=EntryDeclaration)
    def put(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Registers an entry, changes it, or brings a withdrawn one back. An administrator signs with a PIN. The same
        twice changes nothing."""
        body = read(document_of(request), EntryDeclaration)

        def work(client: ApiClient, how: dict[str, Any]) -> EntryDone:
            return EntryDone(**done_shape(declare(client.casino_id, kind, code, body.values, **how)))

        return _changed(request, (kind, code), body, work)


class EntryHistoryView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("read_entry_history", "registers", EntryHistory)
    def get(self, request: Request, kind: str, code: str) -> EntryHistory:
        """What happened to an entry, with who did it and when, the newest first."""
        with rejections_as_problems(gettext("the register")):
            steps = history(client_of(request).casino_id, kind, code)
        return EntryHistory(kind=kind, code=code, steps=tuple(map(step_shape, steps)))


class EntryWithdrawView(APIView):
    required_scopes = [REGISTERS_WRITE]

    @operation("withdraw_entry", "registers", EntryDone, parameters=[IF_MATCH_VERSION], body=EntryWithdrawal)
    def post(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Takes an entry out of use. It stays in the record; declared again it comes back."""
        body = read(document_of(request), EntryWithdrawal)

        def work(client: ApiClient, how: dict[str, Any]) -> EntryDone:
            return EntryDone(**done_shape(withdraw(client.casino_id, kind, code, reason=body.reason, **how)))

        return _changed(request, (kind, code), body, work)


class EntrySecretView(APIView):
    required_scopes = [REGISTERS_WRITE]

    @operation("issue_entry_secret", "registers", EntrySecretMade, body=EntrySecretRequest)
    def post(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Gives a client, a webhook, a notice or a sign a new secret, which is shown now and not again."""
        body = read(document_of(request), EntrySecretRequest)

        def work(client: ApiClient, how: dict[str, Any]) -> EntrySecretMade:
            done = issue_secret(client.casino_id, kind, code, **how)
            return EntrySecretMade(
                **done_shape(done), secret=done.secret, sign_in=_sign_in(client.casino_id, kind, code)
            )

        return _changed(request, (kind, code), body, work, is_secret=True)


def _changed(
    request: Request,
    named: tuple[str, str],
    body: EntryDeclaration | EntryWithdrawal | EntrySecretRequest,
    work: Callable[[ApiClient, dict[str, Any]], msgspec.Struct],
    *,
    is_secret: bool = False,
) -> HttpResponse:
    """Does it once for each idempotency key, by the client, with those who signed."""
    client, now = client_of(request), timezone.now()
    if not has_response(request):
        check_is_version(request, entry_named(client.casino_id, *named).version)
    signed = signatures_unless_repeated(request, body, now)

    def once() -> msgspec.Struct:
        with _refusals(named[1]):
            _check_signed(signed)
            return work(client, {"by": actor_of(client, "registers/api"), "now": now, "signatures": signed})

    return respond_once(request, once, status=200, is_secret=is_secret)


@contextmanager
def _refusals(code: str) -> Iterator[None]:
    """A refusal of an entry as a problem that names all that is wrong, each with its field."""
    with rejections_as_problems(code):
        try:
            yield
        except EntryRefused as refused:
            raise _problem_of(refused) from None


def _problem_of(refused: EntryRefused) -> Problem:
    found = Problem.refused(refused.field, refused)
    return Problem(
        "refused",
        "The register does not take it",
        found.detail,
        clause=refused.clause,
        refusal=refused.refusal,
        faults=tuple(
            {
                "field": fault.field,
                **refusal_members(fault.refused.refusal),
                "detail": sentence_of(fault.refused.refusal),
            }
            for fault in refused.faults
        ),
    )


def _check_signed(signed: tuple[Signature, ...]) -> None:
    """On a screen who changes a register has signed in; here they sign. Raises Refused."""
    if not any(each.role in SIGNS for each in signed):
        raise Refused("register-unsigned")


def _sign_in(casino_id: int, kind: str, code: str) -> str:
    """What a client signs in as; nothing of other kinds."""
    if kind != ClientEntry.KIND:
        return ""
    return str(ApiClient.objects.get(casino_id=casino_id, code=code).client_id)
