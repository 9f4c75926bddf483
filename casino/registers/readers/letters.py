"""Dead letters of a reader in words: observations that the house refused."""

from datetime import datetime

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.kit.sentences import sentence_of
from casino.registers.readers.words import Tone, told_words
from tables.refusal import Refusal
from tables.wheels.dead_letters import dead_letters
from tables.wheels.models import ReaderDeadLetter
from tables.wheels.observed_forms import escaped

SHOWN_LETTERS = 50
LETTER_STATES: dict[str, tuple[str, Tone]] = {
    "": (_("Waiting for a decision"), "due"),
    "retry": (_("Retry requested"), ""),
    "discard": (_("Discard requested"), ""),
    "delivered": (_("Delivered"), "good"),
    "discarded": (_("Discarded"), ""),
    "refused_again": (_("Refused again"), "broken"),
}


class ShownLetter(msgspec.Struct, frozen=True, kw_only=True):
    """A dead letter in words. `is_open`: a person can decide it now."""

    id: int
    what: str
    why: str
    set_aside_at: datetime
    gateway: str
    state: str
    tone: Tone
    is_open: bool
    raw: str = ""
    requested_by: str = ""
    requested_at: datetime | None = None
    request_reason: str = ""


def shown_letters(casino_id: int, code: str) -> tuple[ShownLetter, ...]:
    """Return the dead letters of a reader, those that wait for a decision first."""
    found = map(shown_letter, dead_letters(casino_id, code, limit=SHOWN_LETTERS))
    return tuple(sorted(found, key=lambda each: not each.is_open))


def shown_letter(letter: ReaderDeadLetter) -> ShownLetter:
    """Return a dead letter in words."""
    state, tone = LETTER_STATES.get(letter.outcome or letter.request, (letter.outcome, ""))
    refusal = letter.refusal and msgspec.convert(letter.refusal, Refusal)
    number = "" if letter.number is None else f" {letter.number}"
    return ShownLetter(
        id=letter.pk,
        what=capfirst(told_words(f"{letter.kind}{number}")),
        why=capfirst(sentence_of(refusal) if refusal else letter.reason),
        set_aside_at=letter.set_aside_at,
        gateway=letter.gateway,
        state=gettext(state),
        tone=tone,
        is_open=letter.outcome == "refused_again" or not (letter.request or letter.outcome),
        raw=escaped(str(letter.observation.get("raw") or "").encode("latin-1", "replace")),
        requested_by=letter.requested_by,
        requested_at=letter.requested_at,
        request_reason=letter.request_reason,
    )
