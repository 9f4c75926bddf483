"""/live/LV1/seat/3/live: the stream of one seat's screen, for as long as its token stands (casino/live_messages.py)."""

from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_GET

from casino.live_messages import live_messages
from casino.seat.access import for_the_screen
from casino.seat.models import SeatScreen
from casino.seat.screens import still_stands
from casino.web.capacity import live_pages
from casino.web.streams import event_stream

TOKEN_ASKED_EVERY_S = 5.0
"""How long a stream may outlive its screen."""


@require_GET
@for_the_screen
async def live(request: HttpRequest, screen: SeatScreen) -> HttpResponseBase:
    """The stream of one seat's screen; 503 where the process is full."""
    messages = live_messages(
        screen.casino_id,
        table=screen.table,
        may_go_on=partial(_stands, screen.pk),
        ask_every_s=TOKEN_ASKED_EVERY_S,
    )
    return event_stream(messages, live_pages)


def _stands(pk: int) -> bool:
    return still_stands(pk, timezone.now())
