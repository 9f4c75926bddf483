"""How one type of event reads in the compliance report."""

from collections.abc import Callable
from typing import Any

import msgspec

from casino.kit.money import with_currency
from tables.play.events import Person
from tables.roulette.rulebook import Rulebook


class Told(msgspec.Struct, frozen=True):
    """An event to be read, with the rulebook of its day."""

    event: Any
    rulebook: Rulebook

    def money(self, amount: int) -> str:
        """Minor units in the rulebook's currency: `12.50 EUR`."""
        return with_currency(amount, self.rulebook.currency)


def always(told: Told) -> bool:
    """The usual case: every event of the type is listed."""
    return True


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One type of event: what kind of line it makes, by which clause, in which words.

    `clause` gives a clause id, or None where the rulebook says nothing of the matter. `closes` names the deadline rules
    whose cases such an event closes: what was closed late by it is told on its line. `only` leaves out those events of
    the type that are nothing to report.
    """

    kind: str
    clause: Callable[[Told], str | None]
    words: Callable[[Told], str]
    closes: tuple[str, ...] = ()
    only: Callable[[Told], bool] = always
    blind_words: Callable[[Told], str] | None = None
    """The same without what the record has in a box, for somebody who may count it."""


def own_clause(told: Told) -> str | None:
    """The clause that the event itself names."""
    clause: str | None = told.event.clause
    return clause


def no_clause(told: Told) -> None:
    """No clause speaks of it."""
    return


def clause_at(*path: str) -> Callable[[Told], str | None]:
    """A clause key of the rulebook: `clause_at("ball_change", "clause")`; None where the rulebook lacks the rule."""

    def find(told: Told) -> str | None:
        found: Any = told.rulebook
        for name in path:
            found = getattr(found, name) if found is not None else None
        clause: str | None = found
        return clause

    return find


def name_of(person: Person | None) -> str:
    """Who, for a person to read."""
    return person.name if person is not None else "nobody"


def with_reason(what: str, reason: str) -> str:
    """`what: reason`, or what alone."""
    return f"{what}: {reason}" if reason else what
