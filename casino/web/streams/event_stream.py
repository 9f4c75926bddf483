"""A stream of server-sent events as an answer: it has a place in this process, and gives it back when it ends."""

from collections.abc import AsyncIterator, Hashable

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from casino.web.capacity import ClientFull, Full, Place, StreamPlaces
from casino.web.refusing import no_room, too_many_streams

MEDIA_TYPE = "text/event-stream"


class HeldStream:
    """Messages that are sent as long as their client stays. Django closes it with its response."""

    def __init__(self, messages: AsyncIterator[bytes], place: Place) -> None:
        self._messages = messages
        self._place = place

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._messages

    def close(self) -> None:
        """Release the place: the client has gone, or never came to hear the first message."""
        self._place.release()


def event_stream(
    request: HttpRequest, messages: AsyncIterator[bytes], places: StreamPlaces, client: Hashable = None
) -> HttpResponseBase:
    """Return the answer that sends these messages; 429 where the client has as many streams as it may have, 503 where
    no place is free, both with Retry-After."""
    try:
        place = places.take(client)
    except ClientFull as full:
        return too_many_streams(full.most)
    except Full:
        return no_room(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(HeldStream(messages, place), content_type=MEDIA_TYPE, headers=headers)
