"""The registers as they would be: every declaration is decided as the record would, and nothing is locked or stored.

A check of a file of any size takes no transaction, so it holds back neither the record nor anybody's command.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from casino.people.register.staff_csv import StaffLine, plan_staff
from tables.handling import Actor, How, foresee
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.aggregates.equipment import EquipmentAggregate, Thing, numberings_of, rulebook_for
from tables.handling.aggregates.register import RegisterAggregate, surroundings_of, with_machine
from tables.handling.aggregates.table import UnknownTable
from tables.handling.chip_series_in_force import casino_series
from tables.handling.projections.equipment import balls, wheels
from tables.handling.projections.register_entries import entries_of
from tables.play.events import Signature
from tables.registers.ball_commands import BallCommand
from tables.registers.balls import BALL_EVENTS, RegisteredBall
from tables.registers.chip_series import CasinoSeries
from tables.registers.chip_series_commands import SeriesCommand, SeriesRule
from tables.registers.entries.commands import AnyRegisterCommand, DeclareEntry
from tables.registers.entries.events import EntryRegistered
from tables.registers.entries.evolve import evolve
from tables.registers.entries.kinds import CASINO
from tables.registers.entries.state import Entry
from tables.registers.equipment import Standing
from tables.registers.wheel_commands import Order, WheelCommand
from tables.registers.wheels import WHEEL_EVENTS, Wheel
from tables.roulette.loader import get_rulebook, rulebook_on
from tables.roulette.rulebook import Rulebook
from tables.text import normalized

NO_CASINO = 0
"""The number that no casino has: a new one would get its number when it is stored."""


class PlannedRegisters:
    """The registers of a casino after all that was declared here. Made for one file."""

    def __init__(
        self, casino_id: int | None, by: Actor, now: datetime, signatures: tuple[Signature, ...] = ()
    ) -> None:
        self.casino_id, self.by, self.now, self.signatures = casino_id, by, now, signatures
        self.read_as = NO_CASINO if casino_id is None else casino_id
        around, self.older = surroundings_of(self.read_as)
        self.entries = {kind: dict(codes) for kind, codes in around.entries.items()}
        self.codes = {kind: {*codes} for kind, codes in around.codes.items()}
        self.around = with_machine(replace(around, entries=self.entries, codes=self.codes), by)
        self.states = {(each.kind, each.code): each for each in entries_of(self.read_as)}
        self.wheels = {each.serial: each for each in wheels(self.read_as)}
        self.balls = {each.serial: each for each in balls(self.read_as)}
        self.in_circulation = casino_series(self.read_as)

    def by_itself(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def register(self, values: Mapping[str, Any]) -> None:
        self.declare(CASINO, CASINO, values)
        self.casino_id = NO_CASINO

    def declare(self, kind: str, code: str, values: Mapping[str, Any]) -> bool:
        code = normalized(code)
        command = DeclareEntry(kind=kind, code=code, values=dict(values), signatures=self.signatures)
        found = foresee(_PlannedEntry(self, kind, code), command, by=self.by, now=self.now)
        self.states[kind, code] = found.state
        self.entries[kind][code] = found.state.values
        self.codes[kind].add(code)
        return found.changed

    def wheel(self, serial: str) -> Wheel:
        return self.wheels.get(serial, Wheel())

    def ball(self, serial: str) -> RegisteredBall:
        return self.balls.get(serial, RegisteredBall())

    def numberings(self) -> Mapping[str, Order]:
        return numberings_of(self.played())

    def series(self) -> CasinoSeries:
        return self.in_circulation

    def do(self, command: WheelCommand | BallCommand | SeriesCommand, at: datetime | None = None) -> bool:
        if isinstance(command, SeriesCommand):
            series = foresee(_PlannedSeries(self), command, by=self.by, now=self.now)
            self.in_circulation = series.state
            return series.changed
        found = foresee(_PlannedEquipment(self), command, by=self.by, now=self.now, at=at)
        if isinstance(found.state, RegisteredBall):
            self.balls[found.state.serial] = found.state
        else:
            self.wheels[found.state.serial] = found.state
        return found.changed

    def staff(self, lines: Sequence[StaffLine]) -> bool:
        return bool(plan_staff(self.read_as, lines, by=self.by, now=self.now, signatures=self.signatures))

    def standing(self, table: str, thing: Thing) -> Standing:
        """Return a table as it would meet this thing. Raises UnknownTable."""
        values = self.entries["table"].get(table)
        if values is None:
            raise UnknownTable("table-unknown", table=table[:20], tables=tuple(sorted(self.entries["table"])))
        here = sorted(each.serial for each in self.wheels.values() if each.table == table)
        letters = {each.letter: each.serial for each in self.balls.values() if each.table == table}
        return Standing(
            table=table,
            rulebook=rulebook_for(
                thing, rulebook_on(self.now.date(), values["rulebook"]), get_rulebook(values["rulebook"])
            ),
            is_open=table in self.around.open_tables,
            wheel=here[0] if here else "",
            balls={letter: serial for letter, serial in letters.items() if letter},
        )

    def played(self) -> dict[str, Rulebook]:
        """Return the rulebooks of the tables, by their ids."""
        names = sorted({values["rulebook"] for values in self.entries["table"].values()})
        return {name: rulebook_on(self.now.date(), name) for name in names}


class _PlannedEntry(RegisterAggregate):
    def __init__(self, plan: PlannedRegisters, kind: str, code: str) -> None:
        super().__init__(plan.read_as, kind, code)
        self.plan = plan

    def load(self, command: AnyRegisterCommand, now: datetime) -> Entry:
        self.around, self.older = self.plan.around, self.plan.older
        kind = self.kind.KIND
        return self.plan.states.get((kind, self.code), Entry(kind=kind, code=self.code))

    def prepare(self, state: Entry, command: AnyRegisterCommand, how: How) -> Entry:
        """An entry whose row is older than the registers would be registered as it was."""
        values = self.older.get(self.kind.KIND, {}).get(self.code)
        if state.version or values is None:
            return state
        begun = EntryRegistered(kind=self.kind.KIND, code=self.code, values=values)
        return evolve(state, begun, 1, how["now"])


class _PlannedEquipment(EquipmentAggregate):
    def __init__(self, plan: PlannedRegisters) -> None:
        super().__init__(plan.read_as)
        self.plan = plan

    def load(self, command: WheelCommand | BallCommand, now: datetime) -> Thing:
        self.serial, self.kind = command.serial, "wheel" if isinstance(command, WheelCommand) else "ball"
        self.codec = WHEEL_EVENTS if self.kind == "wheel" else BALL_EVENTS
        return self.plan.wheel(self.serial) if self.kind == "wheel" else self.plan.ball(self.serial)

    def standing(self, table: str, thing: Thing) -> Standing:
        return self.plan.standing(table, thing)

    def played(self) -> dict[str, Rulebook]:
        return self.plan.played()


class _PlannedSeries(SeriesAggregate):
    unsigned = True
    """The loading itself finds a signature that is missing."""

    def __init__(self, plan: PlannedRegisters) -> None:
        super().__init__(plan.read_as)
        self.plan = plan

    def load(self, command: SeriesCommand, now: datetime) -> CasinoSeries:
        self.day, self.before = "", self.plan.in_circulation
        return self.before

    def rule(self) -> SeriesRule | None:
        for _, values in sorted(self.plan.entries["table"].items()):
            rulebook = get_rulebook(values["rulebook"])
            if rulebook.chip_series is not None:
                rule = rulebook.chip_series
                return SeriesRule(rule.clause, rulebook.currency, rule.decided_by)
        return None
