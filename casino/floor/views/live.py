"""/floor/live: the stream of the floor's and the tables' pages (casino/web/streams/live_messages.py)."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from casino.people.acting import person_waiting
from casino.people.gate import permission_required, terms_of_session
from casino.web.capacity import live_pages
from casino.web.streams.event_stream import event_stream
from casino.web.streams.live_messages import heard_until, live_messages


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
        terms=terms_of_session(request, person, "floor.see"),
    )
    return event_stream(request, messages, live_pages)
