"""A wheel reader's warnings, faults and doubts about a number, in words. A code that is not known is spelled out."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

DOUBTS = {
    "recovered": (_("Recovered"), _("unheard when it fell, read off the wheel later")),
    "other_game": (_("Another game"), _("the reader counts it to another game than the one that ran")),
    "bare_result_differs": (
        _("Two readings"),
        _("the reader sent two results for this game, and they differ"),
    ),
    "counter_back": (_("Counter back"), _("the reader’s counter was set back just before it")),
    "unconfirmed": (_("Unconfirmed"), _("it stood in a single line of the reader’s")),
    "late": (_("Given late"), _("the reader gave it later than it fell")),
    "number_waits": (_("Held up"), _("it fell while the number before it waited to be confirmed")),
    "result_changed": (_("Number changed"), _("the reader gave another number for the same game")),
    "after_reconnect": (
        _("After a cut"),
        _("the reader’s line was cut just before it, and it may be an old one"),
    ),
    "no_launch": (_("No launch"), _("no launch was seen or entered after the number before")),
    "bets_open": (_("Bets open"), _("bets were still open")),
    "repeated": (_("Repeated"), _("it is the same number as the one before")),
    "out_of_order": (
        _("Out of order"),
        _("the reader has given the number of a later game already"),
    ),
    "too_soon": (_("Too soon"), _("it came sooner than a ball can fall")),
    "launch_implied": (
        _("Bets on the cloth"),
        _("bets lie, and this reader gives its numbers without launches"),
    ),
    "of_witness": (_("Witness only"), _("a witness gave it while the primary reader gives none")),
    "wrong_time": (_("Wrong time"), _("the reader’s time for it cannot be right")),
    "win_unchanged": (_("Unchanged"), _("the reader still shows the number that it had before")),
}
"""A word or two, and a reason, by the doubt about a number."""

WARNINGS = {
    "ball_not_sensed": _("ball not sensed"),
    "ball_not_detected": _("no ball detected"),
    "ball_with_rotor": _("ball with the rotor"),
    "ball_lost": _("ball lost"),
    "device_fault": _("device at fault"),
    "void_launch": _("void launch"),
    "runaway_rotor": _("rotor far too fast"),
    "no_result": _("no result"),
    "place_bets_long": _("bets open for too long"),
    "place_bets_short": _("bets open too briefly"),
    "ball_in_track_long": _("ball in the track for too long"),
    "ball_in_track_short": _("ball in the track too briefly"),
    "no_more_bets_long": _("no number for too long"),
    "no_more_bets_short": _("number too soon after the launch"),
    "winning_number_long": _("number shown for too long"),
    "winning_number_short": _("number shown too briefly"),
    "sensor_stuck_on": _("a sensor is stuck on"),
    "sensor_stuck_off": _("a sensor is stuck off"),
    "time_out": _("timed out"),
    "out_of_service": _("out of service"),
    "unknown_fault": _("unknown fault"),
    "double_zero_on_a_wheel_of_37": _("double zero on a wheel without one"),
    "no_such_number": _("a number that the wheel has not"),
    "no_valid_message": _("bytes arrive, but no valid message for 60 seconds"),
    "cut_off_flood": _("cut off, because it sends more bytes than a reader does"),
    "cut_off_reconnects": _("cut off, because it connects more often than a reader does"),
    "no_number_in_result": _("a result without a number"),
}


class Doubt(NamedTuple):
    """Doubt about a number: in a word or two, and as a reason."""

    short: str
    reason: str


def warning_named(code: str) -> str:
    """Return a warning or a fault in words."""
    words = WARNINGS.get(code)
    return gettext(words) if words else code.replace("_", " ")


def doubt_named(code: str) -> Doubt:
    if code in DOUBTS:
        short, reason = DOUBTS[code]
        return Doubt(gettext(short), gettext(reason))
    words = warning_named(code)
    return Doubt(capfirst(words), words)


def doubts_sentence(codes: Iterable[str]) -> str:
    """Return all doubts as reasons: `unheard when it fell, read off the wheel later`."""
    return "; ".join(doubt_named(code).reason for code in codes)
