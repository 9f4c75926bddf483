"""The wheel readers, and one of them: its line, its raw lines as they come, its recordings and its dead letters."""

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.commands.submitting import by_htmx
from casino.kit.forms.command_form import command_of
from casino.kit.forms.validation import checked
from casino.kit.reader_statistics import AgreementCard, agreement_card
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from casino.registers.readers.forms import DeadLetterForm
from casino.registers.readers.letters import shown_letter
from casino.registers.readers.presenters import listed_readers, reader_page
from tables.handling import registers
from tables.registers.entries.kinds import UnknownEntry
from tables.registers.entries.kinds.readers import ReaderEntry
from tables.registers.entries.state import Entry
from tables.wheels.models import ReaderDeadLetter
from tables.wheels.observed_lines import watch
from tables.wheels.reader_recordings import ask_recording, recording_file, recordings, stop_recording


@require_GET
@never_cache
@permission_required("reader.see")
def readers(request: HttpRequest) -> HttpResponse:
    """/readers/: every wheel reader with its table, its role and its line; `?table=RF1`: those of one table."""
    table = request.GET.get("table", "")
    listed = listed_readers(person_of(request).casino_id, table)
    return render(request, "registers/readers/list.html", {"readers": listed, "table": table[:LONGEST_TABLE]})


@require_GET
@never_cache
@permission_required("reader.see")
def reader(request: HttpRequest, code: str) -> HttpResponse:
    """/readers/R1/: one reader; while its page is looked at, the gateway writes its raw lines."""
    return _reader_page(request, _found(request, code))


@require_POST
@never_cache
@permission_required("reader.record")
def record(request: HttpRequest, code: str) -> HttpResponse:
    """/readers/R1/record: raw lines are recorded to a file from now on, or why not (422)."""
    found, person = _found(request, code), person_of(request)
    done = attempted(lambda: ask_recording(person.casino_id, found.code, by=person.display_name))
    if isinstance(done, Rejection):
        return _reader_page(request, found, refused=done.sentence)
    return redirect("readers:reader", found.code)


@require_POST
@never_cache
@permission_required("reader.record")
def stop(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/readers/R1/recordings/3/stop: the recording ends; one that has ended stays as it is."""
    found = _found(request, code)
    _check_recording(request, found, number)
    stop_recording(person_of(request).casino_id, number)
    return redirect("readers:reader", found.code)


@require_GET
@never_cache
@permission_required("reader.record")
def recording(request: HttpRequest, code: str, number: int) -> StreamingHttpResponse:
    """/readers/R1/recordings/3.txt: the recorded lines, each with the seconds since the first one."""
    found = _found(request, code)
    _check_recording(request, found, number)
    parts = recording_file(person_of(request).casino_id, number)
    response = StreamingHttpResponse(parts, content_type="text/plain; charset=us-ascii")
    response["Content-Disposition"] = f'attachment; filename="reader-recording-{number}.txt"'
    return response


@require_GET
@never_cache
@permission_required("reader.see")
def dead_letter(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/readers/R1/dead-letters/3/: one dead letter, and the forms that decide it."""
    return _letter_page(request, _found(request, code), number)


@require_POST
@never_cache
@sensitive_post_parameters("pin")
@act_required("readers", by="act")
def decide(request: HttpRequest, code: str, number: int, act: str) -> HttpResponse:
    """/readers/R1/dead-letters/3/retry-dead-letter: it is delivered again or discarded, or why not (422)."""
    found, person = _found(request, code), person_of(request)
    asked = ACTS.get(act)
    if asked is None:
        raise Http404(f"a dead letter has no {act}")
    _letter(request, found, number)

    def work() -> ReaderDeadLetter:
        entered = checked(request.POST.dict())
        asked_for: ReaderDeadLetter = command_of(DeadLetterForm, entered, person, number, asked)
        return asked_for

    done = attempted(work)
    if isinstance(done, Rejection):
        return _letter_page(request, found, number, act=asked, refused=done.sentence)
    return redirect("readers:reader", found.code)


LONGEST_TABLE = 20
ACTS = {"retry-dead-letter": "retry", "discard-dead-letter": "discard"}
"""Requests to the gateway by the act in the address."""


def _reader_page(request: HttpRequest, found: Entry, *, refused: str = "") -> HttpResponse:
    casino_id = person_of(request).casino_id
    watch(casino_id, found.code)
    context = {
        "page": reader_page(casino_id, found),
        "agreement": None if by_htmx(request) else _agreement(request, found),
        "connected": "connected" in request.GET,
        "refused": refused,
        "may_record": request.user.has_perm("reader.record"),
        "record_rule": rule_of("reader.record"),
    }
    return render(request, "registers/readers/reader.html", context, status=422 if refused else 200)


def _agreement(request: HttpRequest, found: Entry) -> AgreementCard:
    """The statistics of a month. A page that fetches itself again keeps those that it has: a month takes a while."""
    return agreement_card(person_of(request).casino_id, found.code, request.GET.get("month", ""))


def _letter_page(
    request: HttpRequest, found: Entry, number: int, *, act: str = "", refused: str = ""
) -> HttpResponse:
    context = {
        "code": found.code,
        "letter": shown_letter(_letter(request, found, number)),
        "act": act,
        "refused": refused,
        "reason": request.POST.get("reason", "") if refused else "",
        "may_decide": request.user.has_perm("dead_letter.decide"),
        "deciding_rule": rule_of("dead_letter.decide"),
    }
    return render(request, "registers/readers/dead_letter.html", context, status=422 if refused else 200)


def _found(request: HttpRequest, code: str) -> Entry:
    """The reader. Raises Http404 if the casino has none of this code."""
    try:
        return registers.entry(person_of(request).casino_id, ReaderEntry.KIND, code)
    except UnknownEntry:
        raise Http404(f"the registers have no reader {code}") from None


def _letter(request: HttpRequest, found: Entry, number: int) -> ReaderDeadLetter:
    of_reader = ReaderDeadLetter.objects.filter(casino_id=person_of(request).casino_id, reader=found.code)
    letter = of_reader.filter(pk=number).first()
    if letter is None:
        raise Http404(f"reader {found.code} has no dead letter {number}")
    return letter


def _check_recording(request: HttpRequest, found: Entry, number: int) -> None:
    if all(each.pk != number for each in recordings(person_of(request).casino_id, found.code)):
        raise Http404(f"reader {found.code} has no recording {number}")
