"""What is said to a violation by a form: which command it is, who may say it, and what came of it."""

from collections.abc import Callable, Mapping

import msgspec

from casino.kit.forms.fields import Form, Unclear
from tables.compliance import commands as c
from tables.play.events import Signature

WORDS = "words"


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal, to be said at its violation; what was written is kept."""

    anchor: str
    command: str
    detail: str
    clause: str | None = None
    words: str = ""


class Sayable(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be said: the button, who may, and whether words go with it."""

    name: str
    label: str
    permission: str
    ask: str = ""
    """What the words are; empty where there are none."""
    of_ended: bool = False
    make: Callable[[str, tuple[Signature, ...]], c.AnyLifeCommand]


SAYABLE: Mapping[str, Sayable] = {
    each.name: each
    for each in (
        Sayable(
            name="acknowledge",
            label="Acknowledge",
            permission="violation.answer",
            make=lambda words, signed: c.Acknowledge(signatures=signed),
        ),
        Sayable(
            name="explain",
            label="Explain",
            permission="violation.answer",
            ask="How it came about",
            make=lambda words, signed: c.Explain(words=words, signatures=signed),
        ),
        Sayable(
            name="uphold",
            label="Uphold",
            permission="violation.judge",
            ask="Reason",
            make=lambda words, signed: c.Uphold(reason=words, signatures=signed),
        ),
        Sayable(
            name="dismiss",
            label="Dismiss",
            permission="violation.judge",
            ask="Reason",
            make=lambda words, signed: c.Dismiss(reason=words, signatures=signed),
        ),
        Sayable(
            name="reopen",
            label="Open again",
            permission="violation.judge",
            ask="Reason",
            of_ended=True,
            make=lambda words, signed: c.Reopen(reason=words, signatures=signed),
        ),
    )
}


def command_said(name: str, form: Form, signed: tuple[Signature, ...]) -> c.AnyLifeCommand:
    """The command of that name with what the form says, on one line. Raises Unclear for what nobody types."""
    words = " ".join(form.get(WORDS, "").split())
    if not words.isprintable():
        raise Unclear("words-unreadable")
    sayable = SAYABLE[name]
    if words and not sayable.ask:
        raise Unclear("acknowledgement-with-words")
    return sayable.make(words, signed)
