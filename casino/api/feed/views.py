"""/api/v1/events: the feed by position, as pages that may wait for new events, or as a stream of its own.

A page and a message have their last position; a client that reads on from there misses nothing and gets nothing
twice, however often it dies in between.
"""

from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import (
    BearerToken,
    client_of,
    forget_tokens,
    token_of,
)
from casino.api.access.scopes import FEED_READ, sight_of_client
from casino.api.feed.cloud_events import CloudEvent, cloud_events
from casino.api.feed.pages import MOST, ArchivedStretch, Page, Wanted, page
from casino.api.feed.streaming import messages, waited
from casino.api.http.query import once, several, whole_number
from casino.api.http.response import BATCH_TYPE, JSON_TYPE, AsBatch, AsJson, AsStream, utf8_json
from casino.api.openapi.components import header, query, shape
from casino.api.openapi.operations import operation
from casino.web.background import in_thread, stand_aside
from casino.web.capacity import event_streams
from casino.web.problem import Problem
from casino.web.streams.event_stream import event_stream

USUAL = 100
LONGEST_WAIT_S = 30
LONGEST_CODE = 20


class FeedPage(msgspec.Struct, frozen=True, kw_only=True):
    """Events in the order of the feed.

    Read on with `after` = `next`, which is never less than the requested position. `head` is the feed's last position
    when the page was read. A page whose `next` is the head is the last one so far.
    """

    events: tuple[CloudEvent, ...]
    next: Annotated[int, msgspec.Meta(description="The position from which to read on")]
    head: int
    archived: Annotated[
        tuple[ArchivedStretch, ...],
        msgspec.Meta(
            description="Months of which events between `after` and `next` lie in files, and so are not in the page;"
            " left out where there are none"
        ),
    ] = ()


class FeedResponse(HttpResponse):
    """Page of the feed with its request, its token and the number of its events; or, where it `streams`, a stream for
    as long as the token is in force."""

    def __init__(
        self,
        wanted: Wanted,
        content: bytes = b"",
        *,
        content_type: str,
        found: int = 0,
        token: BearerToken,
        streams: bool = False,
    ) -> None:
        super().__init__(content, content_type=content_type)
        self.wanted, self.found, self.token, self.streams = wanted, found, token, streams


_AFTER = query("after", "A position: what comes after it; 0 at first", OpenApiTypes.INT)
_TYPE = query("type", "Only events of these types; several times, or once with commas", many=True)
_TABLE = query("table", "Only what happened at this table")
_LIMIT = query("limit", f"At most so many, up to {MOST}; {USUAL} if not said", OpenApiTypes.INT)
_WAIT = query(
    "wait", f"Where there is nothing yet, wait so many seconds, up to {LONGEST_WAIT_S}", OpenApiTypes.INT
)
LAST_EVENT_ID = header("Last-Event-ID", "A position: as `after`, the greater counts")
PARAMETERS = [_AFTER, _TYPE, _TABLE, _LIMIT, _WAIT]


class FeedView(APIView):
    """The feed, a page of present events. `feed` below waits, and streams."""

    required_scopes = [FEED_READ]
    renderer_classes = (AsJson, AsBatch, AsStream)
    always_new = True

    @operation(
        "read_feed",
        "feed",
        FeedPage,
        parameters=[*PARAMETERS, LAST_EVENT_ID],
        other_responses={(200, BATCH_TYPE): {"type": "array", "items": shape(CloudEvent)}}
        | {(200, AsStream.media_type): {"type": "string"}},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the feed after a position, as CloudEvents: nothing is missed and nothing comes twice.

        Asked for as `text/event-stream`, it is a stream of server-sent events that goes on until the token expires or
        is revoked; a browser or a client that comes back gives its last position in `Last-Event-ID`. Asked for as
        `application/cloudevents-batch+json` it is the bare list, and the header `Link` has the address of the next
        page.
        """
        wanted = _wanted(request)
        token = token_of(request)
        if request.accepted_renderer.media_type == AsStream.media_type:
            return FeedResponse(wanted, token=token, streams=True, content_type=AsStream.media_type)
        return _page_response(wanted, page(wanted), token)


def _wanted(request: Request) -> Wanted:
    last_id = request.headers.get("Last-Event-ID", "")
    after = whole_number(request, "after", 0, least=0)
    if last_id.isascii() and last_id.isdecimal() and len(last_id) <= 18:
        after = max(after, int(last_id))
    table = once(request, "table")
    if table is not None and (not table or "/" in table or len(table) > LONGEST_CODE):
        raise Problem.malformed("table", gettext("'{table}' is no code of a table").format(table=table))
    return Wanted(
        casino_id=client_of(request).casino_id,
        after=after,
        types=several(request, "type"),
        table=table,
        limit=whole_number(request, "limit", USUAL, least=1, most=MOST),
        wait_s=whole_number(request, "wait", 0, least=0, most=LONGEST_WAIT_S),
        sight=sight_of_client(client_of(request)),
        as_batch=request.accepted_renderer.media_type == BATCH_TYPE,
        query=tuple((name, values) for name, values in request.query_params.lists() if name != "after"),
    )


def _page_response(wanted: Wanted, found: Page, token: BearerToken) -> FeedResponse:
    events = cloud_events(wanted.casino_id, wanted.sight, found.events)
    if wanted.as_batch:
        response = FeedResponse(
            wanted, utf8_json(events), found=len(events), content_type=BATCH_TYPE, token=token
        )
        query = urlencode([*wanted.query, ("after", found.next)], doseq=True)
        response["Link"] = f'<{reverse("api:feed")}?{query}>; rel="next"'
        return response
    whole: dict[str, Any] = {"events": events, "next": found.next, "head": found.head}
    if found.archived:
        whole["archived"] = found.archived
    return FeedResponse(wanted, utf8_json(whole), found=len(events), content_type=JSON_TYPE, token=token)


@csrf_exempt
async def feed(request: HttpRequest) -> HttpResponseBase:
    """Answer a request for the feed, and wait for events if the client asks for that.

    A waiting request has no database connection, and a stream has not even a thread.
    """
    response = await sync_to_async(FeedView.as_view())(request)
    if not isinstance(response, FeedResponse):
        return response
    wanted, token = response.wanted, response.token
    if response.streams:
        return event_stream(request, messages(wanted, token), event_streams, token.application_id)
    if wanted.wait_s and not response.found:
        await stand_aside()
        found = await waited(wanted, token)
        if found is not None:
            return _page_response(wanted, found, token)
        # The client was let in when it asked, and would not be now.
        forget_tokens()
        refused: HttpResponseBase = await in_thread(FeedView.as_view(), request)
        return refused
    return response


# The schema's generator finds the view of an address here.
feed.cls = FeedView  # type: ignore[attr-defined]
feed.initkwargs = {}  # type: ignore[attr-defined]
