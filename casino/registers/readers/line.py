"""State of a wheel reader's line: its gateway, the last report about it, and held-up deliveries."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext as _

from casino.installation.alarms import spool_alarms
from casino.kit.sentences.catalogue import sentence_of
from tables.handling.reader_away import FAULT, SILENT
from tables.handling.streams import reader_stream
from tables.refusal import Refusal
from tables.registers.entries.kinds.readers import NUMBERS_ONLY, OBSERVATIONS, OVER_HTTP
from tables.registers.entries.state import Entry
from tables.stream import read_stream, stream_version
from tables.wheels.models import GatewayReport


class ReaderLine(msgspec.Struct, frozen=True, kw_only=True):
    """The line to a reader, in words. `heard_at` is when anything was heard last; None where nothing ever was."""

    kept: str
    heard: str
    heard_at: datetime | None
    tone: str
    held_up: bool
    """A gateway cannot write its spool."""
    single: str = ""
    """The fault of its protocol that one message alone gives a number; empty if two have to agree."""
    refused: str = ""
    """The rule that keeps the gateway from connecting to it; empty if none does."""


def reader_line(casino_id: int, reader: Entry) -> ReaderLine:
    """The line to a registered reader."""
    stream = reader_stream(reader.code)
    version = stream_version(casino_id, stream)
    last = read_stream(casino_id, stream, after_version=version - 1)[-1] if version else None
    heard, tone = _heard(last.type if last else "")
    return ReaderLine(
        kept=_kept(reader),
        heard=heard,
        heard_at=last.occurred_at if last else None,
        tone=tone,
        held_up=bool(spool_alarms()),
        single=_single_source(reader),
        refused=_refused(casino_id, reader.code),
    )


def _refused(casino_id: int, code: str) -> str:
    """Return the rule, as the gateway reported it last."""
    wanted = [{"casino_id": casino_id, "reader": code}]
    report = GatewayReport.objects.filter(refused_readers__contains=wanted).order_by("-reported_at").first()
    for each in report.refused_readers if report else ():
        if (each["casino_id"], each["reader"]) == (casino_id, code):
            return sentence_of(msgspec.convert(each["refusal"], Refusal))
    return ""


def _single_source(reader: Entry) -> str:
    if reader.values.get("protocol") in (NUMBERS_ONLY, OBSERVATIONS, OVER_HTTP):
        return _("Each number comes in one message: nothing shows a wrong digit in it.")
    return ""


def _kept(reader: Entry) -> str:
    if reader.withdrawn or not reader.values.get("enabled", True):
        return _("Nobody listens to it.")
    if reader.values.get("protocol") == OVER_HTTP:
        return _("It needs none: it says over the API what it sees.")
    return _("The gateway keeps it to {address}.").format(address=reader.values.get("url", ""))


def _heard(last: str) -> tuple[str, str]:
    match last:
        case "":
            return _("Nothing was heard of it yet."), "due"
        case _ if last == SILENT:
            return _("It is silent: the gateway has no line to it."), "broken"
        case _ if last == FAULT:
            return _("It reports a fault."), "broken"
    return _("It is heard."), "good"
