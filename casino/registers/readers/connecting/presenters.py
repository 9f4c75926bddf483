"""The steps that connect a reader, in words."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.kit.sentences import sentence_of
from casino.registers.readers.connecting.draft import STEPS, Compared, Draft
from casino.registers.readers.connecting.forms import Way, way_value
from casino.registers.readers.connecting.probing import lines_of, numbers_seen, running_probe
from casino.registers.readers.connecting.ways import way_name, ways
from casino.registers.readers.presenters import ShownLine, shown_lines
from casino.registers.readers.words import Tone, reason_words
from tables.refusal import Refusal
from tables.roulette.wheel import colour, written
from tables.wheels.models import ReaderProbe

STEP_WORDS = {
    "address": _("Address"),
    "bytes": _("Bytes"),
    "protocol": _("Protocol"),
    "number": _("Number"),
    "place": _("Table"),
}
PROBE_WORDS: dict[str, tuple[str, Tone]] = {
    "asked": (_("Waiting for a gateway"), "due"),
    "connecting": (_("Connecting"), "due"),
    "connected": (_("Connected"), "good"),
    "ended": (_("Not listening"), ""),
}
NUMBERS_SHOWN = 8


class ShownStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the way, with whether it can be opened and whether it is the one shown."""

    name: str
    words: str
    is_open: bool
    is_here: bool
    is_done: bool


class ShownNumber(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    written: str
    look: str
    at: datetime


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """The line to the address. `hint`: a fault that a person can look for."""

    state: str
    tone: Tone
    peer: str
    reason: str
    bytes_read: int
    lines: Sequence[ShownLine]
    hint: str = ""


class ProtocolPage(msgspec.Struct, frozen=True, kw_only=True):
    ways: Sequence[Way]
    chosen: str
    """The value of the way that is chosen, or that the bytes suggest; empty if none does."""
    wrong: Compared | None
    reader: str = ""
    wheel: str = ""
    lines: Sequence[ShownLine] = ()


class NumberPage(msgspec.Struct, frozen=True, kw_only=True):
    listening: Listening
    last: ShownNumber | None
    earlier: Sequence[ShownNumber]


def steps_of(draft: Draft | None, here: str) -> list[ShownStep]:
    """Return the way with the step `here`."""
    place = max(STEPS.index(draft.next_step), STEPS.index(here)) if draft else 0
    return [
        ShownStep(
            name=name,
            words=gettext(STEP_WORDS[name]),
            is_open=draft is not None and draft.is_open(name),
            is_here=name == here,
            is_done=turn < place,
        )
        for turn, name in enumerate(STEPS)
    ]


def summary_of(draft: Draft) -> list[tuple[str, str]]:
    """Return the entered values so far, with their names."""
    entered = [(gettext("Address"), draft.url)]
    entered += [(gettext("Baud rate"), str(draft.line_options["baudrate"]))] if draft.line_options else []
    if draft.protocol:
        entered.append((gettext("Protocol"), way_name(draft.protocol, draft.options)))
    if draft.compared and draft.compared.agree:
        entered.append((gettext("Number compared"), written(draft.compared.reader)))
    return entered


def bytes_presenter(casino_id: int, draft: Draft) -> Listening:
    """Return the line to the draft's address with the bytes that arrived."""
    return _listening(casino_id, draft, running_probe(casino_id, draft))


def protocol_presenter(casino_id: int, draft: Draft) -> ProtocolPage:
    """Return the protocols to choose from; of a number that differed, both."""
    chosen = (draft.protocol, draft.options) if draft.protocol else None
    offered = ways(running_probe(casino_id, draft), chosen)
    wrong = draft.compared if draft.compared and not draft.compared.agree else None
    guessed = next((each.value for each in offered if each.understood), "")
    return ProtocolPage(
        ways=offered,
        chosen=way_value(*chosen) if chosen else guessed,
        wrong=wrong,
        reader=written(wrong.reader) if wrong else "",
        wheel=written(wrong.wheel) if wrong else "",
        lines=shown_lines(lines_of(casino_id, draft))[:NUMBERS_SHOWN],
    )


def number_presenter(casino_id: int, draft: Draft) -> NumberPage:
    """Return the last number that the protocol reads in the bytes, and those before."""
    seen = [
        ShownNumber(
            number=each.number,
            written=written(each.number),
            look=colour(each.number) or "zero",
            at=each.at,
        )
        for each in numbers_seen(casino_id, draft)[::-1]
    ]
    return NumberPage(
        listening=_listening(casino_id, draft, running_probe(casino_id, draft)),
        last=seen[0] if seen else None,
        earlier=seen[1 : 1 + NUMBERS_SHOWN],
    )


def _listening(casino_id: int, draft: Draft, found: ReaderProbe | None) -> Listening:
    if found is None:
        return Listening(
            state=gettext("Not listening"), tone="due", peer="", reason="", bytes_read=0, lines=()
        )
    state, tone = PROBE_WORDS.get(found.state, (found.state, ""))
    refusal = found.refusal and msgspec.convert(found.refusal, Refusal)
    reason = capfirst(sentence_of(refusal) if refusal else reason_words(found.reason))
    return Listening(
        state=gettext(state),
        tone="broken" if reason else tone,
        peer=found.peer,
        reason=reason,
        bytes_read=found.bytes_read,
        lines=shown_lines(lines_of(casino_id, draft)),
        hint=_hint(found),
    )


def _hint(found: ReaderProbe) -> str:
    """A fault that a person can look for; empty while bytes arrive."""
    waited_s = (timezone.now() - found.asked_at).total_seconds()
    if found.state == "asked" and waited_s > 5:
        return gettext("No gateway has taken the request. Check whether a gateway runs.")
    if found.state == "connected" and not found.bytes_read and waited_s > 10:
        return gettext(
            "Connected, but no bytes arrive. Check the cable between reader and device server, and let the ball fall: "
            "some readers send only results."
        )
    return ""
