"""A casino whose tables open, play and are swept by commands, and a day in hand that is judged, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from django.db import connection

from tables.compliance.judgement import decide, open_deadlines
from tables.compliance.rules.deadline import Deadline
from tables.handling import Actor, Outcome, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.sweep import DEADLINES_A_SWEEP, Swept, sweep_casino
from tables.handling.models import Board, GamingTable
from tables.handling.streams import table_stream
from tables.play.commands import Command
from tables.play.state import State, from_kept
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent, read_stream
from tables.stream.database_rights import Duty
from testkit.play import DayInHand, opening, signed_by_house
from testkit.rulebooks import known_folder, written
from testkit.stream import as_service

SLOW_BALL = "every_s = 7200\nwarn_before_s = 600\nalternate = false\nannounced = false"
HOURLY_BALL = "every_s = 3600\nwarn_before_s = 300\nalternate = true\nannounced = true"

CHEF = Actor(id="chef-1", name="Chef (demo)")


@contextmanager
def hourly_ball_in(folder: Path) -> Iterator[str]:
    """The id of a rulebook that asks for a change of the ball by the hour, and for nothing else within a time."""
    rulebooks = folder / "rulebooks"
    rulebooks.mkdir()
    written(rulebooks, (SLOW_BALL, HOURLY_BALL))
    with known_folder(rulebooks):
        yield "sixth"


class JudgedDay(DayInHand):
    """A day in hand on which the shift rules judge what is decided."""

    decide = staticmethod(decide)


class House:
    """One casino; times are minutes since its tables opened, at `opened_at`, by `rulebook` by default."""

    def __init__(self, casino_id: int, opened_at: datetime, rulebook: str = "pt-francesa") -> None:
        self.casino_id = casino_id
        self.opened_at = opened_at
        self.rulebook = rulebook
        self.day = f"{opened_at:%Y-%m-%d}"

    def at(self, minutes: float) -> datetime:
        return self.opened_at + timedelta(minutes=minutes)

    def open_table(self, code: str, *, rulebook: str = "", minute: float = 0) -> None:
        rules = get_rulebook(rulebook or self.rulebook)
        command = opening(rules, table=code, day=self.day)
        GamingTable.objects.create(
            casino_id=self.casino_id,
            code=code,
            name=code,
            rulebook=rules.id,
            wheel=command.wheel,
            limits=msgspec.to_builtins(command.limits),
            balls=msgspec.to_builtins(command.balls),
        )
        self.say(code, command, minute=minute)

    def say(self, code: str, command: Command, *, minute: float) -> Outcome[State]:
        said = signed_by_house(command, get_rulebook(self.rulebook), self.at(minute))
        return handle(
            TableAggregate(self.casino_id, code, opens_any_day=True), said, by=CHEF, now=self.at(minute)
        )

    def sweep(self, *, minute: float, at_most: int = DEADLINES_A_SWEEP) -> Swept:
        with as_service(Duty.WORKER):
            return sweep_casino(self.casino_id, self.at(minute), at_most=at_most)

    def record(self, code: str) -> list[RecordedEvent]:
        return read_stream(self.casino_id, table_stream(code, self.day))

    def noted(self, code: str, rule: str = "ball-change") -> list[tuple[str, float]]:
        """Return the table's record about the rule's deadlines: type, and minute at which it occurred."""
        kinds = ("deadline_warned", "violation_raised", "violation_resolved")
        return [
            (event.type, (event.occurred_at - self.opened_at) / timedelta(minutes=1))
            for event in self.record(code)
            if event.type in kinds and event.data["rule"] == rule
        ]

    def board(self, code: str) -> Board:
        return Board.objects.get(casino_id=self.casino_id, table=code, day=self.day)

    def cases(self, code: str, rule: str = "ball-change") -> list[Deadline]:
        """The rule's open cases at the table."""
        state = from_kept(self.board(code).state)
        cases = open_deadlines(state, get_rulebook(state.rulebook, state.rulebook_version))
        return [case for case in cases if case.rule == rule]


def processes_at_a_lock() -> int:
    """Return the number of connections to this database that wait for a lock of another one."""
    return _connections("wait_event_type = 'Lock'")


def connections_to_this_database() -> int:
    """Return the number of the database's client connections, this one included."""
    return _connections("backend_type = 'client backend'")


def _connections(condition: str) -> int:
    with connection.cursor() as cursor:
        # Within a transaction the view would not change otherwise.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND {condition}"
        )
        (count,) = cursor.fetchone()
    return int(count)
