"""The casino's checks before a table that was closed by mistake is opened again."""

from datetime import datetime

from tables.handling.gaming_day import gaming_day
from tables.handling.not_elsewhere import check_spins_nowhere_else, check_symbol_is_nowhere_else
from tables.handling.projections.casino_days import check_casino_lets_open
from tables.handling.projections.equipment import balls_at, has_balls, has_wheels, wheel_at
from tables.handling.streams import table_stream
from tables.handling.table_equipment import lettered
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.state import State
from tables.refusal import Refused
from tables.registers.ball_commands import check_ball
from tables.registers.wheel_commands import check_wheel
from tables.roulette.rulebook import Rulebook
from tables.stream import read_stream


def check_reopening(casino_id: int, state: State, rulebook: Rulebook, now: datetime) -> None:
    """Raise Refused if the gaming day of the closed table is over or closed for the whole casino, if another open
    table has the symbol of its chips or its dealer, or if other equipment is at the table. The casino is held.
    """
    before = state.before_closing
    if before is None:
        return
    today = gaming_day(casino_id, now).isoformat()
    if state.day != today:
        raise Refused("reopened-on-another-day", table=state.table, day=state.day)
    check_casino_lets_open(casino_id, state.day)
    check_symbol_is_nowhere_else(casino_id, state.table, before.colours.symbol, rulebook)
    check_spins_nowhere_else(casino_id, state.table, before.spinner)
    _check_equipment(casino_id, state, rulebook)


def _check_equipment(casino_id: int, state: State, rulebook: Rulebook) -> None:
    """Raise Refused unless the wheel and the balls of the day, or their replacements, are at the table and fit for
    play.
    """
    if has_wheels(casino_id):
        wheel = wheel_at(casino_id, state.table)
        if wheel is None or wheel.serial != _serial_of_wheel(casino_id, state):
            raise Refused("reopened-with-another-wheel", table=state.table)
        check_wheel(wheel, rulebook)
    if has_balls(casino_id):
        standing = balls_at(casino_id, state.table)
        if {ball.serial for ball in lettered(standing)} != {ball.serial for ball in state.balls}:
            raise Refused("reopened-with-other-balls", table=state.table)
        for ball in standing.values():
            check_ball(ball, rulebook)


def _serial_of_wheel(casino_id: int, state: State) -> str:
    """Return the serial number of the wheel with which the day was opened: an open table gets no other wheel."""
    for recorded in read_stream(casino_id, table_stream(state.table, state.day), to_version=1):
        opened = TABLE_EVENTS.read(recorded)
        if isinstance(opened, TableOpened):
            return opened.wheel_serial
    return ""
