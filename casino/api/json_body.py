"""Bodies: JSON, of at most so many bytes, kept as they came so that two can be told to be the same."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from casino.api.problem import BadRequest, TooLarge
from casino.api.settlement.problem import Problem
from casino.api.settlement.text import read_document

LARGEST_BODY = 1024 * 1024
"""Bytes."""


class JsonBody(BaseParser):
    """Takes application/json and gives its bytes. Raises TooLarge; reads no more than one byte over the limit."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may give what its views can read
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge(f"A body has at most {LARGEST_BODY} bytes; send less in one request.")
        return body


def body_of(request: Request) -> bytes:
    """The body as it came; nothing where there is none. Raises TooLarge, UnsupportedMediaType."""
    if "Transfer-Encoding" in request.headers:
        # Sent in chunks, so its length is not known; REST framework would take it for empty. The parser has its limit.
        request.META["CONTENT_LENGTH"] = str(LARGEST_BODY)
    try:
        body = request.data
        return body if isinstance(body, bytes) else b""
    except UnsupportedMediaType:
        raise UnsupportedMediaType(
            request.content_type,
            f"'{request.content_type}' is not read here; send the header 'Content-Type: application/json'.",
        ) from None


def document_of(request: Request) -> Any:
    """The body as Python values. Raises BadRequest with the place where it stops being JSON."""
    try:
        return read_document(body_of(request))
    except Problem as problem:
        raise BadRequest(problem.detail) from None
