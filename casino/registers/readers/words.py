"""The gateway's reports about a reader's line, in words."""

import errno
import re
from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext

from casino.kit.reader_words import warning_named
from casino.kit.sentences.marks import gettext_noop as _
from tables.roulette.wheel import written

Tone = Literal["", "good", "due", "broken"]
CONNECTION: dict[str, tuple[str, Tone]] = {
    "connecting": (_("Connecting"), "due"),
    "connected": (_("Connected"), "good"),
    "lost": (_("Connection lost"), "broken"),
    "refused": (_("Address not allowed"), "broken"),
    "unusable": (_("Options cannot be used"), "broken"),
    "cut_off": (_("Cut off"), "broken"),
}
HEARING: dict[str, tuple[str, Tone]] = {
    "unknown": (_("Nothing received yet"), "due"),
    "live": (_("Live"), "good"),
    "silent": (_("Silent"), "broken"),
    "no_valid_message": (_("Bytes arrive, no valid message"), "broken"),
}
BOUNDS = {
    "flood": _("too many bytes in a short time"),
    "reconnects": _("too many connections in a minute"),
    "half_lines": _("too many bytes without the end of a message"),
}
"""Reasons why a reader was cut off, in words."""
FAULTS = {
    errno.ECONNREFUSED: _("the other end is there and refuses connections: check the port"),
    errno.EHOSTUNREACH: _("no way leads to this host: check network and address"),
    errno.ENETUNREACH: _("no way leads to this network: check network and address"),
    errno.ETIMEDOUT: _("the host does not answer: check power and address"),
    errno.ECONNRESET: _("the other end closed the connection"),
    errno.ENOENT: _("there is no such device at the gateway"),
    errno.EACCES: _("the gateway may not open this device"),
}
"""Faults of the network and of devices, by the number of the operating system."""
_ERRNO = re.compile(r"\[Errno (\d{1,3})\]")
ERRORS = {
    "not_understood": _("Messages not understood"),
    "part_lost": _("Messages discarded after a loss"),
    "line_lost": _("Lost connections"),
    "refused": _("Refused connections"),
    "flood": _("Cut off for too many bytes"),
    "too_many_connections": _("Cut off for too many connections"),
}
READ_AS: dict[str, tuple[str, Tone]] = {
    "status": (_("Status"), ""),
    "number": (_("Number"), "good"),
    "bets_closed": (_("Bets closed"), ""),
    "fault": (_("Fault message"), "broken"),
    "bonus": (_("Bonus frame, no effect"), ""),
    "reply": (_("Reply to a command, no effect"), ""),
    "observation": (_("Observation"), ""),
    "not_understood": (_("Not understood"), "broken"),
    "part_lost": (_("Discarded after a loss"), "due"),
}
TOLD = {
    "rotor_started": _("rotor started"),
    "ball_launched": _("ball launched"),
    "launch_failed": _("launch failed"),
    "bets_closed": _("bets closed"),
    "result": _("result"),
    "result_recovered": _("result recovered"),
    "results_missing": _("results missing"),
    "game_void": _("game void"),
    "warning": _("warning"),
    "warning_cleared": _("warning cleared"),
    "fault": _("fault"),
    "reader_online": _("reader online"),
    "reader_offline": _("reader offline"),
}
"""Reports of observations in words, by kind."""
NUMBERS = ("result", "result_recovered")


def connection_words(code: str) -> tuple[str, Tone]:
    return _with_tone(CONNECTION, code)


def hearing_words(code: str) -> tuple[str, Tone]:
    return _with_tone(HEARING, code)


def read_as_words(code: str) -> tuple[str, Tone]:
    """Return the form that the driver found; of half a line that it waits for the rest."""
    return _with_tone(READ_AS, code) if code else (gettext("Message not complete yet"), "")


def reason_words(reason: str) -> str:
    """Return why there is no connection: a bound or a usual fault of the network in words, else the text of the
    operating system as it is."""
    number = _ERRNO.search(reason)
    words = FAULTS.get(int(number[1])) if number else BOUNDS.get(reason)
    return gettext(words) if words else reason


def error_words(code: str) -> str:
    words = ERRORS.get(code)
    return gettext(words) if words else code.replace("_", " ")


def told_words(told: str) -> str:
    """Return an observation in words: `result 17`, `warning: ball lost`."""
    kind, *rest = told.split()
    numbers = [_number(kind, each) for each in rest if each.isdecimal()]
    warnings = [warning_named(each) for each in rest if not each.isdecimal()]
    words = " ".join([gettext(TOLD[kind]) if kind in TOLD else kind.replace("_", " "), *numbers])
    return f"{words}: {', '.join(warnings)}" if warnings else words


def _number(kind: str, entered: str) -> str:
    return written(int(entered)) if kind in NUMBERS else entered


def _with_tone(words: Mapping[str, tuple[str, Tone]], code: str) -> tuple[str, Tone]:
    found = words.get(code)
    return (gettext(found[0]), found[1]) if found else (code.replace("_", " "), "")
