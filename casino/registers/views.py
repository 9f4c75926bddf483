"""The registers: their index, the entries of a kind, one of them with its history, and the forms that change it."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.api.registered import client_id_of
from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.commands.signing import PINS, SIGNERS, signatures
from casino.kit.forms.fields import Form, count, text
from casino.kit.forms.validation import checked
from casino.kit.register_changes import declare_with_secret
from casino.kit.register_kinds import KIND_WORDS, kind_words
from casino.notices.deliveries import deliveries_to
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from casino.people.sign_in.proving import has_proven
from casino.people.signing import colleagues_who_sign
from casino.registers.forms import EntryForm
from casino.registers.presenters import columns_of, currency_of, how_many, line_of, listed, values_in_force
from casino.registers.readers.line import reader_line
from casino.registers.still_to_do import still_to_do
from tables.handling import registers
from tables.handling.registers import Done
from tables.handling.set_up import is_being_set_up
from tables.handling.witnesses import last_cosigned
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import (
    CASINO,
    KINDS,
    ClientEntry,
    NoticeEntry,
    TableEntry,
    UnknownEntry,
    WitnessEntry,
)
from tables.registers.entries.state import Entry
from tables.registers.entries.two_officers import MANAGEMENT, SECOND_OFFICERS

TERMINAL = "registers"
BY_TWO = {
    ClientEntry.KIND: _("A second officer countersigns the scope of administration"),
    CASINO: _(
        "A second officer countersigns a weaker proof: no second factor, a later lock, an older password"
    ),
    TableEntry.KIND: _(
        "The management countersigns a new table and other limits, a second officer another rulebook"
    ),
    WitnessEntry.KIND: _("A second officer countersigns the key of a witness"),
}
"""The changes that two officers sign, by kind."""


@require_GET
@never_cache
@permission_required("registers.see")
def index(request: HttpRequest) -> HttpResponse:
    """/registers/: the kinds with their numbers of entries, and the open tasks."""
    person = person_of(request)
    kinds = [
        (kind, kind_words(kind), _counted(person.casino_id, kind)) for kind in KINDS if kind in KIND_WORDS
    ]
    context = {"kinds": kinds, "tasks": still_to_do(person.casino_id, person)}
    return render(request, "registers/index.html", context)


@require_GET
@never_cache
@permission_required("registers.see")
def kind_list(request: HttpRequest, kind: str) -> HttpResponse:
    """/registers/table/: the entries of a kind, those that were withdrawn apart."""
    _check_kind(kind)
    if kind == CASINO:
        return redirect("registers:entry", CASINO, CASINO)
    found = [listed(each) for each in registers.entries(person_of(request).casino_id, kind)]
    context = {
        "kind": kind,
        "words": kind_words(kind),
        "columns": columns_of(kind),
        "in_use": [each for each in found if not each.withdrawn],
        "withdrawn": [each for each in found if each.withdrawn],
        "may_change": request.user.has_perm("registers.change"),
        "changing_rule": rule_of("registers.change"),
    }
    return render(request, "registers/list.html", context)


@require_GET
@never_cache
@act_required("registers.declare")
def new(request: HttpRequest, kind: str) -> HttpResponse:
    """/registers/new/table/: the form of an entry that is not registered yet."""
    _check_kind(kind)
    return _new_page(request, kind, EntryForm(person_of(request).casino_id, kind))


@require_GET
@never_cache
@permission_required("registers.see")
def entry(request: HttpRequest, kind: str, entry: str) -> HttpResponse:
    """/registers/table/RF1/: one entry with its history; with its form after a fresh proof."""
    return _entry_page(request, _found(request, kind, entry))


@require_GET
@never_cache
@act_required("registers.declare")
def edit(request: HttpRequest, kind: str, entry: str) -> HttpResponse:
    """/registers/edit/table/RF1/: ask for a proof, and go on to the entry's page, which then has its form."""
    found = _found(request, kind, entry)
    return redirect("registers:entry", kind, found.code)


@require_POST
@never_cache
@act_required("registers.declare")
def register(request: HttpRequest, kind: str) -> HttpResponse:
    """/registers/do/register/table: a new entry, or its form with its fault (422)."""
    _check_kind(kind)
    casino_id = person_of(request).casino_id
    form = EntryForm(casino_id, kind, request.POST)
    if not form.is_valid():
        return _new_page(request, kind, form)
    code = form.entered_code
    if any(each.code == code for each in registers.entries(casino_id, kind)):
        form.add_error("code", gettext("There is one of this code already."))
        return _new_page(request, kind, form)
    done = _declared(request, form)
    return _new_page(request, kind, form) if done is None else _then(request, done)


@require_POST
@never_cache
@act_required("registers.declare")
def change(request: HttpRequest, kind: str, entry: str) -> HttpResponse:
    """/registers/do/change/table/RF1: an entry changed, or brought back; or its form with its fault (422)."""
    found = _found(request, kind, entry)
    form = EntryForm(person_of(request).casino_id, kind, request.POST, stands=found.values, code=found.code)
    if not form.is_valid():
        return _entry_page(request, found, form)
    done = _declared(request, form)
    return _entry_page(request, found, form) if done is None else _then(request, done)


@require_POST
@never_cache
@act_required("registers.withdraw")
def withdraw(request: HttpRequest, kind: str, entry: str) -> HttpResponse:
    """/registers/do/withdraw/table/RF1: an entry taken out of use, or why not (422)."""
    found = _found(request, kind, entry)
    reason = text(request.POST.dict(), "reason")
    person, signed = person_of(request), _signed(request)
    done = attempted(
        lambda: registers.withdraw(
            person.casino_id,
            kind,
            found.code,
            reason=reason,
            signatures=signatures(_signing(request), person, signed["now"]),
            idempotency_key=_key(request),
            **signed,
        ),
        conflict=_conflict(),
    )
    if isinstance(done, Rejection):
        return _entry_page(request, found, refused=done.sentence)
    return redirect("registers:kind", kind)


@require_POST
@never_cache
@act_required("registers.issue-secret")
def issue_secret(request: HttpRequest, kind: str, entry: str) -> HttpResponse:
    """/registers/do/issue-secret/client/mystery: a new secret, shown on this answer and nowhere again."""
    found = _found(request, kind, entry)
    signed = _signed(request)
    casino_id = person_of(request).casino_id
    done = attempted(lambda: registers.issue_secret(casino_id, kind, found.code, **signed))
    if isinstance(done, Rejection):
        return _entry_page(request, found, refused=done.sentence)
    return _then(request, done)


def _declared(request: HttpRequest, form: EntryForm) -> Done | None:
    """Declare the entry of a valid form. Return None for a refused one, with the refusal in the form."""
    person = person_of(request)

    def work() -> Done:
        seen = checked({"seen": request.POST.get("seen", "")})
        version = count(seen, "seen", "entry_version") if seen["seen"] else None
        signed = _signed(request)
        return declare_with_secret(
            person.casino_id,
            form.kind,
            form.entered_code,
            form.values(),
            signatures=signatures(_signing(request), person, signed["now"]),
            seen=version,
            idempotency_key=_key(request),
            **signed,
        )

    done = attempted(work, conflict=_conflict())
    if isinstance(done, Rejection):
        if isinstance(done.refusal, EntryRefused):
            form.refuse(done.refusal.faults)
        else:
            form.add_error(None, done.sentence)
        return None
    return done


def _signing(request: HttpRequest) -> Form:
    """The fields of a colleague who countersigns. Raises Unclear for a text that cannot be read."""
    return checked({name: value for name, value in request.POST.items() if name in (*SIGNERS, *PINS)})  # type: ignore[misc]


def _signed(request: HttpRequest) -> dict[str, Any]:
    """Return the actor of the request and the time."""
    return {"by": acting(person_of(request), TERMINAL), "now": timezone.now()}


def _key(request: HttpRequest) -> str | None:
    key = checked({"key": request.POST.get("key", "")})["key"]
    return f"registers/{person_of(request).pk}/{key}" if key else None


def _then(request: HttpRequest, done: Done) -> HttpResponse:
    """On to the entry's page; with its secret, where one was made, which no address shows again."""
    if done.secret:
        return _entry_page(request, done.entry, secret=done.secret)
    outcome = f"?{done.takes_force}" if done.takes_force else "?unchanged"
    address = reverse("registers:entry", args=[done.entry.kind, done.entry.code])
    return redirect(f"{address}{outcome}")


def _new_page(request: HttpRequest, kind: str, form: EntryForm) -> HttpResponse:
    context = {
        "kind": kind,
        "words": kind_words(kind),
        "form": form,
        "groups": list(form.groups()),
        "key": secrets.token_hex(8),
        **_signers(request, kind, MANAGEMENT if kind == TableEntry.KIND else SECOND_OFFICERS),
    }
    return render(request, "registers/new.html", context, status=422 if form.errors else 200)


def _signers(request: HttpRequest, kind: str, second: tuple[str, ...] = SECOND_OFFICERS) -> dict[str, object]:
    """Return the permitted second signatories of a change of the kind, of roles `second`, and the words for it; empty
    if one officer suffices.
    """
    person = person_of(request)
    if kind not in BY_TWO or (kind != ClientEntry.KIND and is_being_set_up(person.casino_id)):
        return {}
    return {
        "signers": colleagues_who_sign(person),
        "second_officers": " ".join(second),
        "countersigned": gettext(BY_TWO[kind]),
        "withdrawn_by_two": KINDS[kind].WITHDRAWN_BY_TWO,
    }


def _entry_page(
    request: HttpRequest, found: Entry, form: EntryForm | None = None, *, refused: str = "", secret: str = ""
) -> HttpResponse:
    casino_id, kind = person_of(request).casino_id, found.kind
    form = form or EntryForm(casino_id, kind, stands=found.values, code=found.code)
    may_change = request.user.has_perm("registers.change")
    outcome = next((each for each in ("now", "next-day", "unchanged") if each in request.GET), "")
    context = {
        "kind": kind,
        "words": kind_words(kind),
        "entry": found,
        "form": form,
        "groups": list(form.groups()),
        "in_force": values_in_force(found),
        "history": [
            line_of(kind, step, currency_of(found.values))
            for step in registers.history(casino_id, kind, found.code)
        ],
        "line": reader_line(casino_id, found) if kind == "reader" else None,
        "deliveries": deliveries_to(casino_id, found.values["way"], found.values["address"])
        if kind == NoticeEntry.KIND
        else None,
        "is_witness": kind == WitnessEntry.KIND,
        "cosigned": last_cosigned(casino_id, found) if kind == WitnessEntry.KIND else None,
        "client_id": client_id_of(casino_id, found.code) if kind == "client" else "",
        "has_secret": KINDS[kind].HAS_SECRET,
        "withdrawable": kind != CASINO and not found.withdrawn,
        "secret": secret,
        "refused": refused,
        "outcome": outcome,
        "key": secrets.token_hex(8),
        **_signers(request, kind),
        "may_change": may_change,
        "opens": may_change and _has_proof(request),
        "changing_rule": rule_of("registers.change"),
    }
    status = 422 if form.errors or refused else 200
    return render(request, "registers/entry.html", context, status=status)


def _has_proof(request: HttpRequest) -> bool:
    """Return True if a form that is shown now will be taken: a POST has been let in already."""
    return request.method == "POST" or has_proven(request)


def _found(request: HttpRequest, kind: str, code: str) -> Entry:
    """The entry. Raises Http404 where there is none at this casino."""
    try:
        return registers.entry(person_of(request).casino_id, kind, code)
    except UnknownEntry:
        raise Http404(f"the registers have no {kind} {code}") from None


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise Http404(f"no register is called {kind}")


def _counted(casino_id: int, kind: str) -> str:
    return how_many(len(registers.entries(casino_id, kind, withdrawn=False)))


def _conflict() -> str:
    return gettext("It was changed while this was sent: look, and send it again.")
