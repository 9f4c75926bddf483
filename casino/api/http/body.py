"""Bodies: JSON of at most so many bytes, read to the last key of the documented form."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import IO, Any, TypeVar

import msgspec
from django.utils.translation import gettext
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from casino.api.settlement.texts import readable_document
from casino.web.decoding import misread
from casino.web.limits import LARGEST_BODY
from casino.web.problem import Problem, read_document
from casino.web.problem_response import BadRequest, TooLarge
from tables.refusal import Refused


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
            raise TooLarge(
                gettext("A body has at most {most} bytes; send less in one request.").format(
                    most=LARGEST_BODY
                )
            )
        return body


def body_of(request: Request) -> bytes:
    """Return the body as it came; nothing if there is none. Raises TooLarge, UnsupportedMediaType."""
    if "Transfer-Encoding" in request.headers:
        # Sent in chunks, so its length is not known; REST framework would take it for empty. The parser has its limit.
        request.META["CONTENT_LENGTH"] = str(LARGEST_BODY)
    try:
        body = request.data
        return body if isinstance(body, bytes) else b""
    except UnsupportedMediaType:
        raise UnsupportedMediaType(
            request.content_type,
            gettext(
                "'{content_type}' is not read here; send the header 'Content-Type: application/json'."
            ).format(content_type=request.content_type),
        ) from None


def document_of(request: Request) -> Any:
    """Return the body as Python values. Raises BadRequest with the place where it stops being JSON."""
    try:
        return read_document(body_of(request))
    except Problem as problem:
        raise BadRequest(problem) from None


S = TypeVar("S", bound=msgspec.Struct)

LARGEST_NUMBER = 2**53 - 1
"""Greatest whole number that JSON holds exactly in every language (RFC 8259, section 6)."""


def read(document: Any, struct: type[S]) -> S:
    """Return the struct that a body (JSON as Python values) holds. Raises Problem, also for keys that nothing would
    read.
    """
    document = readable_document(document)
    _check_numbers(document, "")
    try:
        found = msgspec.convert(document, struct, str_keys=True)
    except msgspec.ValidationError as error:
        place, refused = misread(error, struct)
        raise Problem.malformed(place or "request", refused) from None
    except (OverflowError, RecursionError):
        raise Problem.malformed("request", Refused("value-undocumented")) from None
    _check_closed(document, found, "")
    return found


def _check_numbers(document: Any, place: str) -> None:
    """Raise Problem for a number that the record cannot hold exactly."""
    match document:
        case int() | float():
            if not abs(document) <= LARGEST_NUMBER:
                raise Problem.malformed(
                    place,
                    gettext("numbers are from {least} to {most}").format(
                        least=-LARGEST_NUMBER, most=LARGEST_NUMBER
                    ),
                )
        case Mapping():
            for key, value in document.items():
                _check_numbers(value, f"{place}.{key}".lstrip("."))
        case list():
            for turn, value in enumerate(document):
                _check_numbers(value, f"{place}[{turn}]")


def _check_closed(document: Any, found: Any, place: str) -> None:
    """Raise Misread for an unknown key, and for a time without its zone.

    Structs shared with other packages accept both; here a mistyped key must not pass unseen, and a time is one
    moment.
    """
    if isinstance(found, datetime) and found.tzinfo is None:
        raise Problem.malformed(place, gettext("a time has its zone; it is written 2031-05-17T21:30:00Z"))
    if isinstance(found, msgspec.Struct) and isinstance(document, Mapping):
        fields = dict(zip(found.__struct_encode_fields__, found.__struct_fields__, strict=True))
        for key, value in document.items():
            at = f"{place}.{key}".lstrip(".")
            if key not in fields:
                raise Problem.malformed(at, Refused("key-unknown", key=str(key), fields=tuple(fields)))
            _check_closed(value, getattr(found, fields[key]), at)
    elif isinstance(found, Mapping) and isinstance(document, Mapping):
        for (key, value), within in zip(document.items(), found.values(), strict=True):
            _check_closed(value, within, f"{place}.{key}".lstrip("."))
    elif (
        isinstance(found, Sequence) and isinstance(document, Sequence) and not isinstance(found, str | bytes)
    ):
        for turn, (value, within) in enumerate(zip(document, found, strict=True)):
            _check_closed(value, within, f"{place}[{turn}]")
