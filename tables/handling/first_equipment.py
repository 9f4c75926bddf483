"""The beginning of the equipment register: wheels and balls in the columns of older tables are registered once.

Their real serial numbers are unknown, so they get numbers of the casino's own (`RF1-W`, `RF1-A`) and the place of
their table. They were never inspected: the next opening of their table needs an inspection first.
"""

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from tables.handling import Actor, handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.models import GamingTable
from tables.handling.projections.equipment import ball_named, balls_at, wheel_at, wheel_named
from tables.play.events import Ball
from tables.registers.ball_commands import RegisterBall
from tables.registers.wheel_commands import RegisterWheel
from tables.roulette.loader import get_rulebook

BEGINNING = Actor(id="register", name="Beginning of the register")


def begin_register(now: datetime) -> Iterator[str]:
    """Register the equipment of tables that have balls in their columns, and yield a line for each; a second run
    changes nothing.
    """
    for table in GamingTable.objects.exclude(balls=[]).order_by("casino_id", "code"):
        yield from _take_over_wheel(table, now)
        yield from _take_over_balls(table, now)


def _take_over_wheel(table: GamingTable, now: datetime) -> Iterator[str]:
    serial = f"{_label(table)}-W"
    order = get_rulebook(table.rulebook).wheels.get(table.wheel)
    if wheel_at(table.casino_id, table.code) or wheel_named(table.casino_id, serial).version:
        return
    if order is None:
        yield f"{table.code}: a wheel of {table.wheel} numbering is none of {table.rulebook}, register it by hand"
        return
    command = RegisterWheel(
        serial=serial, pockets=order.order, diameter_mm=table.cylinder_mm, found_at=table.code
    )
    handle(EquipmentAggregate(table.casino_id), command, by=BEGINNING, now=now)
    yield f"{table.code}: its wheel is in the register as {serial}"


def _take_over_balls(table: GamingTable, now: datetime) -> Iterator[str]:
    standing = balls_at(table.casino_id, table.code)
    for place, ball in enumerate(msgspec.convert(table.balls, tuple[Ball, ...]), 1):
        letter = ball.name if ball.name.isascii() and ball.name.isalnum() else str(place)
        serial = f"{_label(table)}-{letter}"
        if ball.name in standing or ball_named(table.casino_id, serial).version:
            continue
        command = RegisterBall(
            serial=serial, diameter_mm=ball.diameter_mm, found_at=table.code, letter=ball.name
        )
        handle(EquipmentAggregate(table.casino_id), command, by=BEGINNING, now=now)
        yield f"{table.code}: its ball {ball.name} is in the register as {serial}"


def _label(table: GamingTable) -> str:
    """Return the table's code, or its number if the code cannot be a part of a serial number."""
    return table.code if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", table.code) else f"table-{table.pk}"
