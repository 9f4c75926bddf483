"""A wheel reader as its page shows it: its line, its lease, its raw lines, its recordings and its dead letters."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.registers.readers.letters import ShownLetter, shown_letters
from casino.registers.readers.line import ReaderLine, reader_line
from casino.registers.readers.words import (
    Tone,
    connection_words,
    error_words,
    hearing_words,
    read_as_words,
    reason_words,
    told_words,
)
from casino.registers.words import choice_words
from tables.handling.registers import entries
from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.registers.entries.state import Entry
from tables.wheels.dead_letters import count_open
from tables.wheels.models import ReaderLease, ReaderRecording, ReaderStatus
from tables.wheels.observed_lines import RawLine, raw_lines, reader_status
from tables.wheels.reader_recordings import recordings

PRIMARY = "primary"
REPORTED_WITHIN = timedelta(seconds=30)
"""A status that is older was left by a gateway that ended."""
SHOWN_LINES = 100
ENDED = {
    "time": _("ended after its time"),
    "size": _("ended at its largest size"),
    "stopped": _("stopped"),
    "lost": _("ended with its gateway"),
}
UNREPORTED = "unreported"
ADVICE = {
    "connecting": _("The gateway connects. If this lasts, check power and network of the reader."),
    "lost": _("The gateway tries again by itself. Check power, cable and network of the reader."),
    "refused": _("An administrator has to change the address, or the settings of the installation."),
    "unusable": _("An administrator has to change the options of the reader."),
    "cut_off": _(
        "The gateway tries again by itself. Check the device: it sends far more than a reader does."
    ),
    "silent": _(
        "The connection is open and nothing arrives. Check power and cable between wheel and device server."
    ),
    "no_valid_message": _(
        "Compare the raw lines below with the protocol. Usual causes: wrong baud rate, wrong terminator, other device."
    ),
    UNREPORTED: _("Check whether a gateway runs. Without one no reader is listened to."),
}
"""Advice for a person by the state of a line."""
MEANWHILE = _("Enter the numbers of {table} by hand meanwhile.")


class ShownLine(msgspec.Struct, frozen=True, kw_only=True):
    """A raw line with its reading by the driver."""

    at: datetime
    raw: str
    read_as: str
    tone: Tone
    told: str


class ShownRecording(msgspec.Struct, frozen=True, kw_only=True):
    id: int
    asked_by: str
    asked_at: datetime
    size: int
    runs: bool
    until: datetime
    ended: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The line of a reader as a gateway reported it last. `reported`: not too long ago to count."""

    code: str = ""
    """The state that the gateway reports: of the connection, or of the received messages if there are any."""
    connection: str
    connection_tone: Tone
    reported: bool
    since: datetime | None = None
    peer: str = ""
    reason: str = ""
    retry_at: datetime | None = None
    hearing: str = ""
    hearing_tone: Tone = ""
    last_valid_at: datetime | None = None
    last_bytes_at: datetime | None = None
    last_raw: str = ""
    per_minute: int | None = None
    messages: int = 0
    bytes_read: int = 0
    counted_since: datetime | None = None
    errors: tuple[tuple[str, int], ...] = ()


class Lease(msgspec.Struct, frozen=True, kw_only=True):
    """Lease of a reader. `held`: it has not expired by the database's clock."""

    number: int
    holder: str
    expires_at: datetime
    held: bool


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A reader as a line of the list."""

    code: str
    table: str
    role: str
    protocol: str
    line: Line
    dead_letters: int


class ReaderPage(msgspec.Struct, frozen=True, kw_only=True):
    """Page of a reader. `advice` is what a person can do about its line; empty if nothing is wrong with it."""

    code: str
    table: str
    role: str
    protocol: str
    address: str
    enabled: bool
    over_http: bool
    registered: ReaderLine
    line: Line
    advice: str
    lease: Lease | None
    lines: tuple[ShownLine, ...]
    letters: tuple[ShownLetter, ...]
    open_letters: int
    recordings: tuple[ShownRecording, ...]
    at: datetime

    @property
    def recording(self) -> ShownRecording | None:
        """The recording that runs."""
        return next((each for each in self.recordings if each.runs), None)


def reader_page(casino_id: int, reader: Entry) -> ReaderPage:
    """Return the page of a registered reader."""
    values, code = reader.values, reader.code
    line = _line_of(reader, reader_status(casino_id, code), timezone.now())
    return ReaderPage(
        code=code,
        table=values.get("table", ""),
        role=role_words(reader),
        protocol=choice_words("protocol", values.get("protocol", "")),
        address=values.get("url", ""),
        enabled=not reader.withdrawn and bool(values.get("enabled", True)),
        over_http=values.get("protocol") == OVER_HTTP,
        registered=reader_line(casino_id, reader),
        line=line,
        advice=_advice(reader, line),
        lease=_lease(casino_id, code),
        lines=shown_lines(raw_lines(casino_id, code)),
        letters=shown_letters(casino_id, code),
        open_letters=count_open(casino_id, code),
        recordings=tuple(map(_recording, recordings(casino_id, code))),
        at=timezone.now(),
    )


def listed_readers(casino_id: int, table: str = "") -> list[Listed]:
    """Return the readers in use, of one table or of all, by table and code, those of no table last."""
    now = timezone.now()
    statuses = {each.reader: each for each in ReaderStatus.objects.filter(casino_id=casino_id)}
    in_use = entries(casino_id, "reader", withdrawn=False)
    readers = [each for each in in_use if not table or each.values.get("table") == table]
    readers.sort(key=lambda each: (not each.values.get("table"), each.values.get("table", ""), each.code))
    return [
        Listed(
            code=each.code,
            table=each.values.get("table", ""),
            role=role_words(each),
            protocol=choice_words("protocol", each.values.get("protocol", "")),
            line=_line_of(each, statuses.get(each.code), now),
            dead_letters=count_open(casino_id, each.code),
        )
        for each in readers
    ]


def role_words(reader: Entry) -> str:
    """Return the role of a reader at its table; one that was registered without a role is the primary."""
    role = reader.values.get("role", PRIMARY)
    return gettext("Primary") if role == PRIMARY else gettext("Witness")


def _advice(reader: Entry, line: Line) -> str:
    """Return the advice about the line of a reader; for a primary reader also how its table plays on."""
    advice = ADVICE.get(line.code)
    if advice is None:
        return ""
    table = reader.values.get("table", "")
    settles = bool(table) and reader.values.get("role", PRIMARY) == PRIMARY
    return " ".join([gettext(advice), *([gettext(MEANWHILE).format(table=table)] if settles else ())])


def shown_status(status: ReaderStatus | None, now: datetime) -> Line:
    """Return the line as a gateway reported it, or that none reports."""
    if status is None or now - status.updated_at > REPORTED_WITHIN:
        return Line(
            code=UNREPORTED,
            connection=gettext("No gateway reports this reader"),
            connection_tone="due",
            reported=False,
            last_valid_at=status.last_valid_at if status else None,
            last_bytes_at=status.last_bytes_at if status else None,
            since=status.updated_at if status else None,
        )
    connection, tone = connection_words(status.connection)
    hearing, hearing_tone = hearing_words(status.hearing)
    return Line(
        code=status.hearing if status.connection == "connected" else status.connection,
        connection=connection,
        connection_tone=tone,
        reported=True,
        since=status.connection_since,
        peer=status.peer,
        reason=capfirst(reason_words(status.reason)),
        retry_at=status.retry_at,
        hearing=hearing,
        hearing_tone=hearing_tone,
        last_valid_at=status.last_valid_at,
        last_bytes_at=status.last_bytes_at,
        last_raw=status.last_raw,
        per_minute=status.per_minute,
        messages=status.messages,
        bytes_read=status.bytes_read,
        counted_since=status.since,
        errors=tuple((error_words(code), count) for code, count in sorted(status.errors.items()) if count),
    )


def _line_of(reader: Entry, status: ReaderStatus | None, now: datetime) -> Line:
    """The line of a reader; a gateway has nothing to report of one that it does not listen to."""
    if reader.withdrawn or not reader.values.get("enabled", True):
        return Line(connection=gettext("Not in use"), connection_tone="", reported=False)
    if reader.values.get("protocol") == OVER_HTTP:
        return Line(connection=gettext("Reports over the API"), connection_tone="", reported=False)
    return shown_status(status, now)


def shown_lines(lines: Iterable[RawLine]) -> tuple[ShownLine, ...]:
    """Return raw lines with their readings, the newest first."""
    shown = []
    for each in lines:
        read_as, tone = read_as_words(each.read_as)
        shown.append(
            ShownLine(
                at=each.at,
                raw=each.raw,
                read_as=read_as,
                tone=tone,
                told=capfirst("; ".join(map(told_words, each.told))),
            )
        )
    return tuple(shown[-SHOWN_LINES:][::-1])


def _recording(recording: ReaderRecording) -> ShownRecording:
    return ShownRecording(
        id=recording.pk,
        asked_by=recording.asked_by,
        asked_at=recording.asked_at,
        size=recording.size,
        runs=recording.state != "ended",
        until=recording.until,
        ended=gettext(ENDED[recording.ended_by]) if recording.ended_by in ENDED else "",
    )


def _lease(casino_id: int, code: str) -> Lease | None:
    """The lease of a reader; None if no gateway ever took it."""
    of_reader = ReaderLease.objects.filter(casino_id=casino_id, reader=code)
    lease = of_reader.first()
    if lease is None:
        return None
    return Lease(
        number=lease.lease,
        holder=lease.holder,
        expires_at=lease.expires_at,
        held=of_reader.filter(expires_at__gt=Now()).exists(),
    )
