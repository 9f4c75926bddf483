"""The registers that a file is loaded into: what the loading asks of them, and the ones of the record."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from django.db import transaction

from casino.people.register.staff_csv import StaffLine, load_staff
from tables.handling import Actor, handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.aggregates.equipment import EquipmentAggregate, numberings
from tables.handling.chip_series_in_force import casino_series
from tables.handling.projections.equipment import ball_named, wheel_named
from tables.handling.registers import declare, register_casino
from tables.play.events import Signature
from tables.registers.ball_commands import BallCommand
from tables.registers.balls import RegisteredBall
from tables.registers.chip_series import CasinoSeries
from tables.registers.chip_series_commands import SeriesCommand
from tables.registers.wheel_commands import Order, WheelCommand
from tables.registers.wheels import Wheel


class Registers(Protocol):
    """The registers of one casino. Each method that changes something raises Refused, and then has changed nothing."""

    casino_id: int | None
    """Number of the casino; None until a new one is registered."""

    def by_itself(self) -> AbstractContextManager[Any]:
        """Return the context in which one entry is declared: an exception undoes its declaration."""

    def register(self, values: Mapping[str, Any]) -> None:
        """Register a new casino."""

    def declare(self, kind: str, code: str, values: Mapping[str, Any]) -> bool:
        """Declare an entry. Returns whether anything changed."""

    def wheel(self, serial: str) -> Wheel:
        """Return the wheel; one of version 0 if there is none."""

    def ball(self, serial: str) -> RegisteredBall:
        """Return the ball; one of version 0 if there is none."""

    def numberings(self) -> Mapping[str, Order]:
        """Return the numberings of wheels by their names."""

    def series(self) -> CasinoSeries:
        """Return the series of chips."""

    def do(self, command: WheelCommand | BallCommand | SeriesCommand, at: datetime | None = None) -> bool:
        """Carry out a command about equipment or series. Returns whether anything changed."""

    def staff(self, lines: Sequence[StaffLine]) -> bool:
        """Bring the staff in step with a list. Returns whether anything changed. Raises StaffRefused."""


class RecordedRegisters:
    """The registers of the record. Use them in a transaction."""

    def __init__(
        self, casino_id: int | None, by: Actor, now: datetime, signatures: tuple[Signature, ...] = ()
    ) -> None:
        self.casino_id, self.by, self.now, self.signatures = casino_id, by, now, signatures

    @property
    def _casino(self) -> int:
        assert self.casino_id is not None, "the casino is registered first"
        return self.casino_id

    def by_itself(self) -> AbstractContextManager[Any]:
        return transaction.atomic()

    def register(self, values: Mapping[str, Any]) -> None:
        self.casino_id = register_casino(values, by=self.by, now=self.now).pk

    def declare(self, kind: str, code: str, values: Mapping[str, Any]) -> bool:
        done = declare(self._casino, kind, code, values, by=self.by, now=self.now, signatures=self.signatures)
        return done.changed

    def wheel(self, serial: str) -> Wheel:
        return wheel_named(self._casino, serial)

    def ball(self, serial: str) -> RegisteredBall:
        return ball_named(self._casino, serial)

    def numberings(self) -> Mapping[str, Order]:
        return numberings(self._casino)

    def series(self) -> CasinoSeries:
        return casino_series(self._casino)

    def do(self, command: WheelCommand | BallCommand | SeriesCommand, at: datetime | None = None) -> bool:
        if isinstance(command, SeriesCommand):
            return bool(handle(SeriesAggregate(self._casino), command, by=self.by, now=self.now).events)
        done = handle(EquipmentAggregate(self._casino), command, by=self.by, now=self.now, at=at)
        return bool(done.events)

    def staff(self, lines: Sequence[StaffLine]) -> bool:
        done = load_staff(self._casino, lines, by=self.by, now=self.now, signatures=self.signatures)
        return bool(done.engaged or done.changed)
