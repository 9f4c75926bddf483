"""What a wheel reader says and doubts, in words for the floor. A code that is not known here is spelled out."""

import msgspec
from django.utils.text import capfirst

from casino.floor.presenters.meters import Tone
from tables.play.state import RUNNING, Discrepancy, PastCoup, State
from tables.roulette.rulebook import NullCoupRule

DOUBTS = {
    "recovered": ("Recovered", "unheard when it fell, read off the wheel later"),
    "other_game": ("Another game", "the reader counts it to another game than the one that ran"),
    "bare_result_differs": ("Two readings", "the reader sent two results for this game, and they differ"),
    "counter_back": ("Counter back", "the reader’s counter was set back just before it"),
    "unconfirmed": ("Unconfirmed", "it stood in a single line of the reader’s"),
    "late": ("Late", "the reader gave it later than it fell"),
    "number_waits": ("Held up", "it fell while the number before it waited to be confirmed"),
    "result_changed": ("Changed", "the reader gave another number for the same game"),
    "after_reconnect": ("After a cut", "the reader’s line was cut just before it, and it may be an old one"),
    "win_unchanged": ("Unchanged", "the reader still shows the number that it had before"),
}
"""Each doubt about a number: in a word or two, and as a reason."""

WARNINGS = {
    "ball_not_sensed": "ball not sensed",
    "ball_not_detected": "no ball detected",
    "ball_with_rotor": "ball with the rotor",
    "ball_lost": "ball lost",
    "device_fault": "device at fault",
    "void_launch": "void launch",
    "runaway_rotor": "rotor far too fast",
    "no_result": "no result",
    "place_bets_long": "bets open for too long",
    "place_bets_short": "bets open too briefly",
    "ball_in_track_long": "ball in the track for too long",
    "ball_in_track_short": "ball in the track too briefly",
    "no_more_bets_long": "no number for too long",
    "no_more_bets_short": "number too soon after the launch",
    "winning_number_long": "number shown for too long",
    "winning_number_short": "number shown too briefly",
    "sensor_stuck_on": "a sensor is stuck on",
    "sensor_stuck_off": "a sensor is stuck off",
    "time_out": "timed out",
    "unknown_fault": "unknown fault",
    "double_zero_on_a_wheel_of_37": "double zero on a wheel without one",
    "no_such_number": "a number that the wheel has not",
    "no_number_in_result": "a result without a number",
}
"""Warnings and faults."""

GENERAL = frozenset({"void", "void_launch"})
"""What says of a void launch only that it is one."""

NULL_REASONS = {
    "ball_with_rotor": "same-direction",
    "ball_in_track_short": "too-few-turns",
    "ball_lost": "no-number",
    "no_result": "no-number",
}
"""Which of a rulebook's reasons for a null coup a reader's reason is, where the rulebook has it.

What it says of its own sensors, of a number, or of how long people take is no reason anywhere."""


FAULT_REASONS = {
    "device_fault": "wheel-stopped",
    "time_out": "wheel-stopped",
}
"""Which reason a fault may be the sign of, where the rulebook has it: with its motor at fault a wheel may stand still.

A sensor that sticks, or a number that cannot be, is the reader's own trouble: the ball and the wheel may run as they
should."""


class ReaderMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the reader says of itself or of the wheel, as long as it stands."""

    words: str
    tone: Tone


def in_words(code: str) -> str:
    """A warning or a fault in words."""
    return WARNINGS.get(code, code.replace("_", " "))


def reader_standing(state: State) -> tuple[str, Tone]:
    """How numbers come in: from the reader, or by hand because there is none, it is silent or it has a fault."""
    match state.reader.state:
        case "live":
            return "Reader live", ""
        case "silent":
            return "Reader silent", "broken"
        case "fault":
            return "Reader fault", "broken"
        case _:
            return "By hand", "due"


def reader_messages(state: State) -> tuple[ReaderMessage, ...]:
    """Its fault, a launch that it holds for void, and its warnings that stand, each once."""
    reader = state.reader
    said = []
    if faults(state):
        said.append(ReaderMessage(words=fault_in_words(state), tone="broken"))
    if reader.void:
        said.append(ReaderMessage(words=void_in_words(reader.void), tone="due"))
    said += [ReaderMessage(words=f"Reader: {words}", tone="due") for words in warnings_in_words(state)]
    return tuple(said)


def faults(state: State) -> tuple[str, ...]:
    """The codes of the fault that the reader has now."""
    reader = state.reader
    return tuple(reader.detail.split(", ")) if reader.state == "fault" and reader.detail else ()


def fault_in_words(state: State) -> str:
    """Its fault: `Reader fault: a sensor is stuck on, fault 11`."""
    return f"Reader fault: {', '.join(in_words(code) for code in reversed(faults(state)))}"


def fault_reason(state: State, rule: NullCoupRule) -> str | None:
    """The rulebook's reason for a null coup of which the reader's fault may be the sign; None where it has none."""
    meant = (FAULT_REASONS.get(code) for code in faults(state))
    return next((reason for reason in meant if reason in rule.reasons), None)


def reason_wanting(state: State, rule: NullCoupRule) -> str:
    """A fault that is the sign of none of the rulebook's reasons, in words; empty where there is no such fault."""
    return fault_in_words(state) if faults(state) and fault_reason(state, rule) is None else ""


def warnings_in_words(state: State) -> list[str]:
    """The warnings that stand, without those that the void launch says already."""
    void = state.reader.void
    told = {*void, *(GENERAL if void else ())}
    return [in_words(code) for code in state.reader.warnings if code not in told]


def void_in_words(reasons: tuple[str, ...]) -> str:
    """Why the reader holds the launch for void: `Reader: void launch, ball with the rotor`."""
    why = [in_words(reason) for reason in reasons if reason not in GENERAL]
    return ", ".join(["Reader: void launch", *why])


def null_reason(reasons: tuple[str, ...], rule: NullCoupRule) -> str | None:
    """The rulebook's reason for a null coup that the reader's reasons come to; None where it lists none of them."""
    meant = (NULL_REASONS.get(reason, reason.replace("_", "-")) for reason in reasons)
    return next((reason for reason in meant if reason in rule.reasons), None)


HOW_MANY = {2: "Two", 3: "Three"}


def waiting_number(state: State) -> PastCoup | None:
    """The number that waits while bets lie, as the coup that it would make; None where none waits."""
    if not state.doubted:
        return None
    oldest = state.waiting[0]
    return PastCoup(
        coup=state.coup_of_new_bets,
        number=oldest.number,
        source="reader",
        game=oldest.game,
        doubts=oldest.doubts,
        had_bets=True,
    )


class NumberWaits(msgspec.Struct, frozen=True, kw_only=True):
    """A number that waits to be confirmed, and of which coup."""

    coup: int
    words: str
    after: str = ""
    """The numbers that are asked for after it."""


def number_waits(state: State) -> NumberWaits | None:
    """What waits for a person while bets lie, with the reasons, and what comes after it; None where nothing waits."""
    waiting = waiting_number(state)
    if waiting is None:
        return None
    others = dict.fromkeys(each.number for each in state.waiting if each.number != waiting.number)
    also = f" Also read: {', '.join(map(str, others))}." if others else ""
    words = f"The reader gives {waiting.number} for coup {waiting.coup}: {doubts_in_words(waiting)}.{also}"
    return NumberWaits(coup=waiting.coup, words=words, after=numbers_behind(state, 12))


def numbers_behind(state: State, at_most: int = 2) -> str:
    """The numbers of later coups that wait behind the first, as they are asked for: `20, 9 or 11, and 3 more`."""
    coups: dict[int, dict[int, None]] = {}
    for each in state.doubted[1:]:
        if each.coup > state.coup_of_new_bets:
            coups.setdefault(each.coup, {})[each.number] = None
    said = [" or ".join(map(str, numbers)) for _, numbers in sorted(coups.items())]
    more = (f"and {len(said) - at_most} more",) if len(said) > at_most else ()
    return ", ".join((*said[:at_most], *more))


def confirmed_next(state: State) -> PastCoup | None:
    """The coup whose number is to be confirmed as the next thing at the table: one beside which no other coup runs, or
    which waits itself. While a coup is paid, what waits for the next one comes after its payment."""
    paid = state.phase == "paying" and not state.past[-1].doubts
    if state.doubted:
        return None if paid else waiting_number(state)
    return doubted_coup(state) if state.phase not in RUNNING else None


def doubted_coup(state: State) -> PastCoup | None:
    """The coup whose number a person is asked to confirm: the one that waits, or else the oldest; one with two numbers
    is the chief's."""
    if (waiting := waiting_number(state)) is not None:
        return waiting
    disputed = {each.coup for each in state.discrepancies}
    return next((past for past in state.past if past.doubts and past.coup not in disputed), None)


def dispute_in_words(state: State, disputed: Discrepancy) -> str:
    """Two numbers or more of one coup, and what hangs on the decision: its payment, or one that was made already."""
    numbers = f"{HOW_MANY.get(len(disputed.numbers), len(disputed.numbers))} numbers for coup {disputed.coup}"
    if disputed.coup in state.payments_open:
        return f"{numbers}: decide before it is paid"
    paid = any(past.coup == disputed.coup and past.had_bets for past in state.past)
    return f"{numbers}: it was paid as {disputed.recorded}" if paid else f"{numbers}: decide which stands"


def doubt_in_short(past: PastCoup) -> str:
    """The first doubt in a word or two."""
    return _doubt(past.doubts[0])[0]


def doubts_in_words(past: PastCoup) -> str:
    """All doubts as reasons: `unheard when it fell, read off the wheel later`."""
    return "; ".join(_doubt(doubt)[1] for doubt in past.doubts)


def _doubt(code: str) -> tuple[str, str]:
    words = in_words(code)
    return DOUBTS.get(code, (capfirst(words), words))
