"""/floor/live: the stream of the floor's and the tables' pages (casino/live_messages.py)."""

from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from casino.live_messages import live_messages
from casino.people.acting import person_waiting
from casino.people.gate import permission_required, still_allowed
from casino.web.capacity import live_pages
from casino.web.streams import event_stream

SESSION_CHECKED_EVERY_S = 60.0
"""How long a stream may outlive a sign-out, or a role that was taken away."""
LONGEST_POSITION = 18
"""Digits; no stream sends an id that is longer."""


@require_GET
@permission_required("floor.see")
async def live(request: HttpRequest) -> HttpResponseBase:
    """Heartbeats for the whole floor, or with `?table=RF1` for that table alone; 503 where the process is full."""
    person = await person_waiting(request)
    messages = live_messages(
        person.casino_id,
        table=request.GET.get("table"),
        heard_until=_position(request.headers.get("Last-Event-ID", "")),
        may_go_on=partial(still_allowed, request.session.session_key, "floor.see"),
        ask_every_s=SESSION_CHECKED_EVERY_S,
    )
    return event_stream(messages, live_pages)


def _position(last_id: str) -> int | None:
    return int(last_id) if last_id.isdecimal() and len(last_id) <= LONGEST_POSITION else None
