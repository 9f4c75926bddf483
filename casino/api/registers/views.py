"""The addresses of the registers. Reading takes `registers:read`; a change takes `registers:write` and the scope of
administration, and waits until an officer confirms it on a screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import (
    ADMINISTRATION,
    REGISTERS_READ,
    REGISTERS_WRITE,
    scopes_by_method,
    scopes_of_act,
)
from casino.api.commands.view import rejections_as_problems
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response
from casino.api.http.preconditions import IF_MATCH_VERSION, check_is_version, read_response, tag_of
from casino.api.openapi.operations import operation
from casino.api.registered import client_id_of
from casino.api.registers.shapes import (
    EntryDeclaration,
    EntryDone,
    EntryHistory,
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
from casino.api.waiting.asking import ActRequested, Wanted, wait_for_officer
from casino.api.waiting.operations import Asked, By, Carried, Operation, waits
from casino.kit.register_changes import (
    DECLARE,
    WITHDRAW,
    act_of_declaration,
    act_of_withdrawal,
    declare_with_secret,
)
from casino.kit.sentences import sentence_of
from casino.web.problem import Problem, refusal_members
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.projections.register_entries import entry_named
from tables.handling.registers import (
    Done,
    entries,
    entry,
    fields_of,
    history,
    issue_secret,
    withdraw,
)
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import KINDS

ISSUE_SECRET = "registers.issue-secret"


class RegistersView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("list_registers", "registers", RegisterKinds)
    def get(self, request: Request) -> RegisterKinds:
        """Return the casino's registers."""
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
        """Return a register: its fields, and every entry, withdrawn ones last."""
        with rejections_as_problems(gettext("the register")):
            found = entries(client_of(request).casino_id, kind)
            return RegisterContents(kind=kind, fields=fields_of(kind), entries=tuple(map(entry_shape, found)))


class RegisterEntryView(APIView):
    required_scopes = scopes_by_method(read=REGISTERS_READ, write=REGISTERS_WRITE, act=DECLARE)

    @operation("read_entry", "registers", RegisteredEntry)
    def get(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Return an entry. Its ETag names its version: sent back as `If-Match`, it names the version that a change is
        meant for.
        """
        with rejections_as_problems(gettext("the register")):
            found = entry(client_of(request).casino_id, kind, code)
        return read_response(request, entry_shape(found), tag=tag_of("", found.version))

    @operation(
        "declare_entry",
        "registers",
        ActRequested,
        parameters=[IF_MATCH_VERSION],
        body=EntryDeclaration,
        status=202,
    )
    def put(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Request that an entry is registered, changed, or brought back. An officer confirms it on a screen; the result
        is an EntryDone. The same twice changes nothing.
        """
        body = read(document_of(request), EntryDeclaration)
        act = act_of_declaration(client_of(request).casino_id, kind, code, body.values)
        return _requested(request, declare_entry, act, {"kind": kind, "code": code, "values": body.values})


class EntryHistoryView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("read_entry_history", "registers", EntryHistory)
    def get(self, request: Request, kind: str, code: str) -> EntryHistory:
        """Return the changes of an entry, with their author and time, the newest first."""
        with rejections_as_problems(gettext("the register")):
            steps = history(client_of(request).casino_id, kind, code)
        return EntryHistory(kind=kind, code=code, steps=tuple(map(step_shape, steps)))


class EntryWithdrawView(APIView):
    required_scopes = scopes_of_act(REGISTERS_WRITE, WITHDRAW)

    @operation(
        "withdraw_entry",
        "registers",
        ActRequested,
        parameters=[IF_MATCH_VERSION],
        body=EntryWithdrawal,
        status=202,
    )
    def post(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Request that an entry is taken out of use. An officer confirms it on a screen; the result is an EntryDone. It
        stays in the record; declared again it comes back.
        """
        body = read(document_of(request), EntryWithdrawal)
        act, arguments = act_of_withdrawal(kind), {"kind": kind, "code": code, "reason": body.reason}
        return _requested(request, withdraw_entry, act, arguments)


class EntrySecretView(APIView):
    required_scopes = scopes_of_act(REGISTERS_WRITE, ISSUE_SECRET)

    @operation("issue_entry_secret", "registers", ActRequested, body=EntrySecretRequest, status=202)
    def post(self, request: Request, kind: str, code: str) -> HttpResponse:
        """Request a new secret for a client, a webhook, a notice or a sign. It is shown once, on the screen of the
        officer who confirms; the result is an EntryDone.
        """
        read(document_of(request), EntrySecretRequest)
        return _requested(request, issue_entry_secret, ISSUE_SECRET, {"kind": kind, "code": code})


def _requested(request: Request, wanted: Operation, act: str, arguments: dict[str, Any]) -> HttpResponse:
    """Let the operation wait for an officer, for the entry's present version. Raises MovedOn if `If-Match` names
    another one.
    """
    casino_id, kind, code = client_of(request).casino_id, arguments["kind"], arguments["code"]
    seen = entry_named(casino_id, kind, code).version
    if not has_response(request):
        check_is_version(request, seen)
    waiting = Wanted(operation=wanted, act=act, arguments=arguments, seen=seen)
    return wait_for_officer(request, waiting, partial(_refusals, code))


@waits(DECLARE, REGISTERS_WRITE, ADMINISTRATION, result=EntryDone)
def declare_entry(asked: Asked, by: By) -> Carried:
    """Register, change or bring back an entry. Raises Refused."""
    given = asked.arguments
    done = declare_with_secret(
        asked.client.casino_id, given["kind"], given["code"], given["values"], **_by(asked, by)
    )
    return _carried(asked, done)


@waits(WITHDRAW, REGISTERS_WRITE, ADMINISTRATION, result=EntryDone)
def withdraw_entry(asked: Asked, by: By) -> Carried:
    """Take an entry out of use. Raises Refused."""
    given = asked.arguments
    done = withdraw(
        asked.client.casino_id,
        given["kind"],
        given["code"],
        reason=given["reason"],
        **_by(asked, by),
    )
    return _carried(asked, done)


@waits(ISSUE_SECRET, REGISTERS_WRITE, ADMINISTRATION, result=EntryDone)
def issue_entry_secret(asked: Asked, by: By) -> Carried:
    """Give an entry a new secret. Raises Refused."""
    given = asked.arguments
    return _carried(
        asked, issue_secret(asked.client.casino_id, given["kind"], given["code"], **_by(asked, by))
    )


def _by(asked: Asked, by: By) -> dict[str, Any]:
    return {"by": by.actor, "now": by.now, "signatures": by.signatures, "seen": _seen(asked)}


def _seen(asked: Asked) -> int | None:
    """Return the version that the change is meant for. None for an entry in no register: a row older than the registers
    gets its first version with the change.
    """
    casino_id, kind, code = asked.client.casino_id, asked.arguments["kind"], asked.arguments["code"]
    hold_casino(casino_id)
    known = asked.seen or entry_named(casino_id, kind, code).version
    return asked.seen if known else None


def _carried(asked: Asked, done: Done) -> Carried:
    shows_id = done.secret and done.entry.kind == "client"
    return Carried(
        result=EntryDone(**done_shape(done)),
        secret=done.secret,
        client_id=client_id_of(asked.client.casino_id, done.entry.code) if shows_id else "",
    )


@contextmanager
def _refusals(code: str) -> Iterator[None]:
    """Yield a refusal of an entry as a problem that names all that is wrong, each with its field."""
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
