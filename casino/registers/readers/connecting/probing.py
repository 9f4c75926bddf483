"""Results of the probes of a draft's address: the bytes, and the numbers that a protocol reads in them."""

import codecs
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone

from casino.registers.readers.connecting.draft import PROBES_READ, Draft
from tables.registers.entries.reader_addresses import read_address
from tables.wheels.drivers import driver_for
from tables.wheels.drivers.driver import Driver
from tables.wheels.models import ReaderProbe
from tables.wheels.observed_lines import RawLine, as_raw_lines
from tables.wheels.reader_probes import ask_probe, probe

AGAIN_AFTER = timedelta(seconds=10)
"""A probe that ended is asked for again no sooner than this after it was asked for."""
NUMBERS = ("result", "result_recovered")


class SeenNumber(msgspec.Struct, frozen=True):
    """A number that a protocol reads in the bytes of a probe, and when it arrived."""

    number: int
    at: datetime


def begin_probe(casino_id: int, draft: Draft, *, by: str) -> Draft:
    """Return the draft with a new probe of its address. Raises Refused, as `ask_probe` does."""
    asked = ask_probe(casino_id, draft.url, draft.line_options, by=by)
    return msgspec.structs.replace(draft, probes=(*draft.probes, asked.pk)[-PROBES_READ:])


def running_probe(casino_id: int, draft: Draft) -> ReaderProbe | None:
    """Return the newest probe of a draft; None if its row is gone."""
    return probe(casino_id, draft.probes[-1]) if draft.probes else None


def needs_new_probe(found: ReaderProbe | None) -> bool:
    """Return True if the newest probe has ended, and long enough ago to ask for another."""
    if found is None:
        return True
    now = timezone.now()
    return (found.state == "ended" or found.expires_at <= now) and now - found.asked_at >= AGAIN_AFTER


def lines_of(casino_id: int, draft: Draft) -> list[RawLine]:
    """Return the raw lines of the draft's probes, the newest last."""
    return [line for found in _probes(casino_id, draft) for line in as_raw_lines(found.lines)]


def numbers_seen(casino_id: int, draft: Draft) -> list[SeenNumber]:
    """Return the numbers that the draft's protocol reads in what arrived, the newest last."""
    driver = driver_for(draft.protocol, "probe", draft.options)
    whole = read_address(draft.url).way == "mqtt"
    return [
        number
        for found in _probes(casino_id, draft)
        for number in read_numbers(as_raw_lines(found.lines), driver, whole=whole)
    ]


def read_numbers(lines: Iterable[RawLine], driver: Driver[Any], *, whole: bool = False) -> list[SeenNumber]:
    """Return the numbers that a driver reads in the lines of one connection; if `whole`, each is a message."""
    state: Any = None
    seen = []
    for at, raw in _messages(lines) if whole else ((line.at, raw_bytes(line.raw)) for line in lines):
        if state is None:
            state = driver.connected(driver.fresh(), at, whole=whole)
        heard = driver.feed(state, driver.whole(raw) if whole else raw, at)
        state = heard.state
        seen += [
            SeenNumber(each.number, each.received_at)
            for each in heard.observations
            if each.kind in NUMBERS and each.number is not None
        ]
    return seen


def _messages(lines: Iterable[RawLine]) -> Iterator[tuple[datetime, bytes]]:
    """Messages that came one by one: a probe ends each with a line feed, and cuts long ones into several lines."""
    message = b""
    for line in lines:
        message += raw_bytes(line.raw)
        if message.endswith(b"\n"):
            yield line.at, message.removesuffix(b"\n")
            message = b""


def raw_bytes(raw: str) -> bytes:
    """Return the bytes of an escaped raw line."""
    return codecs.decode(raw.encode("ascii"), "unicode_escape").encode("latin-1")


def _probes(casino_id: int, draft: Draft) -> list[ReaderProbe]:
    return list(ReaderProbe.objects.filter(casino_id=casino_id, pk__in=draft.probes).order_by("pk"))
