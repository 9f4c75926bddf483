"""What the wheel's reader gave of a gaming day, and what it did not: its outages, and results that went unheard.

Read from the day's events, for reports: a table's state keeps none of it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

import msgspec

from tables.play import events as e

TYPES = (
    "reader_changed",
    "results_missing",
    "number_fell",
    "number_doubted",
    "number_confirmed",
    "discrepancy_found",
)
"""The types of the events that say so."""
Unheard = Literal["by_hand", "recovered"]
"""How the number of a coup came that its reader did not give as it fell: entered by hand, or read off the wheel
afterwards."""


class Dated(msgspec.Struct, frozen=True):
    """An event of the table's stream, at its version, and when it happened (UTC)."""

    version: int
    at: datetime
    event: object


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """So many numbers fell after a coup that no coup of the day has, as the reader's counter shows."""

    after_coup: int
    count: int
    at: datetime


class HeardOfADay(msgspec.Struct, frozen=True, kw_only=True):
    """`ended` has when each outage ended, by the version of the event that began it; None of one that goes on.
    `unheard` are the coups whose number the reader did not give, `gaps` the numbers without a coup."""

    ended: Mapping[int, datetime | None] = {}
    unheard: Mapping[int, Unheard] = {}
    gaps: tuple[Gap, ...] = ()


def heard_of(events: Iterable[Dated]) -> HeardOfADay:
    """What the reader gave, from all the day's events of these types, in their order.

    A table without a reader has nothing unheard: a number counts from the reader's first word of the day on.
    """
    ended: dict[int, datetime | None] = {}
    unheard: dict[int, Unheard] = {}
    missing: list[Gap] = []
    counted: set[int] = set()
    has_reader, out = False, 0
    for each in events:
        match each.event:
            case e.ReaderChanged(state=state):
                if out:
                    ended[out] = each.at
                out = each.version if state != "live" else 0
                if out:
                    ended[out] = None
                has_reader = True
            case e.NumberFell(source="staff", coup=coup) if has_reader:
                unheard[coup] = "by_hand"
            case e.NumberFell(source="reader", coup=coup, doubts=doubts):
                has_reader = True
                if "recovered" in doubts:
                    unheard[coup] = "recovered"
            case (
                e.NumberConfirmed(source="reader", coup=coup) | e.DiscrepancyFound(source="reader", coup=coup)
            ):
                has_reader = True
                if unheard.get(coup) == "by_hand":
                    del unheard[coup]
            case e.NumberDoubted(source="reader"):
                has_reader = True
            case e.ResultsMissing(count=count, after_coup=after):
                has_reader = True
                # What staff entered since the reader was heard last is of these: it is no number without a coup.
                entered = [coup for coup, how in unheard.items() if how == "by_hand" and coup not in counted]
                counted.update(entered[:count])
                if count > len(entered):
                    missing.append(Gap(after_coup=after, count=count - len(entered), at=each.at))
    return HeardOfADay(ended=ended, unheard=unheard, gaps=tuple(missing))
