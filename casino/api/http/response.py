"""Responses: documents as JSON, the media types that a client may accept, and their compression."""

import json
from fractions import Fraction
from typing import Annotated, Any, Self

import msgspec
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from rest_framework.renderers import BaseRenderer

from tables.roulette.payout.return_to_player import percent

JSON_TYPE = "application/json"
EVENT_TYPE = "application/cloudevents+json"
"""The media type of one event."""
BATCH_TYPE = "application/cloudevents-batch+json"
"""The media type of a bare list of events."""


class Ratio(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a whole."""

    fraction: Annotated[str, msgspec.Meta(description="Exact", examples=["36/37"])]
    percent: Annotated[str, msgspec.Meta(description="To two places", examples=["97.30"])]

    @classmethod
    def of(cls, ratio: Fraction) -> Self:
        sign = "-" if ratio < 0 else ""
        return cls(fraction=f"{ratio.numerator}/{ratio.denominator}", percent=f"{sign}{percent(abs(ratio))}")


def ascii_json(document: Any) -> bytes:
    """Return a document, or a struct, as JSON in ASCII: any text of a client can be returned in it."""
    return json.dumps(msgspec.to_builtins(document)).encode("ascii")


def utf8_json(document: Any) -> bytes:
    """Return a document as JSON in UTF-8, times in RFC 3339: for the record, which holds nothing that a client sent."""
    return msgspec.json.encode(document)


class Renderer(BaseRenderer):
    """Renderer for one response format."""

    charset = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        """Return the data as ASCII JSON. Only problems come here, and they are JSON for every `Accept`."""
        return ascii_json(data)


class AsJson(Renderer):
    """JSON, the usual form."""

    media_type, format = JSON_TYPE, "json"


class AsBatch(Renderer):
    """A bare list of CloudEvents."""

    media_type, format = BATCH_TYPE, "cloudevents"


class AsStream(Renderer):
    """Server-sent events."""

    media_type, format = "text/event-stream", "sse"


class AsNote(Renderer):
    """A signed note alone, as other tools read it."""

    media_type, format = "text/plain", "note"


class ApiCompression(GZipMiddleware):
    """Gzip under /api/, of whole answers: a stream's messages are sent as they come."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith("/api/") or not isinstance(response, HttpResponse):
            return response
        return super().process_response(request, response)
