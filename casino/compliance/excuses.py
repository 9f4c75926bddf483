"""Who stays at the ball for longer, by notice or by force majeure: what the inspectors read of it while it lasts
(it-campione/13, pt-americana/35)."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from tables.handling.projections.table_snapshots import boards
from tables.play.staff.questions import seats_of
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook

BY = {"notice": "by notice to the inspector", "force-majeure": "by force majeure"}


class OpenExcuse(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who stays at the ball of a table until the replacement: since when (UTC), why, by which clause."""

    table: str
    person: str
    position: str
    """Where the person sits; empty for somebody who spins without a seat."""
    by: str
    words: str
    since: datetime
    at_the_ball_since: datetime
    reference: str


def open_excuses(casino_id: int) -> list[OpenExcuse]:
    """The excuses that are open at the casino's tables, the newest first. Two queries."""
    states = (view.state for view in boards(casino_id))
    found = (each for state in states if state is not None for each in _of(state))
    return sorted(found, key=lambda each: each.since, reverse=True)


def _of(state: State) -> Iterator[OpenExcuse]:
    excused, spinner, since = state.roster.excused, state.spinner, state.spinner_since
    if state.phase == "closed" or excused is None or spinner is None or since is None:
        return
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    rule = rulebook.time_at_ball
    yield OpenExcuse(
        table=state.table,
        person=spinner.name,
        position=_position(state, rulebook),
        by=BY[excused.kind],
        words=excused.words,
        since=excused.since,
        at_the_ball_since=since,
        reference=cited(rulebook, rule.clause if rule else None),
    )


def _position(state: State, rulebook: Rulebook) -> str:
    for (layout, position), holder in seats_of(state).items():
        if holder == state.spinner:
            label = rulebook.staff.labels.get(position, position)
            return f"{label}, layout {layout}" if layout > 1 else label
    return ""
