"""The shift rules: what time demands of a table. One declaration each; everything else here serves them.

A rule says which events open a case and which close it, and reads from the table's rulebook how long the
case may stay open, when to warn, and the clause that demands it. A rulebook that demands nothing (its terms
are None) has no such case. The projection opens and closes cases, the sweep sees what is due; `tables.play`
judges it.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from tables.play.events import BallChanged, Event, TableClosed, TableOpened
from tables.roulette.rulebook import Rulebook

Audience = Literal["table", "floor", "inspectors"]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What one rulebook demands: a case may stay open for `lasts`, a warning comes `warns_before` its end."""

    lasts: timedelta
    warns_before: timedelta
    clause: str


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A shift rule. An event in both `opened_by` and `closed_by` ends one case and begins the next."""

    name: str
    """As it stands in the record; never changed."""
    label: str
    """As a person reads it on a screen."""
    opened_by: tuple[type[Event], ...]
    closed_by: tuple[type[Event], ...]
    terms: Callable[[Rulebook], Terms | None]
    tell: tuple[Audience, ...]


# ---------------------------------------------------------------- the rules


def ball_change_terms(rulebook: Rulebook) -> Terms | None:
    """The rulebook's `[ball_change]`: every so many seconds of the table's being in play."""
    demanded = rulebook.ball_change
    if demanded is None:
        return None
    return Terms(
        lasts=timedelta(seconds=demanded.every_s),
        warns_before=timedelta(seconds=demanded.warn_before_s),
        clause=demanded.clause,
    )


BALL_CHANGE = Rule(
    name="ball-change",
    label="Ball change",
    opened_by=(TableOpened, BallChanged),
    closed_by=(BallChanged, TableClosed),
    terms=ball_change_terms,
    tell=("table", "floor", "inspectors"),
)

RULES: tuple[Rule, ...] = (BALL_CHANGE,)


# ---------------------------------------------------------------- reading them


def rule_named(name: str) -> Rule:
    """The rule of that name. Raises KeyError where there is none."""
    return _BY_NAME[name]


def opened_by(event_type: str) -> Sequence[Rule]:
    """The rules in which an event of this (recorded) type opens a case."""
    return _OPENED_BY.get(event_type, ())


def closed_by(event_type: str) -> Sequence[Rule]:
    """The rules in which an event of this (recorded) type closes the case that is open."""
    return _CLOSED_BY.get(event_type, ())


def event_types() -> frozenset[str]:
    """The recorded types of all events that open or close a case of any rule."""
    return frozenset(_OPENED_BY) | frozenset(_CLOSED_BY)


def warn_and_due(terms: Terms, opened_at: datetime) -> tuple[datetime, datetime]:
    """When to warn about a case opened at `opened_at` (aware), and when it is due; both in UTC.

    Counted in UTC, whatever zone the time came in: Python adds an hour to a local time on the clock's face,
    and on the nights when the clocks change that is two hours, or none.
    """
    due_at = opened_at.astimezone(UTC) + terms.lasts
    return due_at - terms.warns_before, due_at


def event_type(event: type[Event]) -> str:
    """The type under which events of this class stand in the record."""
    return str(event.__struct_config__.tag)


def _by_event(kinds: Callable[[Rule], tuple[type[Event], ...]]) -> dict[str, tuple[Rule, ...]]:
    types = {event_type(kind) for rule in RULES for kind in kinds(rule)}
    return {each: tuple(rule for rule in RULES if each in map(event_type, kinds(rule))) for each in types}


_BY_NAME = {rule.name: rule for rule in RULES}
_OPENED_BY = _by_event(lambda rule: rule.opened_by)
_CLOSED_BY = _by_event(lambda rule: rule.closed_by)
