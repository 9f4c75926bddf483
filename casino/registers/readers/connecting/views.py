"""The steps that connect a reader, each a page that can be loaded again. The register changes with the last one."""

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.kit.register_changes import declare_with_secret
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.signing import own_signature
from casino.registers.readers.connecting.draft import (
    STEPS,
    Compared,
    Draft,
    draft_named,
    drafts,
    drop_draft,
    keep_draft,
    new_draft,
)
from casino.registers.readers.connecting.forms import AddressForm, NumberForm, PlaceForm, ProtocolForm
from casino.registers.readers.connecting.presenters import (
    bytes_presenter,
    number_presenter,
    protocol_presenter,
    steps_of,
    summary_of,
)
from casino.registers.readers.connecting.probing import (
    begin_probe,
    needs_new_probe,
    numbers_seen,
    running_probe,
)
from casino.registers.readers.connecting.ways import preset_of, ways
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds.readers import ReaderEntry
from tables.wheels.reader_probes import end_probe

TERMINAL = "registers"
LISTENS = ("bytes", "number")
"""The steps that show the arriving bytes."""
TEMPLATES = {
    "address": "registers/readers/connecting/address.html",
    "bytes": "registers/readers/connecting/bytes.html",
    "protocol": "registers/readers/connecting/protocol.html",
    "number": "registers/readers/connecting/number.html",
    "place": "registers/readers/connecting/place.html",
}
KIND = ReaderEntry.KIND
NOT_THERE, MOVED_ON = 0, "entry-moved-on"
"""The version of an entry that there is not, and the refusal if there is one: two people may send a code at once."""


@require_GET
@never_cache
@permission_required("registers.change")
def start(request: HttpRequest) -> HttpResponse:
    """/connect-reader/: the address of a new reader, and the drafts that wait."""
    return _start_page(request, AddressForm())


@require_POST
@never_cache
@act_required("registers.declare")
def begin(request: HttpRequest) -> HttpResponse:
    """/connect-reader/begin: a gateway listens to the address for a minute; the bytes are the next page."""
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _start_page(request, form)
    draft = _probed(request, new_draft(form.cleaned_data["url"], form.line_options), form)
    return _start_page(request, form) if draft is None else _on(request, draft, "bytes")


@require_GET
@never_cache
@permission_required("registers.change")
def step(request: HttpRequest, draft: str, step: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/bytes/: a step; a step that is not open yet redirects to the first unfinished
    one.
    """
    found = _found(request, draft)
    if found is None:
        return redirect("connect_reader:start")
    if step not in STEPS:
        raise Http404(f"connecting a reader has no step {step}")
    if not found.is_open(step):
        return _to(found, found.next_step)
    refused = ""
    if step in LISTENS and needs_new_probe(running_probe(person_of(request).casino_id, found)):
        found, refused = _listening_again(request, found)
    return _step_page(request, found, step, refused=refused)


@require_POST
@never_cache
@act_required("registers.declare")
def change_address(request: HttpRequest, draft: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/address: another address; the findings at the old one no longer count."""
    found = _found(request, draft)
    if found is None:
        return redirect("connect_reader:start")
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _step_page(request, found, "address", form=form)
    _end_probes(request, found)
    other = msgspec.structs.replace(new_draft(form.cleaned_data["url"], form.line_options), id=found.id)
    probed = _probed(request, other, form)
    return (
        _step_page(request, found, "address", form=form) if probed is None else _on(request, probed, "bytes")
    )


@require_POST
@never_cache
@permission_required("registers.change")
def choose_protocol(request: HttpRequest, draft: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/protocol: the protocol is confirmed; a number is compared next."""
    found = _found(request, draft)
    if found is None:
        return redirect("connect_reader:start")
    form = ProtocolForm(
        ways(running_probe(person_of(request).casino_id, found), _chosen(found)), request.POST
    )
    if not form.is_valid():
        return _step_page(request, found, "protocol", form=form)
    protocol, options = form.cleaned_data["way"]
    chosen = msgspec.structs.replace(found, protocol=protocol, options=options, compared=None)
    return _on(request, chosen, "number")


@require_POST
@never_cache
@permission_required("registers.change")
def compare_number(request: HttpRequest, draft: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/number: the same number goes on to the table; another one back to the protocol."""
    found = _found(request, draft)
    if found is None:
        return redirect("connect_reader:start")
    if not found.is_open("number"):
        return _to(found, found.next_step)
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _step_page(request, found, "number", form=form)
    seen = form.cleaned_data["seen"]
    if all(each.number != seen for each in numbers_seen(person_of(request).casino_id, found)):
        form.add_error(
            None, gettext("The reader has reported no number yet. Let the ball fall, then compare.")
        )
        return _step_page(request, found, "number", form=form)
    compared = Compared(reader=seen, wheel=form.cleaned_data["wheel"])
    after = msgspec.structs.replace(found, compared=compared)
    return _on(request, after, "place" if compared.agree else "protocol")


@require_POST
@never_cache
@act_required("registers.declare")
def register(request: HttpRequest, draft: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/register: the reader is in the register, or its step shows why not (422)."""
    found = _found(request, draft)
    if found is None:
        return redirect("connect_reader:start")
    if not found.is_open("place"):
        return _to(found, found.next_step)
    person = person_of(request)
    form = PlaceForm(person.casino_id, found.protocol, request.POST)
    if not form.is_valid() or not _declared(request, found, form):
        return _step_page(request, found, "place", form=form)
    _end_probes(request, found)
    drop_draft(request.session, found.id)
    response = redirect("readers:reader", form.cleaned_data["code"])
    response["Location"] += "?connected"
    return response


@require_POST
@never_cache
@permission_required("registers.change")
def drop(request: HttpRequest, draft: str) -> HttpResponse:
    """/connect-reader/1f2e3d4c5b6a/drop: the draft ends; one that is gone stays gone."""
    found = _found(request, draft)
    if found is not None:
        _end_probes(request, found)
        drop_draft(request.session, found.id)
    return redirect("readers:list")


def _declared(request: HttpRequest, draft: Draft, form: PlaceForm) -> bool:
    """Register the reader. Return False for a refused one, with the refusal in the form."""
    person, entered, now = person_of(request), form.cleaned_data, timezone.now()
    values: dict[str, Any] = {
        "table": entered["table"],
        "role": entered["role"],
        "protocol": draft.protocol,
        "url": draft.url,
    }
    # The preset brings its options: no person can enter a line break as a terminator.
    preset = preset_of(draft.protocol, draft.options)
    values |= {"preset": preset.id} if preset else {}
    values["options"] = {**draft.line_options, **({} if preset else draft.options)}
    if "launch" in entered:
        values["launch"] = entered["launch"]
    done = attempted(
        lambda: declare_with_secret(
            person.casino_id,
            KIND,
            entered["code"],
            values,
            by=acting(person, TERMINAL),
            now=now,
            signatures=(own_signature(person),),
            seen=NOT_THERE,
            idempotency_key=f"connect-reader/{person.pk}/{draft.id}",
        )
    )
    if not isinstance(done, Rejection):
        return True
    if isinstance(done.refusal, EntryRefused):
        form.refuse(done.refusal.faults)
    elif done.refusal is not None and done.refusal.code == MOVED_ON:
        form.add_error("code", gettext("There is one of this code already."))
    else:
        form.add_error(None, done.sentence)
    return False


def _probed(request: HttpRequest, draft: Draft, form: AddressForm) -> Draft | None:
    """The draft with a probe of its address; None for a refused one, with the refusal in the form."""
    person = person_of(request)
    done = attempted(lambda: begin_probe(person.casino_id, draft, by=person.display_name))
    if isinstance(done, Rejection):
        form.add_error("url", done.sentence)
        return None
    return done


def _listening_again(request: HttpRequest, draft: Draft) -> tuple[Draft, str]:
    """The draft with a new probe, or as it is with the sentence that refuses one."""
    person = person_of(request)
    done = attempted(lambda: begin_probe(person.casino_id, draft, by=person.display_name))
    if isinstance(done, Rejection):
        return draft, done.sentence
    keep_draft(request.session, done)
    return done, ""


def _end_probes(request: HttpRequest, draft: Draft) -> None:
    for number in draft.probes:
        end_probe(person_of(request).casino_id, number)


def _chosen(draft: Draft) -> tuple[str, dict[str, Any]] | None:
    return (draft.protocol, draft.options) if draft.protocol else None


def _found(request: HttpRequest, draft: str) -> Draft | None:
    return draft_named(request.session, draft)


def _on(request: HttpRequest, draft: Draft, step: str) -> HttpResponse:
    """Keep the draft, and go to a step."""
    keep_draft(request.session, draft)
    return _to(draft, step)


def _to(draft: Draft, step: str) -> HttpResponse:
    return redirect("connect_reader:step", draft.id, step)


def _start_page(request: HttpRequest, form: AddressForm) -> HttpResponse:
    context = {
        "form": form,
        "step": "address",
        "steps": steps_of(None, "address"),
        "drafts": drafts(request.session),
    }
    return render(
        request, "registers/readers/connecting/address.html", context, status=422 if form.errors else 200
    )


def _step_page(
    request: HttpRequest, draft: Draft, step: str, *, form: Any = None, refused: str = ""
) -> HttpResponse:
    casino_id = person_of(request).casino_id
    context: dict[str, Any] = {
        "draft": draft,
        "step": step,
        "steps": steps_of(draft, step),
        "summary": summary_of(draft),
        "refused": refused,
    }
    match step:
        case "address":
            entered = {"url": draft.url, **draft.line_options}
            context |= {"form": form or AddressForm(initial=entered)}
        case "bytes":
            context |= {"page": bytes_presenter(casino_id, draft)}
        case "protocol":
            context |= {"page": protocol_presenter(casino_id, draft), "form": form}
        case "number":
            context |= {"page": number_presenter(casino_id, draft), "form": form or NumberForm()}
        case "place":
            context |= {"form": form or PlaceForm(casino_id, draft.protocol)}
    wrong = form is not None and form.errors
    return render(request, TEMPLATES[step], context, status=422 if wrong else 200)
