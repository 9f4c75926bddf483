"""The permanence knows with each number what was in play, and what has become known of it since."""

from datetime import timedelta
from typing import Any

import pytest

from tables.handling.models import PermanenceEntry
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.events import TABLE_EVENTS, Person
from tables.play.permanence import spins_of
from tables.play.reader.observation import Kind, Observation
from tables.stream.following import follow_all
from testkit.house import OpenHouse
from testkit.stream import ProjectionContract, sequence_all

pytestmark = pytest.mark.django_db(transaction=True)
ANA = Person(id="ana", name="Ana Serra")


class Played:
    """A table with a reader; `step` brings the projection up to each thing that happens, or leaves it behind."""

    def __init__(self, casino_id: int, *, step: bool) -> None:
        self.house = OpenHouse(casino_id, "pt-francesa")
        self.step, self.said = step, 0

    def does(self, command: c.Command) -> None:
        self.house.now += timedelta(seconds=5)
        self.house.do(command)
        self._follow()

    def sees(self, kind: Kind, **fields: Any) -> None:
        self.house.now += timedelta(seconds=5)
        self.said += 1
        at = {"observed_at": self.house.now, "received_at": self.house.now, "game": self.house.state.coup + 1}
        seen = Observation(reader="W-T1", epoch=1, sequence=self.said, kind=kind, **{**at, **fields})
        observe(self.house.casino_id, "W-T1", seen, self.house.now)
        self._follow()

    def _follow(self) -> None:
        if self.step:
            sequence_all(self.house.casino_id)
            assert follow_all(self.house.casino_id)

    def lives(self) -> None:
        """Four coups: one by hand, one by the reader with all that it knows, a disputed one, one after a hole."""
        self.house.coup(17)
        self.does(c.ChangeBall(ball="B", announced=True))
        self.does(c.ChangeSpinner(person=ANA))
        self.does(c.AnnounceBetsOpen())
        self.does(c.PlaceBet(player="P1", bet="noir", amount=1_000))
        self.sees("ball_launched", game=2, rotor_direction="clockwise", rotor_speed_rpm=24.5, launch_pocket=9)
        self.sees("bets_closed", game=2)
        self.sees("result", game=2, number=32)
        self.does(c.ConfirmPayments())
        for command in (c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20)):
            self.does(command)
        self.sees("result", game=3, number=5)
        for command in (c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=7)):
            self.does(command)
        self.does(c.ResolveDiscrepancy(number=5, reason="the camera"))
        self.sees("results_missing", missing=2, game=6)
        self.house.coup(1)


class TestPermanenceContract(ProjectionContract):
    projection = "permanence"

    def write_history(self, casino_id: int) -> None:
        Played(casino_id, step=False).lives()


@pytest.mark.parametrize("step", [True, False])
def test_each_number_has_what_was_in_play_when_it_fell(casino_id: int, step: bool) -> None:
    played = Played(casino_id, step=step)
    played.lives()
    sequence_all(casino_id)
    assert follow_all(casino_id)
    lines = {line.coup: line for line in PermanenceEntry.objects.filter(casino_id=casino_id)}
    assert {coup: (line.previous, line.number) for coup, line in lines.items()} == {
        1: (None, 17),
        2: (17, 32),
        3: (32, 5),
        4: (5, 7),
        5: (None, 1),
    }
    read = lines[2]
    assert (read.ball, read.spinner, read.source) == ("B", "Ana Serra", "reader")
    assert (read.rotor_direction, read.ball_direction) == ("clockwise", "anticlockwise")
    assert (read.rotor_speed_rpm, read.launch_pocket) == (24.5, 9)
    assert (read.numbering, read.rulebook) == ("french", "pt-francesa")
    moments = (read.opened_at, read.launched_at, read.closed_at, read.fell_at, read.paid_at)
    assert list(moments) == sorted(filter(None, moments))
    assert (lines[1].ball, lines[1].launch_pocket, lines[3].disputed) == ("A", None, False)
    assert lines[3].launched_at > read.launched_at  # type: ignore[operator]


def test_the_list_of_a_day_is_what_the_projection_keeps(casino_id: int) -> None:
    played = Played(casino_id, step=False)
    played.lives()
    sequence_all(casino_id)
    assert follow_all(casino_id)
    listed = spins_of((TABLE_EVENTS.read(each), each.occurred_at) for each in played.house.events())
    kept = PermanenceEntry.objects.filter(casino_id=casino_id).order_by("coup")
    for spin, line in zip(listed, kept, strict=True):
        assert {name: getattr(line, name) for name in spin.__struct_fields__} == {
            name: getattr(spin, name) for name in spin.__struct_fields__
        }
