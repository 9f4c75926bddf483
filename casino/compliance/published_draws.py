"""Draws as they are published: on the pages, as a file and over the API, so that anybody can repeat them.

`docs/examples/repeat_draw.py` reads this. A seed is in the record only once its draw is revealed, so nothing here can
give one away before.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Literal

import msgspec

from casino.compliance.draws import counted_since, draw_records
from casino.compliance.who import doer, signed_beside
from tables.compliance.draws.decide import DAYS_AHEAD
from tables.compliance.draws.drawing import FORMAT
from tables.compliance.draws.events import (
    DRAW_EVENTS,
    DrawCandidate,
    DrawCommitted,
    DrawRevealed,
    TableAskedFor,
)
from tables.stream import RecordedEvent

Status = Literal["committed", "revealed", "asked"]


class TableOnDemand(msgspec.Struct, frozen=True, kw_only=True):
    """A table that an inspector asked for beside the draw, and why."""

    table: str
    reason: str
    by: str
    at: datetime


class PublishedDraw(msgspec.Struct, frozen=True, kw_only=True):
    """Tables to inspect on a gaming day.

    A draw that is only `committed` has null for seed, words and tables. A day with requested tables alone has status
    `asked`, and nothing of a draw. `commitment` is SHA-256 over format, day, number of tables, candidates and seed.
    `days` were committed together, each with a seed of its own. Inspections of candidates are counted from the gaming
    day `counted_since` on.
    """

    format: Annotated[str, msgspec.Meta(examples=[FORMAT])]
    day: Annotated[str, msgspec.Meta(examples=["2031-05-17"])]
    status: Status
    days: tuple[str, ...] = ()
    tables_to_draw: int | None = None
    counted_since: str | None = None
    candidates: tuple[DrawCandidate, ...] = ()
    commitment: str | None = None
    committed_at: datetime | None = None
    committed_by: str | None = None
    committed_event: Annotated[
        str | None,
        msgspec.Meta(description="The id of the event that committed it, to be proven by its proof"),
    ] = None
    seed: str | None = None
    words: Annotated[
        str | None,
        msgspec.Meta(description="The inspector's own, given as it was revealed; part of the draw"),
    ] = None
    tables: tuple[str, ...] | None = None
    revealed_at: datetime | None = None
    revealed_by: str | None = None
    on_demand: tuple[TableOnDemand, ...] = ()

    @property
    def inspected(self) -> tuple[str, ...]:
        """Return all known tables to inspect."""
        return tuple(dict.fromkeys((*(self.tables or ()), *(each.table for each in self.on_demand))))


def published_draws(
    casino_id: int, first: date, last: date, *, beforehand: bool = True
) -> tuple[PublishedDraw, ...]:
    """Return the draws of these gaming days, the newest day first. Without `beforehand` a draw is left out until it is
    revealed: so the casino's own people have them.
    """
    found = draw_records(casino_id, first, last)
    draws = (_published(day, found[day], beforehand) for day in sorted(found, reverse=True))
    return tuple(draw for draw in draws if draw is not None)


def published_draw(casino_id: int, day: date, *, beforehand: bool = True) -> PublishedDraw | None:
    """Return the draw of a gaming day; None if there is none, or none to be seen."""
    return next(iter(published_draws(casino_id, day, day, beforehand=beforehand)), None)


def committed_with(casino_id: int, draw: PublishedDraw) -> tuple[PublishedDraw, ...]:
    """Return the draws of all days that were committed together with this one, in the order of the days."""
    days = sorted(date.fromisoformat(day) for day in draw.days)
    if not days:
        return ()
    found = published_draws(casino_id, days[0], days[-1])
    return tuple(each for each in reversed(found) if each.days == draw.days)


def draw_span(today: date) -> tuple[date, date]:
    """Return the first and the last gaming day for which a draw may be committed now."""
    return today, today + timedelta(days=DAYS_AHEAD)


def listed_span(today: date) -> tuple[date, date]:
    """Return the usual span of gaming days in a list: from the first that counts to the last that can be drawn."""
    return counted_since(today), draw_span(today)[1]


def _published(day: str, records: Sequence[RecordedEvent], beforehand: bool) -> PublishedDraw | None:
    published: dict[str, object] = {}
    on_demand: list[TableOnDemand] = []
    status: Status = "asked"
    revealed = any(record.type == "draw_revealed" for record in records)
    for record in records:
        event, by = DRAW_EVENTS.read(record), _by(record)
        match event:
            case DrawCommitted() if revealed or beforehand:
                status = "committed"
                published |= {
                    "days": event.days,
                    "tables_to_draw": event.tables,
                    "counted_since": event.since,
                    "candidates": event.candidates,
                    "commitment": event.commitment,
                    "committed_at": record.occurred_at,
                    "committed_by": by,
                    "committed_event": str(record.event_id),
                }
            case DrawRevealed():
                status = "revealed"
                published |= {
                    "seed": event.seed,
                    "words": event.words,
                    "tables": event.tables,
                    "revealed_at": record.occurred_at,
                    "revealed_by": by,
                }
            case TableAskedFor():
                on_demand.append(
                    TableOnDemand(table=event.table, reason=event.reason, by=by, at=record.occurred_at)
                )
    if status == "asked" and not on_demand:
        return None
    return msgspec.convert(
        {"format": FORMAT, "day": day, "status": status, **published, "on_demand": on_demand},
        PublishedDraw,
        from_attributes=True,
    )


def _by(record: RecordedEvent) -> str:
    return ", ".join(signed_beside(record)) or doer(record)
