"""Wheels, balls and series of chips brought in step with the file, by the commands of their own registers."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import asdict

from casino.casino_file.recorded import Registers
from casino.casino_file.sections import BallInFile, EquipmentInFile, SeriesInFile, WheelInFile
from tables.refusal import Refused
from tables.registers.ball_commands import AssignBall, BallCommand, InspectBall, RegisterBall, WithdrawBall
from tables.registers.balls import RegisteredBall
from tables.registers.chip_series_commands import EndSeries, IntroduceSeries, IssueChips, SeriesCommand
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
)
from tables.registers.wheels import Wheel
from tables.roulette.wheel import entered


def load_wheel(registers: Registers, serial: str, wanted: WheelInFile) -> bool:
    """Register the wheel, or inspect, move or withdraw it. Return False if nothing had to be done. Raises Refused."""
    stands = registers.wheel(serial)
    pockets = tuple(map(entered, wanted.pockets)) or registers.numberings().get(wanted.numbering, ())
    done = False
    if not stands.version:
        register = RegisterWheel(
            serial=serial,
            maker=wanted.maker,
            rulebook=wanted.rulebook,
            diameter_mm=wanted.diameter_mm,
            make=wanted.make,
            pockets=pockets,
            numbering=wanted.numbering,
            remarks=wanted.remarks,
        )
        done = registers.do(register)
    else:
        same = {"maker": stands.maker, "rulebook": stands.rulebook, "remarks": stands.remarks}
        _check_same(serial, wanted, same | {"numbering": stands.numbering, "diameter_mm": stands.diameter_mm})
        _check_same(serial, wanted, {"make": stands.make})
        if pockets != stands.pockets:
            raise Refused("equipment-registered-otherwise", serial=serial, field="pockets")
    for command, at in _steps(registers.wheel(serial), wanted):
        done = registers.do(command, at)
    return done


def load_ball(registers: Registers, serial: str, wanted: BallInFile) -> bool:
    """Register the ball, or inspect, move or withdraw it. Return False if nothing had to be done. Raises Refused."""
    stands = registers.ball(serial)
    done = False
    if not stands.version:
        register = RegisterBall(
            serial=serial,
            diameter_mm=wanted.diameter_mm,
            rulebook=wanted.rulebook,
            make=wanted.make,
            remarks=wanted.remarks,
        )
        done = registers.do(register)
    else:
        same = {"rulebook": stands.rulebook, "remarks": stands.remarks, "diameter_mm": stands.diameter_mm}
        _check_same(serial, wanted, same | {"make": stands.make})
    for command, at in _steps(registers.ball(serial), wanted):
        done = registers.do(command, at)
    return done


def load_series(registers: Registers, name: str, wanted: SeriesInFile) -> bool:
    """Introduce the series, issue more of it, or end it. Return False if nothing had to be done. Raises Refused."""
    stands = registers.series().named(name)
    commands: list[SeriesCommand] = []
    if stands is None:
        commands.append(IntroduceSeries(series=name, pieces=wanted.issued))
    else:
        issued = dict(stands.issued)
        more = {
            value: wanted.issued.get(value, 0) - issued.get(value, 0) for value in {*wanted.issued, *issued}
        }
        if any(count < 0 for count in more.values()):
            raise Refused("series-issued-already", series=name)
        if pieces := {value: count for value, count in more.items() if count}:
            commands.append(IssueChips(series=name, pieces=pieces))
        if stands.ended_at is not None and not wanted.ended:
            raise Refused("series-ended-already", series=name)
    if wanted.ended and (stands is None or stands.ended_at is None):
        commands.append(EndSeries(series=name))
    for command in commands:
        registers.do(command)
    return bool(commands)


def _steps(
    stands: Wheel | RegisteredBall, wanted: EquipmentInFile
) -> Iterator[tuple[WheelCommand | BallCommand, datetime | None]]:
    """Yield the steps from the present state of a thing to that of the file: inspected, at its table, or withdrawn."""
    serial, found, known = stands.serial, wanted.inspected, stands.inspected
    if found is not None and (known is None or known.at != found.at):
        if known is not None and known.at > found.at:
            raise Refused("equipment-registered-otherwise", serial=serial, field="inspected")
        inspect: Any = InspectWheel if isinstance(stands, Wheel) else InspectBall
        result = {name: value for name, value in asdict(found).items() if name != "at"}
        yield inspect(serial=serial, diameter_mm=stands.diameter_mm, make=stands.make, **result), found.at
    if wanted.withdrawn:
        if not stands.withdrawn:
            withdraw: Any = WithdrawWheel if isinstance(stands, Wheel) else WithdrawBall
            yield withdraw(serial=serial, reason=wanted.withdrawn), None
    elif isinstance(stands, RegisteredBall):
        letter = wanted.letter if isinstance(wanted, BallInFile) else ""
        if (stands.table, stands.letter) != (wanted.table, letter):
            yield AssignBall(serial=serial, table=wanted.table, letter=letter), None
    elif stands.table != wanted.table:
        yield MoveWheel(serial=serial, table=wanted.table), None


def _check_same(serial: str, wanted: EquipmentInFile, stands: dict[str, Any]) -> None:
    """Raise Refused if the file changes a recorded value: an inspection changes it, not a file."""
    for field, value in stands.items():
        if getattr(wanted, field) != value:
            raise Refused("equipment-registered-otherwise", serial=serial, field=field)
