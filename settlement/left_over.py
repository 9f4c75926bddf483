"""What is left over of a gaming day of the house, at its tables, at the cash desk and in its boxes: all that keeps the
house from closing it. What the handler of tables, slips and boxes knows is asked of their rows; nothing is written."""

from collections.abc import Iterable, Mapping

from settlement.day_boxes import not_reconciled
from settlement.day_record import days_in_record
from settlement.models import Box, Slip
from settlement.slips.life import ENDED, was_made
from tables.handling.models import Board
from tables.play.day.questions import keeps_open
from tables.play.state import State, from_kept
from tables.registers.casino_day.events import LeftOver
from tables.roulette.loader import get_rulebook
from tables.roulette.money import in_words

SLIPS_STAND = {
    "carried": "is on its way",
    "handed_over": "has left the table and is not received",
}


def left_over(casino_id: int, day: str) -> tuple[LeftOver, ...]:
    """All that is not done of a gaming day (ISO date); of a table that is still open what keeps it open is in its own
    line. So many queries, whatever there is."""
    boards = Board.objects.filter(casino_id=casino_id, day=day).order_by("table")
    states = {board.table: from_kept(board.state) for board in boards}
    return (
        *_open(states),
        *_closed_under_pressure(casino_id, day, states),
        *_at_closed_tables(states),
        *_slips(casino_id, day, states),
        *_boxes(casino_id, day, states),
    )


def _open(states: Mapping[str, State]) -> Iterable[LeftOver]:
    for table, state in states.items():
        if state.phase != "closed":
            keeps = keeps_open(state, get_rulebook(state.rulebook, state.rulebook_version))
            yield LeftOver(kind="table", ref=table, table=table, what=f"{table} is open", keeps=keeps)


def _closed_under_pressure(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[LeftOver]:
    forced = [
        table for table, state in states.items() if state.phase == "closed" and state.direction.forced_close
    ]
    reconciled = days_in_record(casino_id, forced, day) if forced else {}
    for table in forced:
        close = states[table].direction.forced_close
        if close is not None and not reconciled[table].reconciled:
            left = ", ".join(each.what for each in close.left)
            what = f"{table} was closed under pressure with {left} left open, which its next day has not explained"
            yield LeftOver(kind="pressure", ref=table, table=table, what=what)


def _at_closed_tables(states: Mapping[str, State]) -> Iterable[LeftOver]:
    for table, state in states.items():
        if state.phase != "closed":
            continue
        for dispute in state.corrections.disputes:
            yield LeftOver(
                kind="dispute",
                ref=f"{table}/{dispute.dispute}",
                table=table,
                what=f"{dispute.dispute} of {table} about coup {dispute.coup} is not decided",
            )
        for held in state.held.items:
            if not held.receipt:
                what = f"{held.ref}, held at {table} since {held.day}, has no receipt"
                yield LeftOver(kind="held", ref=f"{table}/{held.day}/{held.ref}", table=table, what=what)


def _slips(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[LeftOver]:
    """Those that an open table waits for are in its own line."""
    waited_for = {
        each.slip for state in states.values() if state.phase != "closed" for each in state.slips.open
    }
    open_slips = (
        Slip.objects.filter(casino_id=casino_id, day=day).exclude(status__in=ENDED).order_by("number")
    )
    for slip in open_slips:
        if slip.number not in waited_for:
            stands = SLIPS_STAND.get(slip.status, f"is {was_made(slip.kind, slip.status)}")
            what = f"slip {slip.number} of {slip.table} {stands}"
            yield LeftOver(kind="slip", ref=slip.number, table=slip.table, what=what)


def _boxes(casino_id: int, day: str, states: Mapping[str, State]) -> Iterable[LeftOver]:
    for box in not_reconciled(casino_id, day):
        if box.status != "in_place":
            yield LeftOver(
                kind="box",
                ref=f"{box.table}/{box.serial}/{box.use}",
                table=box.table,
                what=_box_stands(box, states[box.table].currency),
            )


def _box_stands(box: Box, currency: str) -> str:
    name = f"box {box.serial} of {box.table}"
    if box.total is None:
        return f"{name} is not counted"
    difference = box.total - box.recorded
    if not difference:
        return f"the count of {name} is not accepted"
    more = "more" if difference > 0 else "less"
    return f"the count of {name}, {in_words(abs(difference), currency)} {more} than recorded, is not accepted"
