"""/floor/live: the stream of the floor's and the tables' pages (casino/live_messages.py)."""

from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from casino.live_messages import heard_until, live_messages
from casino.people.acting import person_waiting
from casino.people.gate import permission_required, still_allowed
from casino.web.capacity import live_pages
from casino.web.streams import event_stream

SESSION_CHECKED_EVERY_S = 60.0
"""How long a stream may outlive a sign-out, or a role that was taken away."""


@require_GET
@permission_required("floor.see")
async def live(request: HttpRequest) -> HttpResponseBase:
    """Heartbeats for the whole floor, or with `?table=RF1&table=RF2` for these tables alone; 503 where the process is
    full.

    `after=1200`, or the browser's own Last-Event-ID: how far its pages have heard.
    """
    person = await person_waiting(request)
    messages = live_messages(
        person.casino_id,
        tables=frozenset(request.GET.getlist("table")) or None,
        heard_until=heard_until(request),
        may_go_on=partial(still_allowed, request.session.session_key, "floor.see"),
        ask_every_s=SESSION_CHECKED_EVERY_S,
    )
    return event_stream(request, messages, live_pages)
