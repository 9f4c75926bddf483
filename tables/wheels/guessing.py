"""The protocol of bytes that nobody has explained yet: each preset and some plain forms try to understand them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from tables.registers.entries.reader_presets import reader_presets
from tables.wheels.drivers import driver_for
from tables.wheels.drivers.driver import FAULTY, ReadLine
from tables.wheels.observed_forms import escaped

LEAST_SHARE = 0.2
"""A protocol that understands less is not proposed."""
TERMINATORS = (r"\r\n", r"\n", r"\r")
"""Escaped, as the register has them."""
PROOF = {"slingshot2": "status"}
"""The form of a line without which a protocol is not proposed: a bare number is a line of others, too."""
EXAMPLE = 60


class Guess(msgspec.Struct, frozen=True, kw_only=True):
    """A protocol that understands the bytes. `understood` is their share without line endings, from 0 to 1."""

    protocol: str
    options: dict[str, Any]
    preset: str = ""
    """The preset of the register with this protocol and these options; empty for none."""
    understood: float
    messages: int
    example: str
    """The last message that it understood, escaped."""


def guess(chunks: Sequence[tuple[datetime, bytes]]) -> tuple[Guess, ...]:
    """Return the protocols that understand these bytes with their times, the best first.

    Of two that understand as much, presets come first, in their order.
    """
    total = len(_visible(b"".join(data for _, data in chunks)))
    guesses: list[Guess] = []
    for preset, protocol, options in _candidates():
        found = _try(chunks, total, preset, protocol, dict(options))
        if found is not None and (protocol, found.options) not in [(g.protocol, g.options) for g in guesses]:
            guesses.append(found)
    return tuple(sorted(guesses, key=lambda each: -each.understood))


def _candidates() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for id_, preset in reader_presets().items():
        yield id_, preset.protocol, preset.options
    for terminator in TERMINATORS:
        yield "", "plain_result", {"terminator": terminator}
    yield "", "plain_result", {}


def _try(
    chunks: Sequence[tuple[datetime, bytes]], total: int, preset: str, protocol: str, options: dict[str, Any]
) -> Guess | None:
    driver = driver_for(protocol, "probe", options)
    lines: list[ReadLine] = []
    state = driver.connected(driver.fresh(), chunks[0][0] if chunks else None, whole=True)
    for at, data in chunks:
        heard = driver.feed(state, data, at)
        state = heard.state
        lines += heard.lines
    valid = [line for line in lines if line.read_as not in FAULTY]
    if not valid or PROOF.get(protocol) not in {None, *(line.read_as for line in valid)}:
        return None
    share = min(1.0, sum(len(_visible(line.raw)) for line in valid) / max(1, total))
    if share < LEAST_SHARE:
        return None
    return Guess(
        protocol=protocol,
        options=options,
        preset=preset,
        understood=round(share, 3),
        messages=len(valid),
        example=escaped(valid[-1].raw[:EXAMPLE]),
    )


def _visible(raw: bytes) -> bytes:
    return raw.replace(b"\r", b"").replace(b"\n", b"")
