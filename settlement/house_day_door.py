"""The door to the house's gaming days: what is asked of a day is decided on all that is left over of it.

Whoever asks holds the house, as whoever opens a table does, so no table opens for a day while it is closed.
"""

from datetime import datetime

from django.db import transaction

from settlement.day_ledger import ledgers_of
from settlement.door_record import record
from settlement.left_over import left_over
from settlement.table_ledger import TableLedger
from tables.house.door import Actor
from tables.house.gaming_day import gaming_day
from tables.house.house_days import day_to_explain, house_day
from tables.house.models import Board, HouseDay
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house
from tables.house.streams import house_day_stream
from tables.house_day import commands as c
from tables.house_day import events as e
from tables.house_day.decisions import HouseStands, decide
from tables.house_day.life import HouseDayLife
from tables.roulette.refusal import Refused
from tables.stream import recall

FIGURES = ("opening", "fills", "credits", "drop", "closing", "win")
"""What of a table's ledger the closing keeps as it stood."""


def say_to_house_day(
    casino_id: int,
    day: str,
    command: c.AnyOfTheHouse,
    *,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> HouseDayLife:
    """Carries `command` out on a gaming day of the house (ISO date), and gives the day after it.

    `seen` is the version of the day that the command was meant for. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command.
    """
    stream = house_day_stream(day)
    key = key_of(stream, command, idempotency_key)
    with transaction.atomic():
        hold_house(casino_id)
        life = house_day(casino_id, day)
        if key is not None and recall(casino_id, key) is not None:
            return life
        if seen is not None and seen != life.version:
            raise Refused(f"{day} was {'explained' if life.version > 1 else 'closed'} meanwhile: look at it")
        event = decide(life, command, house_stands(casino_id, life, now))
        record(casino_id, stream, e.to_record(event), command, by=by, now=now, after=life.version, key=key)
        return house_day(casino_id, day)


def house_stands(casino_id: int, life: HouseDayLife, now: datetime) -> HouseStands:
    """All that a day of the house is closed with, or not closed for."""
    closed = set(HouseDay.objects.filter(casino_id=casino_id).values_list("day", flat=True))
    first = min(closed, default=None)
    waiting = day_to_explain(casino_id)
    return HouseStands(
        today=gaming_day(casino_id, now).isoformat(),
        tables=tables_of(casino_id, life.day),
        left=left_over(casino_id, life.day),
        first_closed=first,
        open_before=_open_between(casino_id, first, life.day, closed) if first else None,
        to_explain=waiting.day if waiting else None,
    )


def tables_of(casino_id: int, day: str) -> tuple[e.TableAsClosed, ...]:
    """The tables that were opened for a gaming day, each as its ledger and its stream stand now."""
    versions = dict(Board.objects.filter(casino_id=casino_id, day=day).values_list("table", "version"))
    return tuple(_as_closed(each, versions[each.table]) for each in ledgers_of(casino_id, day, versions))


def _as_closed(of: TableLedger, version: int) -> e.TableAsClosed:
    figures = {name: getattr(of, name) for name in FIGURES}
    return e.TableAsClosed(
        table=of.table,
        currency=of.currency,
        version=version,
        coups=of.coups,
        figures={name: e.FigureAsStood(figure.amount, figure.label) for name, figure in figures.items()},
    )


def _open_between(casino_id: int, first: str, day: str, closed: set[str]) -> str | None:
    """The earliest day from the first closed one on, and before this one, that had tables and is open still."""
    played = Board.objects.filter(casino_id=casino_id, day__gt=first, day__lt=day).values_list(
        "day", flat=True
    )
    return min(set(played) - closed, default=None)
