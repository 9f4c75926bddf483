"""Each board says when the shift rules have to look at its table next, and a rebuild brings out the same."""

from collections.abc import Callable

from django.core.management import call_command
from django.db import connection

from tables.handling.deadlines.listing import deadlines_of_casino
from tables.handling.deadlines.sweep import Swept
from tables.handling.models import Board, Casino
from tables.play.commands import ChangeBall, CloseTable
from tables.stream.models import ProjectionState
from testkit.play import NOON
from testkit.shift import House
from testkit.stream import ProjectionContract


class TestBoards(ProjectionContract):
    projection = "board"

    def write_history(self, casino_id: int) -> None:
        Casino.objects.create(id=casino_id, name="Casino (demo)")
        live_through(House(casino_id, NOON))


def live_through(house: House) -> None:
    for code in ("WARNED", "OVERDUE", "LATE", "IN-TIME", "CLOSED"):
        house.open_table(code)
    house.say("IN-TIME", ChangeBall(), minute=30)
    house.say("CLOSED", CloseTable(), minute=40)
    house.sweep(minute=56)
    house.say("WARNED", ChangeBall(), minute=58)
    house.say("LATE", ChangeBall(), minute=61)
    house.sweep(minute=62)


def next_minutes(house: House) -> dict[str, float | None]:
    return {
        board.table: (board.next_at - house.opened_at).total_seconds() / 60 if board.next_at else None
        for board in Board.objects.filter(casino_id=house.casino_id)
    }


NEXT_MINUTES = {"WARNED": 113, "OVERDUE": None, "LATE": 116, "IN-TIME": 85, "CLOSED": None}


def test_a_board_says_when_the_next_thing_is_to_be_noted(house: House) -> None:
    live_through(house)
    assert next_minutes(house) == NEXT_MINUTES


def test_a_house_of_an_older_version_comes_out_right(house: House, seal: Callable[[int], int]) -> None:
    live_through(house)
    seal(house.casino_id)
    make_older(house)
    assert house.sweep(minute=86) == Swept()
    call_command("rebuild", "--outdated", casino=house.casino_id)
    assert next_minutes(house) == NEXT_MINUTES
    assert house.sweep(minute=86) == Swept(noted=1)
    assert house.noted("IN-TIME") == [("deadline_warned", 85)]
    assert house.noted("OVERDUE") == [("deadline_warned", 55), ("violation_raised", 60)]
    assert [case.table for case in deadlines_of_casino(house.casino_id, house.at(86))] == [
        "OVERDUE",
        "IN-TIME",
        "WARNED",
        "LATE",
    ]


def make_older(house: House) -> None:
    """The boards as they were derived when they did not know what was noted, nor what comes next."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE house_board SET next_at = NULL, state = state - 'noted' || '{\"ball_warned\": true}'"
            " WHERE casino_id = %s",
            [house.casino_id],
        )
    ProjectionState.objects.update_or_create(casino_id=house.casino_id, name="board", defaults={"version": 1})
