"""Events of the tables to inspect on a gaming day; the metadata has their author and signatories."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec


class DrawCandidate(msgspec.Struct, frozen=True, kw_only=True):
    """A table that may be drawn, with the gaming days on which it was inspected lately, and its weight by them."""

    table: str
    inspections: int
    weight: int


class DrawEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a draw's events."""


class DrawCommitted(DrawEvent, frozen=True, kw_only=True, tag="draw_committed"):
    """The draw of `day` is fixed: `commitment` (hexadecimal) covers the day, the number of tables, the candidates and a
    secret seed. `days` were committed together; inspections are counted from the gaming day `since` on."""

    day: str
    days: tuple[str, ...]
    tables: int
    candidates: tuple[DrawCandidate, ...]
    since: str
    commitment: str


class DrawRevealed(DrawEvent, frozen=True, kw_only=True, tag="draw_revealed"):
    """The seed (hexadecimal) is published, with the inspector's own words and the tables that both draw, in order."""

    seed: str
    words: str
    tables: tuple[str, ...]


class TableAskedFor(DrawEvent, frozen=True, kw_only=True, tag="table_asked_for"):
    """An inspector wants a table inspected that was not drawn."""

    table: str
    reason: str


AnyDrawEvent = DrawCommitted | DrawRevealed | TableAskedFor
DRAW_EVENTS = EventCodec[AnyDrawEvent](AnyDrawEvent)
