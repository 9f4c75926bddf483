"""The coups of a table's day with the numbers that each wheel reader reported: one fold over the day's events.

The projection keeps the coups for years; `tables.play.reader.counting` counts them.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.codec import type_of
from tables.play import events as e

EVENTS: tuple[type[e.Event], ...] = (
    e.ReaderChanged,
    e.WitnessReported,
    e.NumberDoubted,
    e.DoubtDismissed,
    e.CoupAnnulled,
    e.NumberFell,
    e.NumberConfirmed,
    e.DiscrepancyFound,
    e.DiscrepancyResolved,
)
TYPES = frozenset(type_of(each) for each in EVENTS)


class Happened(msgspec.Struct, frozen=True):
    """An event of a table's day and when it happened (UTC). `reader` is the reader whose message it came from; empty if
    a person acted. An older event has no other name of its reader."""

    event: e.Event
    at: datetime
    reader: str = ""


class ReadSpin(msgspec.Struct, frozen=True, kw_only=True):
    """A coup with its number and the numbers that readers reported.

    `number` is the one that counts so far. `disputed`: two numbers were reported, and nobody has decided yet.
    `reports` has the numbers of each reader, the last one last. `away` are the readers that were silent or had a fault
    when the number fell (UTC).
    """

    coup: int
    number: int
    fell_at: datetime
    disputed: bool = False
    reports: dict[str, tuple[int, ...]] = {}
    away: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """One more number that a reader reported for an earlier coup."""

    coup: int
    reader: str
    number: int


class Verdict(msgspec.Struct, frozen=True):
    """An earlier coup is disputed from now on, or a person decided its number; None leaves the number as it is."""

    coup: int
    number: int | None
    disputed: bool


Change = Report | Verdict


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A number that a reader reported for a coup without a number so far. `doubted`: it waits for a person."""

    coup: int
    reader: str
    number: int
    doubted: bool


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The readers of a table between two events: those that are `away`, the numbers that wait for their coup, and the
    last coup that has its number."""

    away: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    last_coup: int = 0


def stood_after(standing: Standing, happened: Happened) -> Standing:
    """Return the state of the readers after the event."""
    event, waiting = happened.event, standing.waiting
    match event:
        case e.ReaderChanged():
            others = tuple(each for each in standing.away if each != event.reader)
            return replace(standing, away=others if event.state == "live" else (*others, event.reader))
        case e.NumberDoubted() if name := event.reader or happened.reader:
            doubted = Waiting(coup=event.coup, reader=name, number=event.number, doubted=True)
            waiting = (*waiting, doubted)
        case e.WitnessReported(coup=int(coup)) if coup > standing.last_coup:
            early = Waiting(coup=coup, reader=event.reader, number=event.number, doubted=False)
            waiting = (*waiting, early)
        case e.DoubtDismissed():
            waiting = _without(waiting, event.coup, doubted_only=True)
        case e.CoupAnnulled():
            waiting = _without(waiting, event.coup, doubted_only=False)
        case e.NumberFell():
            later = tuple(each for each in waiting if each.coup > event.coup)
            return replace(standing, waiting=later, last_coup=event.coup)
    return replace(standing, waiting=waiting)


def told_by(standing: Standing, happened: Happened) -> Iterator[ReadSpin | Change]:
    """Yield the coup that got its number by the event, or the changes of earlier coups. `standing` is the state before
    the event."""
    event = happened.event
    match event:
        case e.NumberFell():
            spin = ReadSpin(
                coup=event.coup, number=event.number, fell_at=happened.at, away=tuple(sorted(standing.away))
            )
            for each in standing.waiting:
                if each.coup == event.coup:
                    spin = changed(spin, Report(each.coup, each.reader, each.number))
            own = _reported(event.coup, event.number, event, happened)
            yield changed(spin, own) if own else spin
        case e.NumberConfirmed():
            if own := _reported(event.coup, event.number, event, happened):
                yield own
        case e.DiscrepancyFound():
            if own := _reported(event.coup, event.other, event, happened):
                yield own
            yield Verdict(event.coup, None, disputed=True)
        case e.DiscrepancyResolved():
            yield Verdict(event.coup, event.number, disputed=False)
        case e.WitnessReported(coup=int(coup)) if coup <= standing.last_coup:
            yield Report(coup, event.reader, event.number)


def changed(spin: ReadSpin, change: Change) -> ReadSpin:
    """Return the coup after the change. A reader that repeats its last number changes nothing."""
    if isinstance(change, Verdict):
        number = spin.number if change.number is None else change.number
        return replace(spin, number=number, disputed=change.disputed)
    given = spin.reports.get(change.reader, ())
    if given[-1:] == (change.number,):
        return spin
    return replace(spin, reports={**spin.reports, change.reader: (*given, change.number)})


def spins_of(day: Iterable[Happened]) -> tuple[ReadSpin, ...]:
    """Return the coups of ONE table's day, from all of its events or at least those of EVENTS, in their order."""
    standing, spins = Standing(), dict[int, ReadSpin]()
    for happened in day:
        for told in told_by(standing, happened):
            if isinstance(told, ReadSpin):
                spins[told.coup] = told
            elif told.coup in spins:
                spins[told.coup] = changed(spins[told.coup], told)
        standing = stood_after(standing, happened)
    return tuple(spins[coup] for coup in sorted(spins))


def _reported(
    coup: int,
    number: int,
    event: e.NumberFell | e.NumberConfirmed | e.DiscrepancyFound,
    happened: Happened,
) -> Report | None:
    """Return the report of the reader that the event names; None if staff gave the number."""
    name = event.reader or (happened.reader if event.source == "reader" else "")
    return Report(coup, name, number) if name else None


def _without(waiting: tuple[Waiting, ...], coup: int, *, doubted_only: bool) -> tuple[Waiting, ...]:
    """Return the numbers that wait after no ball fell in `coup`; doubted numbers of later coups come forward by one, as
    at the table."""
    left = []
    for each in waiting:
        if each.coup <= coup and (each.doubted or not doubted_only):
            continue
        forward = each.doubted and each.coup > coup
        left.append(replace(each, coup=each.coup - 1) if forward else each)
    return tuple(left)
