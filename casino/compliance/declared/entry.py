"""Wording of one type of event in the compliance report and on the record's page."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from casino.compliance.declared.day import DayEvent

Words = str | Callable[[DayEvent], str]
"""A marked sentence, or a function that makes the text where a sentence does not do."""
Clause = Callable[[DayEvent], str | None]
"""The id of the clause by which an event is reported."""


def no_clause(of: DayEvent) -> str | None:
    """Return None: the rulebook does not regulate the matter."""
    return None


class LimitLine(msgspec.Struct, frozen=True):
    """A bet with its maximum in words, and the one before: empty if it was none, or the same."""

    bet: str
    maximum: str
    before: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One type of event: the kind of its line, the clause, and the words.

    `clause` gives a clause id. `closes` names the deadline rules whose cases such an event closes; its line has the
    delay. For an event that lasts, `since` is its beginning, if that was before it was recorded, and `until` its end.

    `is_course`: the event is of the usual course of a day, which a report shows on request. Where `only` leaves out
    some events of the type, they read by `otherwise`.
    """

    kind: str
    words: Words
    clause: Clause = no_clause
    closes: tuple[str, ...] = ()
    only: Callable[[DayEvent], bool] = lambda of: True
    otherwise: "Entry | None" = None
    is_course: bool = False
    blind_words: Words | None = None
    """The words without the amounts in a box, for readers who may count it."""
    beside_limits: Words | None = None
    """The words without the maximums, where a table below the line has them."""
    limits: Callable[[DayEvent], tuple[LimitLine, ...]] = lambda of: ()
    since: Callable[[DayEvent], datetime | None] = lambda of: None
    until: Callable[[DayEvent], datetime | None] = lambda of: None

    def of(self, event: DayEvent) -> "Entry":
        """Return the entry by which this very event reads."""
        return self if self.otherwise is None or self.only(event) else self.otherwise

    def text(self, of: DayEvent, *, withheld: bool = False) -> str:
        words = self.blind_words if withheld and self.blind_words else self.words
        return of.sentence(words) if isinstance(words, str) else words(of)

    def text_beside_limits(self, of: DayEvent) -> str:
        """Return the text for a screen that shows the maximums as a table; empty if there are none."""
        words = self.beside_limits
        if words is None:
            return ""
        return of.sentence(words) if isinstance(words, str) else words(of)


def usual(kind: str, words: Words, *, clause: Clause = no_clause, blind_words: Words | None = None) -> Entry:
    """Return an entry of the usual course."""
    return Entry(kind=kind, words=words, clause=clause, is_course=True, blind_words=blind_words)


def own_clause(of: DayEvent) -> str | None:
    """Return the clause that the event itself names."""
    clause: str | None = of.event.clause
    return clause


def clause_at(*path: str) -> Clause:
    """Return a clause key of the rulebook, as in `clause_at("ball_change", "clause")`; None without the rule."""

    def find(of: DayEvent) -> str | None:
        found: Any = of.rulebook
        for name in path:
            found = getattr(found, name) if found is not None else None
        clause: str | None = found
        return clause

    return find


def with_reason(what: str, reason: str) -> str:
    """Return `what: reason`, or `what` alone without a reason."""
    return f"{what}: {reason}" if reason else what
