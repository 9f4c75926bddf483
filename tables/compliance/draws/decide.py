"""Permissions to draw tables, and the time at which a draw is revealed.

A day has one draw. It is committed before the day is over and revealed from its beginning on; a committed draw is
never changed or repeated.
"""

from datetime import date, datetime, timedelta

import msgspec

from tables.compliance.decide import INSPECTORS
from tables.compliance.draws.commands import AnyDrawCommand, AskForTable, CommitDraw, RevealDraw
from tables.compliance.draws.drawing import commitment_of, drawn_tables
from tables.compliance.draws.events import (
    AnyDrawEvent,
    DrawCandidate,
    DrawCommitted,
    DrawRevealed,
    TableAskedFor,
)
from tables.compliance.draws.state import Draw
from tables.play.command import reason_of
from tables.play.signatures import check_any_signed
from tables.refusal import Refused

DAYS_AHEAD = 62
"""Gaming days ahead of today for which a draw is committed at most: its weights are those of today."""
COUNTED_DAYS = 90
"""Gaming days before today whose inspections are counted, together with today's."""
WORDS_AT_MOST = 100


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """State of the casino for the judgement of a request about the draw of `day`.

    `today` is the current gaming day, `begins` the moment at which `day` begins. `seed` is a new seed or the stored
    one; None if the stored one is lost.
    """

    day: str
    today: str
    begins: datetime
    candidates: tuple[DrawCandidate, ...]
    since: str
    seed: bytes | None


def decide(draw: Draw, command: AnyDrawCommand, known: Known) -> AnyDrawEvent:
    """Return the event of `command` about the draw. Raises Refused."""
    check_any_signed(command, INSPECTORS, Refused("draw-unsigned", roles=INSPECTORS))
    match command:
        case CommitDraw():
            return _committed(draw, command, known)
        case RevealDraw():
            return _revealed(draw, command, known)
        case AskForTable():
            return _asked(draw, command, known)


def _committed(draw: Draw, command: CommitDraw, known: Known) -> DrawCommitted:
    if draw.committed is not None:
        raise Refused("draw-committed-already", day=known.day)
    if known.day < known.today:
        raise Refused("draw-day-over", day=known.day)
    last = (date.fromisoformat(known.today) + timedelta(days=DAYS_AHEAD)).isoformat()
    if known.day > last:
        raise Refused("draw-too-far-ahead", day=known.day, last=last)
    if command.tables < 1:
        raise Refused("draw-without-tables")
    if command.tables > len(known.candidates):
        raise Refused("draw-of-too-many-tables", limit=len(known.candidates), value=command.tables)
    assert known.seed is not None, "a new draw has a new seed"
    return DrawCommitted(
        day=known.day,
        days=command.days,
        tables=command.tables,
        candidates=known.candidates,
        since=known.since,
        commitment=commitment_of(known.day, command.tables, known.candidates, known.seed),
    )


def _revealed(draw: Draw, command: RevealDraw, known: Known) -> DrawRevealed:
    fixed = draw.committed
    if fixed is None:
        raise Refused("draw-not-committed", day=known.day)
    if draw.revealed is not None:
        raise Refused("draw-revealed-already", day=known.day)
    _check_begun(known)
    if known.seed is None:
        raise Refused("draw-seed-lost", day=known.day)
    if commitment_of(fixed.day, fixed.tables, fixed.candidates, known.seed) != fixed.commitment:
        raise Refused("draw-seed-changed", day=known.day)
    words = command.words.strip()
    if len(words) > WORDS_AT_MOST:
        raise Refused("draw-words-too-long", limit=WORDS_AT_MOST, value=len(words))
    tables = drawn_tables(known.seed, fixed.day, words, fixed.candidates, fixed.tables)
    return DrawRevealed(seed=known.seed.hex(), words=words, tables=tables)


def _asked(draw: Draw, command: AskForTable, known: Known) -> TableAskedFor:
    _check_begun(known)
    if command.table not in {each.table for each in known.candidates}:
        raise Refused("draw-table-unknown", table=command.table)
    if command.table in draw.drawn:
        raise Refused("draw-table-drawn", table=command.table, day=known.day)
    if command.table in draw.asked:
        raise Refused("draw-table-asked-already", table=command.table, day=known.day)
    reason = reason_of(command.reason)
    if not reason:
        raise Refused("draw-reason-missing")
    return TableAskedFor(table=command.table, reason=reason)


def _check_begun(known: Known) -> None:
    if known.today < known.day:
        raise Refused("draw-day-not-begun", day=known.day, begins=known.begins)
