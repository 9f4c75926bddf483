"""The upcasters of declared codecs, where the record finds them when it reads."""

from typing import Any

from tables.codec import EventCodec
from tables.stream import register_upcaster


def register_codecs(*codecs: EventCodec[Any]) -> None:
    """Let the record read old events of these streams in their newest shape. An app does it once, as it gets ready."""
    for codec in codecs:
        for type_, steps in codec.upcasters.items():
            for version, step in enumerate(steps, 1):
                register_upcaster(type_, version, step)
