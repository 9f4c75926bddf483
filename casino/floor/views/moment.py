"""A table's day again: the table as it stood after any event, read from the record, and that event's proof."""

from datetime import date

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.api.feed.proofs import event_proof
from casino.floor.presenters.moment import (
    choices_by,
    moment_of,
    second_of,
    standing_of,
    state_then,
    version_at,
)
from casino.floor.presenters.payments import payment_discrepancies, sheet_at_moment
from casino.floor.presenters.table import table_context
from casino.kit.cloth.svg import cloth_svg
from casino.kit.table_snapshot import board_shown
from casino.kit.withheld_drop import withheld_days
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import contents_for
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.handling.streams import table_stream
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent, read_stream
from tables.stream.merkle.checkpoints import latest_checkpoint
from tables.stream.merkle.proofs import find_event


@require_GET
@never_cache
@permission_required("record.read")
def moment(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/moment/?day=2026-11-20&event=123: the table as that event left it; without `event` the newest.

    `at`, in whole seconds from 1970, is where the slider was let go: the last event that had happened by then.
    """
    view = board_shown(request, code)
    day, records = _day(request, view)
    version = _version(request, records)
    casino_id, sees, on = person_of(request).casino_id, contents_for(request.user), date.fromisoformat(day)
    withheld = (code, day) in withheld_days(casino_id, sees, on, on)
    shown = moment_of(records, version, code=code, day=day, withheld=withheld)
    state = state_then(records, version)
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    # Blind is what waits to be counted; what was counted since, everybody who reads the record may see.
    sees = sees if withheld else sees | {"uncounted-drop"}
    sheet = sheet_at_moment(casino_id, state, sees, choices_by(records, version, state.coup))
    context = {
        "moment": shown,
        "standing": standing_of(casino_id, records[version - 1]),
        "page": table_context(view.table, state, rulebook, shown.at, sees=sees, sheet=sheet),
        "cloth": cloth_svg(rulebook, state.wheel),
        "differences": payment_discrepancies(state, rulebook, sees),
    }
    return render(request, "floor/moment.html", context)


@require_GET
@never_cache
@permission_required("record.read")
def proof(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/moment/proof?day=&event=: the event as it is stored with its path to a signed checkpoint, as the API
    gives it: docs/examples/verify_proof.py checks it offline. 409 while no checkpoint covers it."""
    view = board_shown(request, code)
    day, records = _day(request, view)
    record = records[_version(request, records) - 1]
    casino_id = person_of(request).casino_id
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


def _day(request: HttpRequest, view: TableSnapshot) -> tuple[str, list[RecordedEvent]]:
    """The gaming day in the address, or the table's newest, with its events. Raises Http404 where there is none."""
    newest = view.state.day if view.state else ""
    try:
        day = date.fromisoformat(request.GET.get("day") or newest).isoformat()
    except ValueError:
        raise Http404("a gaming day reads 2026-11-20") from None
    records = list(read_stream(person_of(request).casino_id, table_stream(view.table.code, day)))
    if not records:
        raise Http404(f"{view.table.code} was not opened on {day}")
    return day, records


def _version(request: HttpRequest, records: list[RecordedEvent]) -> int:
    """The event in the address, else the last. Raises Http404 for one that the day does not have."""
    version, at = request.GET.get("event", ""), second_of(request.GET.get("at", ""))
    if version:
        if not version.isdecimal() or len(version) > 9 or not 1 <= int(version) <= len(records):
            raise Http404(f"the day has events 1 to {len(records)}")
        return int(version)
    return version_at(records, at) if at else len(records)
