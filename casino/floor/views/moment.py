"""A table's day again: the table after any event, read from the record, and that event's proof."""

from datetime import date

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.commands.table_snapshot import board_shown
from casino.floor.forms.record import RecordFilter
from casino.floor.presenters.moment import (
    choices_by,
    chosen_places,
    moment_of,
    second_of,
    standing_of,
    version_at,
)
from casino.floor.presenters.payments import payment_discrepancies, sheet_at_moment
from casino.floor.presenters.read_day import ReadDay
from casino.floor.presenters.table import table_context
from casino.kit.cloth.svg import cloth_svg
from casino.kit.documents.event_proof import event_proof
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import contents_for, sight_of
from settlement.blind_count import blind_days
from settlement.blind_events import hidden_events
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.handling.streams import table_stream
from tables.python_runtime import nothing_collected
from tables.stream import read_stream, stream_version
from tables.stream.merkle.checkpoints import latest_checkpoint
from tables.stream.merkle.proofs import find_event


@require_GET
@never_cache
@permission_required("record.read")
@nothing_collected()
def moment(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/moment/?day=2026-11-20&event=123: the table as that event left it; without `event` the newest.

    `at`, in whole seconds from 1970, is where the slider was let go: the last event that had happened by then. `words`,
    `coup`, `person` and `kind` choose among the day's events, as on the page of its record: only those are marked and
    stepped to.
    """
    view = board_shown(request, code)
    day = _day(request, view)
    records = read_stream(person_of(request).casino_id, table_stream(code, day))
    if not records:
        raise Http404(f"{code} was not opened on {day}")
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    withheld = (code, day) in blind_days(casino_id, sight_of(request.user), day, day)
    read, form = ReadDay(records, withheld=withheld), RecordFilter(request.GET, day, of_one_day=True)
    chosen = chosen_places(read, form.wanted)
    version = _event_in_address(request, len(records)) or version_at(
        records, chosen, second_of(request.GET.get("at", ""))
    )
    shown = moment_of(read, version, code=code, day=day, chosen=chosen)
    form.offer(read.people, read.kinds)
    state = read.state_then(version)
    # Blind is what waits to be counted; what was counted since, everybody who reads the record may see.
    sees = sees if withheld else sees | {"uncounted-drop"}
    sheet = sheet_at_moment(casino_id, state, sees, choices_by(records, version, state.coup))
    context = {
        "moment": shown,
        "form": form,
        "kept": form.query or QueryDict(f"day={day}"),
        "narrowed": chosen is not None,
        "standing": standing_of(casino_id, records[version - 1]),
        "page": table_context(view.table, state, read.rulebook, shown.at, sees=sees, sheet=sheet),
        "cloth": cloth_svg(read.rulebook, state.wheel),
        "differences": payment_discrepancies(state, read.rulebook, sees),
    }
    return render(request, "floor/moment.html", context, status=200 if form.is_valid() else 422)


@require_GET
@never_cache
@permission_required("record.read")
def proof(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/moment/proof?day=&event=: the event as it is stored with its path to a signed checkpoint, as the API
    gives it: docs/examples/verify_proof.py checks it offline. 409 while no checkpoint covers the event, and while its
    cash waits for a count."""
    day = _day(request, board_shown(request, code))
    casino_id, stream = person_of(request).casino_id, table_stream(code, day)
    last = stream_version(casino_id, stream)
    version = _event_in_address(request, last) or last
    found = read_stream(casino_id, stream, after_version=version - 1, to_version=version)
    if not found:
        raise Http404(f"{code} was not opened on {day}")
    record = found[0]
    if hidden_events(casino_id, sight_of(request.user), (record,)):
        words = gettext(
            "This event has cash of a drop box that nobody has counted. Ask again after its count."
        )
        return HttpResponse(words, status=409, content_type="text/plain; charset=utf-8")
    event, checkpoint = find_event(casino_id, record.event_id), latest_checkpoint(casino_id)
    position = event.position if event else None
    if event is None or position is None or checkpoint is None or position > checkpoint.size:
        words = gettext(
            "No signed checkpoint covers this event yet: one is signed each minute. Ask again then."
        )
        return HttpResponse(words, status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(
        msgspec.json.encode(event_proof(event, position, checkpoint)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="proof-{code}-{day}-{record.version}.json"'},
    )


def _day(request: HttpRequest, view: TableSnapshot) -> str:
    """The gaming day (ISO date) in the address, or the table's newest. Raises Http404 where there is none."""
    newest = view.state.day if view.state else ""
    try:
        return date.fromisoformat(request.GET.get("day") or newest).isoformat()
    except ValueError:
        raise Http404("a gaming day reads 2026-11-20") from None


def _event_in_address(request: HttpRequest, last: int) -> int | None:
    """The version of the event in the address, None where it names none. Raises Http404 for one that the day does not
    have, whose last is this."""
    version = request.GET.get("event", "")
    if not version:
        return None
    if not version.isdecimal() or len(version) > 9 or not 1 <= int(version) <= last:
        raise Http404(f"the day has events 1 to {last}")
    return int(version)
