"""Breaches that would follow from the plan: warned about before they happen, each with its clause if it has one.

A table is planned open from the first begin to the last end of its entries.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, tzinfo
from itertools import combinations, groupby
from typing import Any, Literal

import msgspec

from tables.registers.rota.plan import Entry, Rota, RotaRules, TableRules
from tables.roulette.day_rules import TimeAtBallRule

Kind = Literal[
    "two-places",
    "seat-twice",
    "position-empty",
    "time-at-ball",
    "ball-passed-early",
    "ball-never-passed",
    "no-break",
    "fact",
]


class RotaWarning(msgspec.Struct, frozen=True, kw_only=True):
    """Warning about the plan from `at` (UTC) on, with the entries concerned.

    Moments among the `parameters` are by the casino's clock.
    """

    kind: Kind
    code: str
    parameters: dict[str, Any]
    at: datetime
    clause: str | None = None
    table: str = ""
    entries: tuple[str, ...] = ()


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of one person that follow each other."""

    entries: tuple[Entry, ...]

    @property
    def name(self) -> str:
        return self.entries[0].person.name

    @property
    def begins(self) -> datetime:
        return self.entries[0].begins

    @property
    def ends(self) -> datetime:
        return max(each.ends for each in self.entries)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.entry for each in self.entries)


def warnings(rota: Rota, rules: RotaRules) -> tuple[RotaWarning, ...]:
    """Return all warnings of the plan by itself, in the order of the day."""
    found = [*_two_places(rota, rules), *_no_break(rota, rules)]
    for code, table in rules.tables.items():
        entries = rota.at(code)
        if entries:
            found += _seat_twice(entries, table, rules)
            found += _position_empty(entries, table, rules)
            found += _at_the_ball(entries, table, rules)
            found += _never_passed(entries, table, rules)
    return tuple(sorted(found, key=lambda each: (each.at, each.kind, each.table, each.entries)))


def intervals(entries: Iterable[Entry], *, away: timedelta = timedelta()) -> Iterator[Interval]:
    """Return the entries (by their begin) joined where the next one is of the same person and follows without a gap, or
    with one shorter than `away`.
    """
    joined: list[Entry] = []
    for entry in entries:
        last = max((each.ends for each in joined), default=entry.begins)
        leaves = entry.begins > last and entry.begins - last >= away
        if joined and (entry.person.id != joined[-1].person.id or leaves):
            yield Interval(entries=tuple(joined))
            joined = []
        joined.append(entry)
    if joined:
        yield Interval(entries=tuple(joined))


def local(zone: tzinfo, **moments: datetime) -> dict[str, Any]:
    """Return these moments by the clock of the casino, as parameters of a warning."""
    return {name: moment.astimezone(zone) for name, moment in moments.items()}


def _two_places(rota: Rota, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning for each person planned in two places at once."""
    for one, other in combinations(rota.entries, 2):
        if one.person.id == other.person.id and one.meets(other):
            begins, ends = max(one.begins, other.begins), min(one.ends, other.ends)
            yield RotaWarning(
                kind="two-places",
                code="planned-in-two-places",
                parameters={"name": one.person.name, **local(rules.zone, begins=begins, ends=ends)},
                at=begins,
                entries=(one.entry, other.entry),
            )


def _seat_twice(entries: tuple[Entry, ...], table: TableRules, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning for each seat, and for the ball, that several people hold at once."""
    for one, other in combinations(entries, 2):
        if one.person.id == other.person.id or not one.meets(other):
            continue
        same_seat = (one.layout, one.position) == (other.layout, other.position)
        if same_seat or (one.spins and other.spins):
            begins, ends = max(one.begins, other.begins), min(one.ends, other.ends)
            yield RotaWarning(
                kind="seat-twice",
                code="seat-planned-twice" if same_seat else "ball-planned-twice",
                parameters={
                    "first": one.person.name,
                    "second": other.person.name,
                    "seat": table.seat(one.layout, one.position),
                    "table": table.code,
                    **local(rules.zone, begins=begins, ends=ends),
                },
                at=begins,
                table=table.code,
                entries=(one.entry, other.entry),
            )


def _position_empty(entries: tuple[Entry, ...], table: TableRules, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning for each required position without a person while the table is planned open."""
    staff = table.rulebook.staff
    opens, closes = entries[0].begins, max(each.ends for each in entries)
    for layout, position in table.seats:
        seated = [each for each in entries if (each.layout, each.position) == (layout, position)]
        for begins, ends in _gaps(seated, opens, closes):
            yield RotaWarning(
                kind="position-empty",
                code="position-not-planned",
                parameters={
                    "seat": table.seat(layout, position),
                    "table": table.code,
                    **local(rules.zone, begins=begins, ends=ends),
                },
                at=begins,
                clause=staff.clause if layout == 1 else staff.at_second_layout[position],
                table=table.code,
            )


def _gaps(entries: Iterable[Entry], opens: datetime, closes: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the gaps between two times that none of these entries covers. The entries are sorted by their begin."""
    reached = opens
    for entry in entries:
        if entry.begins > reached:
            yield reached, entry.begins
        reached = max(reached, entry.ends)
    if reached < closes:
        yield reached, closes


def _at_the_ball(entries: tuple[Entry, ...], table: TableRules, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning for each person who is longer at the ball than `[time_at_ball]` of the rulebook allows.

    If the ball is passed on by custom in time, an earlier change without notice is a warning too.
    """
    rule = table.rulebook.time_at_ball
    if rule is None:
        return
    if rule.away_s is not None:
        yield from _at_the_table(entries, table, rule, timedelta(seconds=rule.away_s), rules)
        return
    spells = list(intervals(each for each in entries if each.spins))
    for spell in spells:
        lasts_s = (spell.ends - spell.begins).total_seconds()
        if lasts_s > rule.at_most_s:
            due_at = spell.begins + timedelta(seconds=rule.at_most_s)
            yield RotaWarning(
                kind="time-at-ball",
                code="planned-too-long-at-ball",
                parameters={
                    "name": spell.name,
                    "table": table.code,
                    "minutes": rule.at_most_s // 60,
                    **local(rules.zone, begins=spell.begins, ends=spell.ends, due_at=due_at),
                },
                at=due_at,
                clause=rule.clause,
                table=table.code,
                entries=spell.names,
            )
        handed_over = any(other.begins == spell.ends for other in spells)
        if rule.early_by_s is not None and handed_over and lasts_s < rule.at_most_s - rule.early_by_s:
            yield RotaWarning(
                kind="ball-passed-early",
                code="planned-to-pass-ball-early",
                parameters={
                    "name": spell.name,
                    "table": table.code,
                    "minutes": int(lasts_s // 60),
                    "least": (rule.at_most_s - rule.early_by_s) // 60,
                    **local(rules.zone, ends=spell.ends),
                },
                at=spell.ends,
                clause=rule.clause,
                table=table.code,
                entries=spell.names,
            )


def _never_passed(entries: tuple[Entry, ...], table: TableRules, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning if the rulebook has dealers take turns at the ball, and only one is planned there."""
    rotation = table.rulebook.rotation
    spells = [each for each in entries if each.spins]
    if rotation is not None and len({each.person.id for each in spells}) == 1:
        begins, ends = spells[0].begins, max(each.ends for each in spells)
        yield RotaWarning(
            kind="ball-never-passed",
            code="planned-alone-at-ball",
            parameters={
                "name": spells[0].person.name,
                "table": table.code,
                **local(rules.zone, begins=begins, ends=ends),
            },
            at=begins,
            clause=rotation.clause,
            table=table.code,
            entries=tuple(each.entry for each in spells),
        )


def _at_the_table(
    entries: tuple[Entry, ...],
    table: TableRules,
    rule: TimeAtBallRule,
    away: timedelta,
    rules: RotaRules,
) -> Iterator[RotaWarning]:
    """Yield a warning for each dealer who stays at a table, in any seat, for longer than `[time_at_ball]` allows."""
    by_person = sorted(entries, key=lambda each: (each.person.id, each.begins))
    for stay in intervals(by_person, away=away):
        due_at = stay.begins + timedelta(seconds=rule.at_most_s)
        if stay.ends > due_at and any(each.spins for each in stay.entries):
            yield RotaWarning(
                kind="time-at-ball",
                code="planned-too-long-at-table",
                parameters={
                    "name": stay.name,
                    "table": table.code,
                    "minutes": rule.at_most_s // 60,
                    **local(rules.zone, begins=stay.begins, ends=stay.ends, due_at=due_at),
                },
                at=due_at,
                clause=rule.clause,
                table=table.code,
                entries=stay.names,
            )


def _no_break(rota: Rota, rules: RotaRules) -> Iterator[RotaWarning]:
    """Yield a warning for each person who works longer than the casino's limit without a break.

    The limit is optional. It is the casino's own rule, and has no clause.
    """
    if rules.break_after_s is None:
        return
    by_person = sorted((each for each in rota.entries if not each.rests), key=lambda each: each.person.id)
    for _, worked in groupby(by_person, key=lambda each: each.person.id):
        for spell in intervals(worked):
            over_at = spell.begins + timedelta(seconds=rules.break_after_s)
            if spell.ends > over_at:
                yield RotaWarning(
                    kind="no-break",
                    code="planned-without-break",
                    parameters={
                        "name": spell.name,
                        "minutes": rules.break_after_s // 60,
                        **local(rules.zone, begins=spell.begins, ends=spell.ends, over_at=over_at),
                    },
                    at=over_at,
                    entries=spell.names,
                )
