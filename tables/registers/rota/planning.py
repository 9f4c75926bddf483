"""Requests to a rota, which are judged: plan, move, drop, fill in.

Nobody is planned in two places at once, nobody on a position that the table's rulebook has not, and nothing with an end
before its begin. A plan that would break a time rule is accepted: `warnings.py` warns about it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.rota.plan import (
    Entry,
    Rota,
    RotaEntryDropped,
    RotaEntryMoved,
    RotaEntryPlanned,
    RotaEvent,
    RotaRules,
    Spell,
    TableRules,
    as_entry,
)
from tables.registers.rota.suggest import suggest


class PlanEntry(Spell, frozen=True, kw_only=True, tag_field="command", tag="plan-entry"):
    """Plan somebody for a time."""


class MoveEntry(Entry, frozen=True, kw_only=True, tag_field="command", tag="move-entry"):
    """Plan an entry for this time, place or person. With `breaks_yield`, a break planned for the person meanwhile
    gives way to it.
    """

    breaks_yield: bool = False


class DropEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag="drop-entry"):
    """Do not plan an entry any more."""

    entry: str


class FillIn(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag="fill-in"):
    """Plan the rotation of these people at a table from `begins` to `ends` (UTC), as `suggest` proposes it."""

    table: str
    people: tuple[Person, ...]
    begins: datetime
    ends: datetime


RotaCommand = PlanEntry | MoveEntry | DropEntry | FillIn


def decide(rota: Rota, command: RotaCommand, rules: RotaRules) -> tuple[RotaEvent, ...]:
    """Return the events of `command`, in order. Raises Refused with the remedy."""
    return tuple(_decided(rota, command, rules))


def _decided(rota: Rota, command: RotaCommand, rules: RotaRules) -> Iterator[RotaEvent]:
    match command:
        case PlanEntry():
            _check(command, rota.entries, rules)
            yield _planned(command, rota.version + 1)
        case MoveEntry():
            before = _known(rota, command.entry)
            yielding = tuple(_yielding(rota, command)) if command.breaks_yield else ()
            others = (each for each in rota.entries if each != before and each not in yielding)
            _check(command, others, rules)
            if (after := as_entry(command)) != before:
                yield RotaEntryMoved(**msgspec.structs.asdict(after))
                yield from _shortened(yielding, after, rota.version + 2)
        case DropEntry():
            yield RotaEntryDropped(entry=_known(rota, command.entry).entry)
        case FillIn():
            table = _table(command.table, rules)
            _check_span(command.begins, command.ends, rules)
            spells = suggest(table, command.people, command.begins, command.ends, rota=rota, rules=rules)
            for version, spell in enumerate(spells, start=rota.version + 1):
                _check(spell, rota.entries, rules)
                yield _planned(spell, version)


def _planned(spell: Spell, version: int) -> RotaEntryPlanned:
    """Return the entry under the number of its own event, which no other entry of the day ever has."""
    return RotaEntryPlanned(entry=str(version), **msgspec.structs.asdict(spell))


def _yielding(rota: Rota, moved: Entry) -> Iterator[Entry]:
    """Yield the breaks that give way to new work."""
    for each in rota.entries:
        same = each.person.id == moved.person.id and each.entry != moved.entry
        if same and each.rests and not moved.rests and each.meets(moved):
            yield each


def _shortened(breaks: Iterable[Entry], work: Spell, version: int) -> Iterator[RotaEvent]:
    """Yield the events that cut breaks to the time before and after work. `version` is the version of the first of
    these events.
    """
    for each in breaks:
        spans = ((each.begins, min(each.ends, work.begins)), (max(each.begins, work.ends), each.ends))
        left = [(begins, ends) for begins, ends in spans if begins < ends]
        if not left:
            yield RotaEntryDropped(entry=each.entry)
        for number, (begins, ends) in enumerate(left):
            if number == 0:
                kept = msgspec.structs.replace(each, begins=begins, ends=ends)
                yield RotaEntryMoved(**msgspec.structs.asdict(kept))
            else:
                version += 1
                yield _planned(Spell(person=each.person, begins=begins, ends=ends), version)
        version += 1


def _known(rota: Rota, name: str) -> Entry:
    entry = rota.named(name)
    if entry is None:
        raise Refused("rota-entry-gone")
    return entry


def _check(spell: Spell, others: Iterable[Entry], rules: RotaRules) -> None:
    _check_span(spell.begins, spell.ends, rules)
    if spell.rests:
        if spell.position or spell.spins:
            raise Refused("break-with-a-position")
    else:
        _check_place(spell, _table(spell.table, rules))
    clash = next((each for each in others if each.person.id == spell.person.id and each.meets(spell)), None)
    if clash is not None:
        begins, ends = (moment.astimezone(rules.zone) for moment in (clash.begins, clash.ends))
        name = spell.person.name
        if clash.rests:
            raise Refused("on-a-break-then", name=name, begins=begins, ends=ends)
        raise Refused("at-a-table-then", name=name, table=clash.table, begins=begins, ends=ends)


def _check_span(begins: datetime, ends: datetime, rules: RotaRules) -> None:
    if ends <= begins:
        raise Refused(
            "rota-end-before-begin", begins=begins.astimezone(rules.zone), ends=ends.astimezone(rules.zone)
        )


def _check_place(spell: Spell, table: TableRules) -> None:
    staff = table.rulebook.staff
    if spell.position not in staff.positions:
        raise Refused(
            "rota-position-unknown",
            staff.clause,
            position=spell.position,
            table=table.code,
            positions=tuple(staff.positions),
        )
    if not 1 <= spell.layout <= table.layouts:
        raise Refused("rota-layout-unknown", layout=spell.layout, table=table.code, layouts=table.layouts)


def _table(code: str, rules: RotaRules) -> TableRules:
    table = rules.tables.get(code)
    if table is None:
        raise Refused("table-unknown", table=code[:20], tables=tuple(rules.tables))
    return table
