"""Wheel reader on a table's page: faults, warnings, and numbers that wait for confirmation."""

import msgspec
from django.utils.translation import gettext

from casino.floor.presenters.meters import Tone
from casino.floor.presenters.several_readers import (
    ReaderMessage,
    gave,
    other_numbers,
    readers_that_gave,
    witness_messages,
)
from casino.kit.reader_words import doubt_named, doubts_sentence, warning_named
from casino.kit.sentences.lists import JOINTS
from casino.kit.sentences.marks import gettext_noop as _
from tables.play.state import RUNNING, Discrepancy, PastCoup, State
from tables.roulette.rulebook import NullCoupRule
from tables.roulette.wheel import written

GENERAL = frozenset({"void", "void_launch"})
"""Reasons of a void launch that name no cause."""

NULL_REASONS = {
    "ball_with_rotor": "same-direction",
    "ball_in_track_short": "too-few-turns",
    "ball_lost": "no-number",
    "no_result": "no-number",
}
"""Reason for a null coup by the reader's reason, for rulebooks with that reason.

A warning about its own sensors, a number, or long waits for people is not a reason anywhere.
"""


FAULT_REASONS = {
    "device_fault": "wheel-stopped",
    "time_out": "wheel-stopped",
}
"""Reason for a null coup by the reader's fault, for rulebooks with that reason: with a faulty motor a wheel may stop.

A stuck sensor or an impossible number concerns the reader alone: the ball and the wheel may run as they should.
"""


def reader_standing(state: State) -> tuple[str, Tone]:
    """Return the source of numbers and its tone: the live reader, or the reason for numbers by hand."""
    match state.reader.state:
        case "live":
            return gettext("Reader live"), ""
        case "silent" if state.reader.detail == "no_valid_message":
            return gettext("No valid message"), "broken"
        case "silent" if state.reader.detail.startswith("cut_off"):
            return gettext("Reader cut off"), "broken"
        case "silent":
            return gettext("Reader silent"), "broken"
        case "fault":
            return gettext("Reader fault"), "broken"
        case _:
            return gettext("By hand"), "due"


def reader_messages(state: State, *, takes_over: bool = False) -> tuple[ReaderMessage, ...]:
    """Return the reader's fault, a launch that it holds for void, and its open warnings, each once; then the messages
    about witnesses. `takes_over`: a witness of the table may act for the reader."""
    messages = []
    if faults(state):
        messages.append(ReaderMessage(words=fault_in_words(state), tone="broken"))
    if state.reader.state == "silent" and state.reader.detail:
        why = ", ".join(warning_named(code) for code in state.reader.detail.split(", "))
        messages.append(ReaderMessage(words=reader_line(why), tone="broken"))
    if state.void:
        messages.append(ReaderMessage(words=void_in_words(state.void), tone="due"))
    messages += [ReaderMessage(words=reader_line(words), tone="due") for words in warnings_in_words(state)]
    return (*messages, *witness_messages(state, takes_over=takes_over))


def faults(state: State) -> tuple[str, ...]:
    """The codes of the fault that the reader has now."""
    reader = state.reader
    return tuple(reader.detail.split(", ")) if reader.state == "fault" and reader.detail else ()


def fault_in_words(state: State) -> str:
    """Return the reader's fault in words: `Reader fault: a sensor is stuck on, fault 11`."""
    codes = (warning_named(code) for code in reversed(faults(state)))
    return gettext("Reader fault: {faults}").format(faults=", ".join(codes))


def fault_reason(state: State, rule: NullCoupRule) -> str | None:
    """The rulebook's reason for a null coup of which the reader's fault may be the sign; None where it has none."""
    meant = (FAULT_REASONS.get(code) for code in faults(state))
    return next((reason for reason in meant if reason in rule.reasons), None)


def reason_wanting(state: State, rule: NullCoupRule) -> str:
    """Return a fault outside of the rulebook's reasons, in words; empty if there is no such fault."""
    return fault_in_words(state) if faults(state) and fault_reason(state, rule) is None else ""


def warnings_in_words(state: State) -> list[str]:
    """Return the open warnings, without those of the void launch."""
    void = state.void
    reported = {*void, *(GENERAL if void else ())}
    return [warning_named(code) for code in state.reader.warnings if code not in reported]


def reader_line(words: str) -> str:
    """Words of the reader, on a line of its own."""
    return gettext("Reader: {words}").format(words=words)


def void_in_words(reasons: tuple[str, ...]) -> str:
    """Return the reader's reasons for a void launch: `Reader: void launch, ball with the rotor`."""
    why = [warning_named(reason) for reason in reasons if reason not in GENERAL]
    return reader_line(", ".join([gettext("void launch"), *why]))


def null_reason(reasons: tuple[str, ...], rule: NullCoupRule) -> str | None:
    """The rulebook's reason for a null coup that the reader's reasons mean; None where it lists none of them."""
    meant = (NULL_REASONS.get(reason, reason.replace("_", "-")) for reason in reasons)
    return next((reason for reason in meant if reason in rule.reasons), None)


HOW_MANY = {2: _("Two numbers for coup {coup}"), 3: _("Three numbers for coup {coup}")}


def waiting_number(state: State) -> PastCoup | None:
    """Return the number that waits while bets are on the cloth, as the coup that it would make; None without one."""
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
        reader=oldest.reader,
    )


class NumberWaits(msgspec.Struct, frozen=True, kw_only=True):
    """A number that waits to be confirmed, and of which coup."""

    coup: int
    words: str
    after: str = ""
    """The numbers that wait after it."""
    all: tuple[str, ...] = ()
    """All numbers that wait, in their order; empty if only one does."""


def number_waits(state: State) -> NumberWaits | None:
    """Return the number that waits for a person while bets are on the cloth, with its doubts and the numbers behind it.

    Returns None if no number waits.
    """
    waiting = waiting_number(state)
    if waiting is None:
        return None
    readers = readers_that_gave(state, waiting.coup, waiting.number)
    words = gave(readers, written(waiting.number), waiting.coup, doubts_in_words(waiting))
    others = other_numbers(state, waiting.coup, waiting.number)
    if others:
        also = (_read_by(written(number), by) for number, by in others.items())
        words += " " + gettext("Also read: {numbers}.").format(numbers=", ".join(also))
    numbers = tuple(written(each.number) for each in state.doubted)
    return NumberWaits(
        coup=waiting.coup,
        words=words,
        after=numbers_behind(state, 12),
        all=numbers if len(numbers) > 1 else (),
    )


def _read_by(number: str, readers: list[str]) -> str:
    """Return the number with the readers that gave it: `22 (CAM-RF1)`."""
    return f"{number} ({', '.join(readers)})" if readers else number


def numbers_behind(state: State, at_most: int = 2) -> str:
    """The numbers of later coups that wait behind the first, in their order: `20, 9 or 11, and 3 more`."""
    coups: dict[int, dict[int, None]] = {}
    for each in state.doubted[1:]:
        if each.coup > state.coup_of_new_bets:
            coups.setdefault(each.coup, {})[each.number] = None
    of_coups = [gettext(" or ").join(map(written, numbers)) for _coup, numbers in sorted(coups.items())]
    left = len(of_coups) - at_most
    more = (gettext("and {count} more").format(count=left),) if left > 0 else ()
    return ", ".join((*of_coups[:at_most], *more))


def and_then(words: str, behind: str) -> str:
    """The words, with the numbers that wait `behind`, if there are any."""
    return gettext("{words}, then {numbers}").format(words=words, numbers=behind) if behind else words


def confirmed_next(state: State) -> PastCoup | None:
    """Return the coup whose number is confirmed next at the table; None if none is to be confirmed now.

    Either the number itself waits, or no other coup runs. While a coup is paid, a waiting number of the next coup comes
    after the payment.
    """
    paid = state.phase == "paying" and not state.past[-1].doubts
    if state.doubted:
        return None if paid else waiting_number(state)
    return doubted_coup(state) if state.phase not in RUNNING else None


def doubted_coup(state: State) -> PastCoup | None:
    """The coup whose number a person is to confirm: the one that waits, or else the oldest; one with two numbers
    is the chief's."""
    if (waiting := waiting_number(state)) is not None:
        return waiting
    disputed = {each.coup for each in state.discrepancies}
    return next((past for past in state.past if past.doubts and past.coup not in disputed), None)


def dispute_in_words(state: State, disputed: Discrepancy) -> str:
    """Return the words for several numbers of one coup, and for the payment that depends on the decision."""
    many = len(disputed.numbers)
    text = gettext(HOW_MANY.get(many, _("{count} numbers for coup {coup}")))
    numbers = text.format(count=many, coup=disputed.coup)
    if disputed.coup in state.payments_open:
        return gettext("{numbers}: decide before it is paid").format(numbers=numbers)
    if any(past.coup == disputed.coup and past.had_bets for past in state.past):
        return gettext("{numbers}: it was paid as {paid}").format(
            numbers=numbers, paid=written(disputed.recorded)
        )
    return gettext("{numbers}: decide which stands").format(numbers=numbers)


def either_number(disputed: Discrepancy) -> str:
    """The numbers between which the chief decides: `17, 4 or 9`."""
    return JOINTS["or"]([written(number) for number in disputed.numbers])


def doubt_in_short(past: PastCoup) -> str:
    """The first doubt in a word or two."""
    return doubt_named(past.doubts[0]).short


def doubts_in_words(past: PastCoup) -> str:
    """All doubts as reasons: `unheard when it fell, read off the wheel later`."""
    return doubts_sentence(past.doubts)
