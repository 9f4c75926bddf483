"""The numbers that the readers of a wheel gave on a gaming day, and the unheard ones: outages, and results that went
unheard.

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
    "witness_reported",
)
"""The types of the events with a report of a reader."""
Unheard = Literal["by_hand", "recovered", "by_witness"]
"""The source of a number that its primary reader did not give as it fell: entered by hand, read off the wheel
afterwards, or given by a witness."""


class Dated(msgspec.Struct, frozen=True):
    """An event of the table's stream, at its version, and when it happened (UTC)."""

    version: int
    at: datetime
    event: object


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that fell after a coup and that no coup of the day has, as the reader's counter shows."""

    after_coup: int
    count: int
    at: datetime


class HeardOfADay(msgspec.Struct, frozen=True, kw_only=True):
    """`ended` has when each outage of a reader ended, by the version of the event that began it; None of one that goes
    on. `of_witness` has the code of the witness for those outages that are none of the primary reader. `unheard` are
    the coups whose number the primary reader did not give, `gaps` the numbers without a coup."""

    ended: Mapping[int, datetime | None] = {}
    of_witness: Mapping[int, str] = {}
    unheard: Mapping[int, Unheard] = {}
    gaps: tuple[Gap, ...] = ()


def heard_of(events: Iterable[Dated]) -> HeardOfADay:
    """Return the readers' reports, from all the day's events of these types, in their order.

    A table without a reader has nothing unheard: a number counts from the first message of a reader on that day.
    """
    outages, numbers = _Outages(), _Numbers()
    for each in events:
        if isinstance(each.event, e.ReaderChanged):
            outages.add(each, each.event)
        numbers.add(each, outages.witnesses)
    return HeardOfADay(
        ended=outages.ended,
        of_witness=outages.of_witness,
        unheard=numbers.unheard,
        gaps=tuple(numbers.missing),
    )


class _Outages:
    """The outages of each reader, and the readers that are witnesses by now."""

    def __init__(self) -> None:
        self.ended: dict[int, datetime | None] = {}
        self.of_witness: dict[int, str] = {}
        self.witnesses: set[str | None] = set()
        self._lasting: dict[str, int] = {}

    def add(self, at: Dated, changed: e.ReaderChanged) -> None:
        if began := self._lasting.pop(changed.reader, 0):
            self.ended[began] = at.at
        if changed.state != "live":
            self._lasting[changed.reader] = at.version
            self.ended[at.version] = None
        self.witnesses.discard(changed.reader)
        if changed.role == "witness":
            self.witnesses.add(changed.reader)
            if changed.state != "live":
                self.of_witness[at.version] = changed.reader


class _Numbers:
    """The coups whose number the primary reader did not give, and the numbers without a coup."""

    def __init__(self) -> None:
        self.unheard: dict[int, Unheard] = {}
        self.missing: list[Gap] = []
        self._counted: set[int] = set()
        self._has_reader = False

    def add(self, each: Dated, witnesses: set[str | None]) -> None:
        match each.event:
            case e.NumberFell(source="staff", coup=coup):
                if self._has_reader:
                    self.unheard[coup] = "by_hand"
                return
            case e.NumberConfirmed(source="staff") | e.DiscrepancyFound(source="staff"):
                return
            case e.NumberFell(coup=coup, doubts=doubts, reader=reader):
                if reader in witnesses:
                    self.unheard[coup] = "by_witness"
                elif "recovered" in doubts:
                    self.unheard[coup] = "recovered"
            case e.NumberConfirmed(coup=coup, reader=reader) | e.DiscrepancyFound(coup=coup, reader=reader):
                if self.unheard.get(coup) in ("by_hand", "by_witness") and reader not in witnesses:
                    del self.unheard[coup]
            case e.ResultsMissing(count=count, after_coup=after):
                self._missed(count, after, each.at)
            case e.ReaderChanged() | e.NumberDoubted(source="reader") | e.WitnessReported():
                pass
            case _:
                return
        self._has_reader = True

    def _missed(self, count: int, after: int, at: datetime) -> None:
        # Reports by another way since the reader was heard last are of these coups, not numbers without a coup.
        came = [
            coup for coup, how in self.unheard.items() if how != "recovered" and coup not in self._counted
        ]
        self._counted.update(came[:count])
        if count > len(came):
            self.missing.append(Gap(after_coup=after, count=count - len(came), at=at))
