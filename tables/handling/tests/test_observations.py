"""What a reader saw reaches its table once, as a fact; what it cannot be is kept beside the table, not in it."""

from datetime import timedelta
from typing import Any

import pytest

from tables.handling.observations import observe
from tables.handling.streams import reader_stream
from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.stream import read_stream
from testkit.house import OpenHouse


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def saw(house: OpenHouse, sequence: int, kind: str, **fields: Any) -> Observation:
    seen = {"epoch": 1, "game": 1, "received_at": house.now, "observed_at": house.now} | fields
    return Observation(reader=house.reader, sequence=sequence, kind=kind, **seen)  # type: ignore[arg-type]


def tell(house: OpenHouse, *observations: Observation) -> None:
    for observation in observations:
        observe(house.casino_id, house.reader, observation, house.now)


def test_a_game_seen_by_the_reader_is_a_coup_of_its_table(house: OpenHouse) -> None:
    tell(
        house,
        saw(house, 1, "reader_online"),
        saw(house, 2, "rotor_started"),
        saw(house, 3, "ball_launched", rotor_direction="clockwise"),
        saw(house, 4, "bets_closed"),
        saw(house, 5, "result", number=17),
    )
    assert [event.type for event in house.events()[1:]] == [
        "reader_changed",
        "bets_opened",
        "ball_launched",
        "bets_closed",
        "number_fell",
    ]
    assert (house.state.number, house.state.past[-1].source, house.state.coup) == (17, "reader", 1)


def test_an_observation_delivered_again_changes_nothing(house: OpenHouse) -> None:
    result = saw(house, 1, "result", number=17)
    tell(house, result, result, saw(house, 2, "result", number=17, game=2))
    assert house.state.numbers == (17, 17)
    assert len(read_stream(house.casino_id, reader_stream(house.reader))) == 2


def test_the_reader_and_the_staff_report_one_result(house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.DeclareNumber(number=8))
    tell(house, saw(house, 1, "result", number=8))
    assert house.state.coup == 1
    assert house.state.past[-1].confirmed


def test_a_number_that_the_wheel_has_not_stays_in_the_readers_stream(house: OpenHouse) -> None:
    tell(house, saw(house, 1, "result", number=37))
    assert house.state.numbers == ()
    (kept,) = read_stream(house.casino_id, reader_stream(house.reader))
    assert kept.data["number"] == 37


def test_what_a_reader_sees_while_its_table_is_closed_is_kept_and_is_no_coup(house: OpenHouse) -> None:
    house.do(c.CloseTable())
    tell(house, saw(house, 1, "result", number=5))
    assert house.state.coup == 0
    assert len(read_stream(house.casino_id, reader_stream(house.reader))) == 1


def test_a_result_whose_time_is_unknown_is_dated_by_its_arrival(house: OpenHouse) -> None:
    arrived = house.now - timedelta(seconds=3)
    tell(house, saw(house, 1, "result_recovered", number=5, received_at=arrived, observed_at=None))
    fell = house.events()[-1]
    assert (fell.type, fell.occurred_at, fell.data["doubts"]) == ("number_fell", arrived, ["recovered"])
    assert fell.metadata["dated_by"] == "arrival"


def test_a_silent_reader_shows_and_comes_back_with_whatever_it_says_next(house: OpenHouse) -> None:
    tell(house, saw(house, 1, "reader_online"), saw(house, 2, "reader_offline"))
    before = house.state.reader.state
    assert before == "silent"
    tell(house, saw(house, 3, "rotor_started"))
    assert house.state.reader.state == "live"
