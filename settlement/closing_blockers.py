"""Closing blockers of a gaming day of the casino: at its tables, at the cash desk and in its boxes.

They are read from the rows of tables, slips and boxes.
"""

from collections.abc import Iterable, Mapping

from settlement.box_rows import not_reconciled
from settlement.day_record import days_in_record
from settlement.models import Box, Slip
from settlement.slips.state import ENDED, step_of
from tables.handling.models import Board
from tables.money import Money
from tables.play.day.questions import keeps_open
from tables.play.state import State, from_kept
from tables.refusal import Refused, recorded
from tables.registers.casino_day.events import ClosingBlocker, Kind
from tables.roulette.loader import get_rulebook


def closing_blockers(casino_id: int, day: str) -> tuple[ClosingBlocker, ...]:
    """Return all blockers of a gaming day (ISO date); those of an open table are in its own line. The number of
    queries is fixed.
    """
    boards = Board.objects.filter(casino_id=casino_id, day=day).order_by("table")
    states = {board.table: from_kept(board.state) for board in boards}
    return (
        *_open(states),
        *_closed_under_pressure(casino_id, day, states),
        *_at_closed_tables(states),
        *_slips(casino_id, day, states),
        *_boxes(casino_id, day, states),
    )


def _open(states: Mapping[str, State]) -> Iterable[ClosingBlocker]:
    for table, state in states.items():
        if state.phase != "closed":
            keeps = keeps_open(state, get_rulebook(state.rulebook, state.rulebook_version))
            stands = (
                Refused("table-kept-open", table=table, keeps=keeps)
                if keeps
                else Refused("table-left-open", table=table)
            )
            yield _left("table", table, table, stands)


def _closed_under_pressure(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[ClosingBlocker]:
    forced = [
        table for table, state in states.items() if state.phase == "closed" and state.direction.forced_close
    ]
    reconciled = days_in_record(casino_id, forced, day) if forced else {}
    for table in forced:
        close = states[table].direction.forced_close
        if close is not None and not reconciled[table].reconciled:
            stands = Refused("forced-close-to-explain", table=table, left=close.left)
            yield _left("pressure", table, table, stands)


def _at_closed_tables(states: Mapping[str, State]) -> Iterable[ClosingBlocker]:
    for table, state in states.items():
        if state.phase != "closed":
            continue
        for dispute in state.corrections.disputes:
            stands = Refused("dispute-undecided", dispute=dispute.dispute, table=table, coup=dispute.coup)
            yield _left("dispute", f"{table}/{dispute.dispute}", table, stands)
        for held in state.held.items:
            if not held.receipt:
                stands = Refused("held-without-receipt", held=held.ref, table=table, day=held.day)
                yield _left("held", f"{table}/{held.day}/{held.ref}", table, stands)


def _slips(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[ClosingBlocker]:
    """Yield the slips that block the closing, without the slips of open tables, which are in the table's own line."""
    waited_for = {
        each.slip for state in states.values() if state.phase != "closed" for each in state.slips.open
    }
    open_slips = (
        Slip.objects.filter(casino_id=casino_id, day=day).exclude(status__in=ENDED).order_by("number")
    )
    for slip in open_slips:
        if slip.number not in waited_for:
            yield _left("slip", slip.number, slip.table, _slip_stands(slip))


def _slip_stands(slip: Slip) -> Refused:
    if slip.status == "carried":
        return Refused("slip-left-on-its-way", slip=slip.number, table=slip.table)
    if slip.status == "handed_over":
        return Refused("slip-left-unreceived", slip=slip.number, table=slip.table)
    step = step_of(slip.kind, slip.status)
    return Refused("slip-left", slip=slip.number, table=slip.table, status=step)


def _boxes(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[ClosingBlocker]:
    for box in not_reconciled(casino_id, day):
        if box.status != "in_place":
            stands = _box_stands(box, states[box.table].currency)
            yield _left("box", f"{box.table}/{box.serial}/{box.use}", box.table, stands)


def _box_stands(box: Box, currency: str) -> Refused:
    if box.total is None:
        return Refused("box-not-counted", box=box.serial, table=box.table)
    difference = box.total - box.recorded
    if not difference:
        return Refused("box-count-not-accepted", box=box.serial, table=box.table)
    return Refused(
        "box-count-higher-not-accepted" if difference > 0 else "box-count-lower-not-accepted",
        box=box.serial,
        table=box.table,
        difference=Money(abs(difference), currency),
    )


def _left(kind: Kind, ref: str, table: str, stands: Refused) -> ClosingBlocker:
    return ClosingBlocker(
        kind=kind, ref=ref, table=table, code=stands.code, parameters=recorded(stands.parameters)
    )
