"""/api/v1/events: the feed by position, as pages that may wait for what is to come, or as a stream of its own.

A page and a message say how far they go; a client that reads on from there misses nothing and gets nothing twice,
however often it dies in between.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from datetime import datetime
from time import monotonic
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from asgiref.sync import sync_to_async
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of, token_of
from casino.api.access.scopes import FEED_READ
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.http.query import once, several, whole_number
from casino.api.http.response import BATCH_TYPE, JSON_TYPE, AsBatch, AsJson, AsStream, utf8_json
from casino.api.openapi.components import header, query, shape
from casino.api.openapi.operations import operation
from casino.api.settlement.problem import Problem
from casino.feed_listener import Mailbox, feed_listener
from casino.web.background import in_thread, stand_aside
from casino.web.capacity import event_streams
from casino.web.streams import event_stream
from tables.handling.streams import TABLE_PREFIX
from tables.stream import StoredEvent, feed_position, read_feed_as_stored
from tables.stream.archiving.months import archived_months, written_month

log = logging.getLogger(__name__)

MOST = 1000
"""Events in a page."""
USUAL = 100
LONGEST_WAIT_S = 30
PULSE_S = 15.0
"""A stream that has nothing to say says so after this long, so that a dead line is noticed."""
LONGEST_CODE = 20
REST_S = 0.001
"""For each open stream: how long a stream rests after it has sent something, so that streams leave time for pages."""


class ArchivedStretch(msgspec.Struct, frozen=True, kw_only=True):
    """A month whose days are no longer in the database: its file has them, with their proofs."""

    month: Annotated[str, msgspec.Meta(examples=["2031-05"])]
    file: str
    first: Annotated[int, msgspec.Meta(description="The position of its first event")]
    last: int


class FeedPage(msgspec.Struct, frozen=True, kw_only=True):
    """Events in the order of the feed. Read on with `after` = `next`, which is never less than what was asked after.

    `head` is the feed's last position when the page was read: a page whose `next` is the head has all that there was.
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


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What of a casino's feed is wanted, and how much of it at once."""

    casino_id: int
    after: int
    types: tuple[str, ...]
    table: str | None
    limit: int
    wait_s: int
    as_batch: bool
    query: tuple[tuple[str, list[str]], ...]
    """The call's parameters but for the position."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Events of the feed, and the position to which the reading came."""

    events: tuple[StoredEvent, ...]
    next: int
    head: int
    archived: tuple[ArchivedStretch, ...] = ()


class FeedResponse(HttpResponse):
    """Page of the feed with its request and the number of its events, or a stream of `client` that ends at `until`."""

    def __init__(
        self,
        wanted: Wanted,
        content: bytes = b"",
        *,
        content_type: str,
        found: int = 0,
        until: datetime | None = None,
        client: int | None = None,
    ) -> None:
        super().__init__(content, content_type=content_type)
        self.wanted, self.found, self.until, self.client = wanted, found, until, client


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
    """The feed, a page of what is there. `feed` below waits, and streams."""

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
        """The feed after a position, as CloudEvents: nothing is missed and nothing comes twice.

        Asked for as `text/event-stream`, it is a stream of server-sent events that goes on until the token expires; a
        browser or a client that comes back says with `Last-Event-ID` how far it had got. Asked for as
        `application/cloudevents-batch+json` it is the bare list, and the header `Link` says where to read on.
        """
        wanted = _wanted(request)
        if request.accepted_renderer.media_type == AsStream.media_type:
            token = token_of(request)
            return FeedResponse(
                wanted, until=token.expires, client=token.application_id, content_type=AsStream.media_type
            )
        return _page_response(wanted, page(wanted))


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
        as_batch=request.accepted_renderer.media_type == BATCH_TYPE,
        query=tuple((name, values) for name, values in request.query_params.lists() if name != "after"),
    )


def page(wanted: Wanted) -> Page:
    """The events that are there now. The head is read first: what is sealed meanwhile belongs to the next page."""
    head = feed_position(wanted.casino_id)
    events = tuple(
        read_feed_as_stored(
            wanted.casino_id,
            after=wanted.after,
            types=wanted.types or None,
            stream_prefix=f"{TABLE_PREFIX}{wanted.table}/" if wanted.table is not None else None,
            limit=wanted.limit,
        )
    )
    last = (events[-1].position or 0) if events else wanted.after
    read_to = last if len(events) == wanted.limit else max(head, last)
    if not wanted.types and wanted.table is None:
        # The rest of a record from which somebody took events is still sent.
        read_to = min(read_to, wanted.after + wanted.limit)
    read_to = max(read_to, wanted.after)
    whole = len(events) == read_to - wanted.after
    return Page(
        events=events,
        next=read_to,
        head=max(head, last),
        archived=() if whole else _archived_between(wanted.casino_id, wanted.after, read_to),
    )


def _archived_between(casino_id: int, after: int, to: int) -> tuple[ArchivedStretch, ...]:
    return tuple(
        ArchivedStretch(month=written_month(each.month), file=each.file, first=each.first, last=each.last)
        for each in archived_months(casino_id)
        if each.first <= to and each.last > after
    )


def _page_response(wanted: Wanted, found: Page) -> FeedResponse:
    events = [cloud_event(event) for event in found.events]
    if wanted.as_batch:
        response = FeedResponse(wanted, utf8_json(events), found=len(events), content_type=BATCH_TYPE)
        query = urlencode([*wanted.query, ("after", found.next)], doseq=True)
        response["Link"] = f'<{reverse("api:feed")}?{query}>; rel="next"'
        return response
    whole: dict[str, Any] = {"events": events, "next": found.next, "head": found.head}
    if found.archived:
        whole["archived"] = found.archived
    return FeedResponse(wanted, utf8_json(whole), found=len(events), content_type=JSON_TYPE)


@csrf_exempt
async def feed(request: HttpRequest) -> HttpResponseBase:
    """The view with the patience to wait: it holds no database connection meanwhile, and a stream not even a thread."""
    response = await sync_to_async(FeedView.as_view())(request)
    if not isinstance(response, FeedResponse):
        return response
    wanted = response.wanted
    if response.until is not None:
        seconds = (response.until - timezone.now()).total_seconds()
        messages = _messages(wanted, monotonic() + seconds)
        return event_stream(request, messages, event_streams, response.client)
    if wanted.wait_s and not response.found:
        await stand_aside()
        return _page_response(wanted, await _waited(wanted))
    return response


# Where the schema's generator finds the view of an address.
feed.cls = FeedView  # type: ignore[attr-defined]
feed.initkwargs = {}  # type: ignore[attr-defined]


async def _waited(wanted: Wanted) -> Page:
    """The page once it has something in it, or as it is when the time is over."""
    until = monotonic() + wanted.wait_s
    async with feed_listener().page(wanted.casino_id) as pokes:
        while True:
            # Read after the listening began, so that nothing falls between the two.
            found: Page = await in_thread(page, wanted)
            left = until - monotonic()
            if found.events or left <= 0:
                return found
            await pokes.take(left)


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the feed as a stream sends it."""

    messages: bytes
    last: int | None
    """The position of the last event in it; None where there is none."""
    next: int
    head: int


def _piece(wanted: Wanted) -> Piece:
    found = page(wanted)
    last = found.events[-1].position if found.events else None
    return Piece(messages=_as_messages(found.events), last=last, next=found.next, head=found.head)


class SharedPieces:
    """Reads a piece once for all streams that want the same at the same time, after the same position."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[Any, ...], asyncio.Task[Piece]] = {}

    async def read(self, wanted: Wanted, heard: int) -> Piece:
        """What is there after `wanted.after`, read when the feed was known to stand at `heard` or later."""
        key = (wanted.casino_id, wanted.after, wanted.types, wanted.table, wanted.limit, heard)
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(in_thread(_piece, wanted))
            task.add_done_callback(lambda done: self._under_way.pop(key, None))
        # One of the streams may go while the others still want it.
        return await asyncio.shield(task)


_shared = SharedPieces()


async def _messages(wanted: Wanted, until: float) -> AsyncIterator[bytes]:
    """The feed as server-sent events, each under its position, until the token expires."""
    listener = feed_listener()
    after, pulsed = wanted.after, monotonic()
    async with listener.page(wanted.casino_id) as pokes:
        while (left := until - monotonic()) > 0:
            now = msgspec.structs.replace(wanted, after=after, limit=MOST)
            try:
                piece = await _shared.read(now, listener.position(wanted.casino_id))
            except Error as error:
                # The client has what it was sent; it gets the rest when the database is back.
                log.warning("a stream of the feed could not read on (%s)", error)
                await _rest_and_hear(pokes, min(left, PULSE_S))
                continue
            if piece.messages:
                yield piece.messages
            last = piece.last or after
            after = piece.next
            if piece.messages and after < piece.head:
                continue
            if after != last or monotonic() - pulsed >= PULSE_S:
                # No data, so no message; but a client that comes back need not read again what did not concern it.
                yield f": {timezone.now().isoformat()}\nid: {after}\n\n".encode()
                pulsed = monotonic()
            await _rest_and_hear(pokes, min(left, PULSE_S))


async def _rest_and_hear(pokes: Mailbox, seconds: float) -> None:
    """Rests a little, then waits for a poke, at most so long."""
    await asyncio.sleep(min(event_streams.taken * REST_S, seconds))
    await pokes.take(seconds)


def _as_messages(events: Iterable[StoredEvent]) -> bytes:
    """A message for each event, all in one piece: to send a piece takes longer than to write the message in it."""
    return b"".join(
        b"id: %d\ndata: %b\n\n" % (event.position or 0, utf8_json(cloud_event(event))) for event in events
    )
