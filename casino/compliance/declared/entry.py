"""How one type of event reads in the compliance report."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from string import Formatter
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.compliance.background import Background
from casino.kit.money import with_currency
from casino.kit.reader_words import doubts_sentence, warning_named
from casino.kit.sentences.words import word
from tables.play.events import Person
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import written


class DayEvent(msgspec.Struct, frozen=True):
    """An event of the day, at its `version` of its stream, with what the rest of the day says about it."""

    event: Any
    rulebook: Rulebook
    version: int = 0
    background: Background = Background()

    def money(self, amount: int) -> str:
        """Minor units in the rulebook's currency: `12.50 EUR`."""
        return with_currency(amount, self.rulebook.currency)

    def sentence(self, marked: str, **parts: object) -> str:
        """A marked sentence in the reader's language. Its placeholders name `parts` or fields of the event; the kinds
        of a placeholder are KINDS and those of str.format."""
        return _EventFormatter(self, parts).vformat(gettext(marked), (), {})


class _EventFormatter(Formatter):
    def __init__(self, of: DayEvent, parts: Mapping[str, object]) -> None:
        self._of, self._parts = of, parts

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        name = str(key)
        return self._parts[name] if name in self._parts else getattr(self._of.event, name)

    def format_field(self, value: Any, format_spec: str) -> str:
        kind = KINDS.get(format_spec)
        return kind(self._of, value) if kind else str(format(value, format_spec))


KINDS: Mapping[str, Callable[[DayEvent, Any], str]] = {
    "money": DayEvent.money,
    "minutes": lambda of, seconds: str(seconds // 60),
    "person": lambda of, person: name_of(person),
    "names": lambda of, names: ", ".join(names),
    "warnings": lambda of, codes: ", ".join(map(warning_named, codes)),
    "doubts": lambda of, codes: doubts_sentence(codes),
    "number": lambda of, number: written(number),
    "numbers": lambda of, numbers: ", ".join(map(written, numbers)),
    "source": lambda of, source: word("source", source),
}
Words = str | Callable[[DayEvent], str]
"""A marked sentence, or a function that makes the text where a sentence does not do."""
Clause = Callable[[DayEvent], str | None]
"""The id of the clause by which an event is reported."""


def no_clause(of: DayEvent) -> str | None:
    """The rulebook says nothing of the matter."""
    return None


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One type of event: what kind of line it makes, by which clause, in which words.

    `clause` gives a clause id. `closes` names the deadline rules whose cases such an event closes: how late it closed
    one stands on its line. `only` leaves out those events of the type that are nothing to report. Of what lasts `since`
    is when it began, where that was before it was recorded, and `until` when it ended.
    """

    kind: str
    words: Words
    clause: Clause = no_clause
    closes: tuple[str, ...] = ()
    only: Callable[[DayEvent], bool] = lambda of: True
    blind_words: Words | None = None
    """The same without the amounts in a box, for readers who may count it."""
    since: Callable[[DayEvent], datetime | None] = lambda of: None
    until: Callable[[DayEvent], datetime | None] = lambda of: None

    def text(self, of: DayEvent, *, withheld: bool = False) -> str:
        words = self.blind_words if withheld and self.blind_words else self.words
        return of.sentence(words) if isinstance(words, str) else words(of)


def own_clause(of: DayEvent) -> str | None:
    """The clause that the event itself names."""
    clause: str | None = of.event.clause
    return clause


def clause_at(*path: str) -> Clause:
    """A clause key of the rulebook: `clause_at("ball_change", "clause")`; None where the rulebook lacks the rule."""

    def find(of: DayEvent) -> str | None:
        found: Any = of.rulebook
        for name in path:
            found = getattr(found, name) if found is not None else None
        clause: str | None = found
        return clause

    return find


def name_of(person: Person | None) -> str:
    """The person's name, or `nobody`."""
    return person.name if person is not None else gettext("nobody")


def with_reason(what: str, reason: str) -> str:
    """`what: reason`, or what alone."""
    return f"{what}: {reason}" if reason else what
