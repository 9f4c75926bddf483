"""Demands of the clauses that the record cannot show, by demand and table.

Examples are turns that nobody counted, directions that nobody saw, numbers that the reader did not hear, and bets
without their distance.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

import msgspec
from django.utils.translation import gettext, ngettext

from casino.compliance.period import Window
from casino.compliance.table_days import TableDay, wants_distances
from casino.kit.clauses import cited
from casino.kit.dates import clock, short_day
from casino.kit.money import count
from tables.play.events import ReaderChanged
from tables.roulette.rulebook import Rulebook


class Unchecked(msgspec.Struct, frozen=True, kw_only=True):
    """Demand of a clause that the record of the day cannot show, with the reasons by table."""

    demand: str
    why: tuple[str, ...]
    reference: str


def unchecked_of(days: Sequence[TableDay]) -> Iterator[Unchecked]:
    """Demand by demand, at which tables it could not be checked and why."""
    several_days = len({each.day for each in days}) > 1
    demands = (
        gettext("Full turns of the ball"),
        gettext("Direction of wheel and ball"),
        gettext("Every number heard by the reader"),
        gettext("Near and far on the even chances"),
    )
    for demand, (clause_of, why_of) in zip(demands, CHECKS, strict=True):
        found = [
            (each, clause, why_of(each)) for each in days if (clause := clause_of(each.rulebook)) is not None
        ]
        of_tables = [(each, clause, why) for each, clause, why in found if why]
        if of_tables:
            references = (cited(each.rulebook, clause) for each, clause, _ in of_tables if clause)
            yield Unchecked(
                demand=demand,
                why=tuple(
                    f"{each.code}, {short_day(each.day)}: {why}" if several_days else f"{each.code}: {why}"
                    for each, _, why in of_tables
                ),
                reference="; ".join(dict.fromkeys(references)),
            )


def _turns_clause(rulebook: Rulebook) -> str | None:
    return rulebook.launch.min_turns_clause


def _direction_clause(rulebook: Rulebook) -> str | None:
    return rulebook.launch.alternate or rulebook.launch.against_wheel


def _order_clause(rulebook: Rulebook) -> str | None:
    return rulebook.payment.clause if wants_distances(rulebook) else None


def _no_clause(rulebook: Rulebook) -> str:
    return ""


def _turns_unknown(day: TableDay) -> str:
    return _of_launches(day, sum(launch.turns is None for launch in day.launches), len(day.launches))


def _directions_unknown(day: TableDay) -> str:
    missing = sum(launch.wheel is None or launch.ball is None for launch in day.launches)
    return _of_launches(day, missing, len(day.launches))


def _of_launches(day: TableDay, missing: int, launches: int) -> str:
    if not missing:
        return ""
    if not _has_reader(day):
        return gettext("no reader, and nobody entered it in {count} of {all} launches").format(
            count=count(missing), all=count(launches)
        )
    return gettext("not seen in {count} of {all} launches").format(count=count(missing), all=count(launches))


def _has_reader(day: TableDay) -> bool:
    return any(isinstance(each.event, ReaderChanged) for each in day.events)


def _numbers_unheard(day: TableDay) -> str:
    """Return the primary reader's outages of the day, with the numbers from other sources meanwhile and the missed
    numbers; then the outages of each witness.
    """
    heard = day.heard
    began = {each.version: each.at for each in day.events}
    outages: defaultdict[str, list[str]] = defaultdict(list)
    for version, until in heard.ended.items():
        if _overlaps(day.window, began[version], until):
            outages[heard.of_witness.get(version, "")].append(
                gettext("{since} to {until}").format(since=clock(began[version]), until=clock(until))
                if until
                else gettext("from {since} on").format(since=clock(began[version]))
            )
    of_primary = outages.pop("", [])
    unheard = Counter(how for coup, how in heard.unheard.items() if coup in day.coups_meant)
    by_hand, by_witness = unheard["by_hand"], unheard["by_witness"]
    missed = sum(gap.count for gap in heard.gaps if day.window.has(gap.at))
    parts = [gettext("offline {outages}").format(outages=", ".join(of_primary))] if of_primary else []
    if by_hand:
        words = ngettext("{count} number entered by hand", "{count} numbers entered by hand", by_hand)
        parts.append(words.format(count=count(by_hand)))
    if by_witness:
        words = ngettext("{count} number of a witness", "{count} numbers of a witness", by_witness)
        parts.append(words.format(count=count(by_witness)))
    if missed:
        words = ngettext("{count} number missed", "{count} numbers missed", missed)
        parts.append(words.format(count=count(missed)))
    for reader, of_witness in sorted(outages.items()):
        parts.append(
            gettext("witness {reader} offline {outages}").format(reader=reader, outages=", ".join(of_witness))
        )
    return "; ".join(parts)


def _overlaps(window: Window, began: datetime, ended: datetime | None) -> bool:
    """Return True if any part of the time is in the window."""
    ends_before = window.since is not None and ended is not None and ended <= window.since
    return not ends_before and (window.until is None or began < window.until)


def _distances_unknown(day: TableDay) -> str:
    missing = day.without_distance
    if not missing:
        return ""
    return ngettext(
        "{count} bet without its distance", "{count} bets without their distance", missing
    ).format(count=count(missing))


CHECKS: tuple[tuple[Callable[[Rulebook], str | None], Callable[[TableDay], str]], ...] = (
    (_turns_clause, _turns_unknown),
    (_direction_clause, _directions_unknown),
    (_no_clause, _numbers_unheard),
    (_order_clause, _distances_unknown),
)
"""For each demand that may be unobserved: its clause, None if a rulebook does not have it, and the reason why it
could not be checked, empty if it could."""


def not_checked(day: TableDay) -> int:
    """Return the number of demands that could not be checked at this table on its day."""
    return sum(bool(why_of(day)) for clause_of, why_of in CHECKS if clause_of(day.rulebook) is not None)
