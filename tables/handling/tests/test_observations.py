"""What a reader saw reaches its table once, as a fact; what it cannot be is kept beside the table, not in it."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.handling.streams import reader_stream
from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.stream import read_stream
from tables.stream.database_rights import Duty
from testkit.house import OpenHouse
from testkit.stream import as_service


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


def saw(house: OpenHouse, sequence: int, kind: str, **fields: Any) -> Observation:
    seen = {"epoch": 1, "game": 1, "received_at": house.now, "observed_at": house.now} | fields
    return Observation(reader=house.reader, sequence=sequence, kind=kind, **seen)  # type: ignore[arg-type]


def tell(house: OpenHouse, *observations: Observation) -> None:
    with as_service(Duty.GATEWAY):
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
    result = saw(house, 2, "result", number=17)
    tell(house, saw(house, 1, "bets_closed"), result, result)
    house.now += timedelta(seconds=30)
    tell(house, saw(house, 3, "bets_closed", game=2), saw(house, 4, "result", number=17, game=2), result)
    assert house.state.numbers == (17, 17)
    assert len(read_stream(house.casino_id, reader_stream(house.reader))) == 4


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


def test_observation_at_a_closed_table_is_recorded_without_a_coup(house: OpenHouse) -> None:
    house.do(c.CloseTable())
    tell(house, saw(house, 1, "result", number=5))
    assert house.state.coup == 0
    assert len(read_stream(house.casino_id, reader_stream(house.reader))) == 1


def test_a_result_whose_time_is_unknown_is_dated_by_its_arrival(house: OpenHouse) -> None:
    arrived = house.now + timedelta(minutes=1)
    house.now += timedelta(minutes=2)
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


def game(house: OpenHouse, number: int, game: int, first: int, *, received: datetime | None = None) -> None:
    """A whole game of the reader's at `house.now`, half a minute long; received at once, or later."""
    began = house.now
    arrived = {} if received is None else {"received_at": received}
    for place, kind in enumerate(("ball_launched", "bets_closed", "result")):
        house.now = began + timedelta(seconds=(0, 10, 30)[place])
        fields = {"number": number} if kind == "result" else {}
        seen = saw(house, first + place, kind, game=game, **fields, **arrived)
        observe(house.casino_id, house.reader, seen, received or house.now)


def test_spool_delivery_an_hour_late_keeps_its_times(house: OpenHouse) -> None:
    began = house.now
    late = began + timedelta(hours=1)
    game(house, 17, 1, 1, received=late)
    house.now += timedelta(seconds=20)
    game(house, 4, 2, 4, received=late)
    assert (house.state.numbers, house.state.doubted) == ((4, 17), ())
    fallen = [event for event in house.events() if event.type == "number_fell"]
    assert [event.occurred_at - began for event in fallen] == [timedelta(seconds=30), timedelta(seconds=80)]
    assert not any("dated_by" in event.metadata for event in fallen)


def test_a_game_that_staff_entered_meanwhile_is_confirmed_by_a_late_delivery_and_no_second_coup(
    house: OpenHouse,
) -> None:
    began = house.now
    house.now += timedelta(minutes=30)
    house.coup(17)
    house.now += timedelta(minutes=1)
    for command in (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500), c.LaunchBall()):
        house.do(command)
    late, house.now = house.now, began
    game(house, 17, 1, 1, received=late)
    state = house.state
    assert (state.coup, state.phase, state.numbers, len(state.bets)) == (2, "launched", (17,), 1)
    assert state.past[-1].confirmed


@pytest.mark.parametrize("behind", [timedelta(hours=3), timedelta(hours=-3)], ids=["behind", "ahead"])
def test_a_gateway_whose_clock_is_wrong_dates_nothing_and_settles_nothing(
    house: OpenHouse, behind: timedelta
) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=500))
    began = house.now
    for place, kind in enumerate(("ball_launched", "bets_closed", "result")):
        house.now += timedelta(seconds=12)
        wrong = {"observed_at": house.now - behind, "received_at": house.now - behind}
        tell(house, saw(house, place + 1, kind, number=9 if kind == "result" else None, **wrong))
    assert doubts(house) == [(9, ("no_launch", "wrong_time", "late"))]
    told = [event for event in house.events() if event.metadata.get("claimed_at")]
    assert [event.type for event in told][-1:] == ["number_doubted"]
    assert (house.state.phase, house.state.launches) == ("betting", 0)
    assert all(began < event.occurred_at <= house.now for event in told)
    assert {event.metadata["dated_by"] for event in told} == {"receipt"}


def doubts(house: OpenHouse) -> list[tuple[int, tuple[str, ...]]]:
    return [(each.number, each.doubts) for each in house.state.doubted]


def lay_bets(house: OpenHouse, *then: c.Command) -> None:
    for command in (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500), *then):
        house.do(command)


@pytest.mark.parametrize("ahead", [timedelta(hours=-1), timedelta(days=400)], ids=["old", "future"])
def test_a_number_without_own_time_waits_if_its_arrival_is_impossible(
    house: OpenHouse, ahead: timedelta
) -> None:
    lay_bets(house, c.LaunchBall(), c.CloseBets())
    house.now += timedelta(seconds=30)
    tell(house, saw(house, 1, "result", number=9, observed_at=None, received_at=house.now + ahead))
    assert doubts(house) == [(9, ("wrong_time", "late"))]


@pytest.mark.parametrize("own", [False, True], ids=["arrival", "own time"])
def test_launch_and_closing_of_an_old_game_do_not_touch_the_running_coup(house: OpenHouse, own: bool) -> None:
    old = house.now
    house.now += timedelta(minutes=2)
    lay_bets(house)
    house.now += timedelta(seconds=10)
    for place, kind in enumerate(("ball_launched", "bets_closed", "launch_failed", "game_void", "result")):
        fields = {"number": 22} if kind == "result" else {}
        times = {"observed_at": old if own else None, "received_at": old}
        tell(house, saw(house, place + 1, kind, game=7, **times, **fields))
    assert (house.state.phase, house.state.launches, house.state.void) == ("betting", 0, ())
    assert doubts(house) == [(22, ("no_launch", "wrong_time", "late"))]


def test_launch_of_an_impossible_time_counts_if_it_names_the_running_game(house: OpenHouse) -> None:
    tell(house, saw(house, 1, "rotor_started", game=7))
    wrong = {"observed_at": house.now - timedelta(hours=1)}
    tell(
        house, saw(house, 2, "ball_launched", game=7, **wrong), saw(house, 3, "bets_closed", game=7, **wrong)
    )
    assert (house.state.phase, house.state.launches) == ("bets_closed", 1)


@pytest.mark.parametrize(
    "launch", [(c.LaunchBall(), c.CloseBets()), (c.CloseBets(),)], ids=["launch", "closing"]
)
@pytest.mark.parametrize("protocol", ["slingshot2", "plain_result"])
@pytest.mark.parametrize("seen", [timedelta(seconds=-4), timedelta(seconds=0.5)], ids=["before", "after"])
def test_a_number_just_before_or_after_what_staff_entered_waits(
    house: OpenHouse, launch: tuple[c.Command, ...], protocol: str, seen: timedelta
) -> None:
    WheelReader.objects.filter(code=house.reader).update(protocol=protocol)
    lay_bets(house, *launch)
    observed = house.now + seen
    house.now += timedelta(seconds=0.5)
    tell(house, saw(house, 1, "result", number=22, game=7, observed_at=observed))
    assert doubts(house) == [(22, ("too_soon",))]


def test_a_number_of_the_game_of_its_launch_needs_no_least_time(house: OpenHouse) -> None:
    for place, kind in enumerate(("ball_launched", "bets_closed", "result")):
        tell(house, saw(house, place + 1, kind, game=7, number=22 if kind == "result" else None))
    assert (house.state.numbers, doubts(house)) == ((22,), [])


def test_clocks_that_differ_by_seconds_put_nothing_in_doubt(house: OpenHouse) -> None:
    house.do(c.LaunchBall())
    launched = house.now
    tell(house, saw(house, 1, "bets_closed", observed_at=launched - timedelta(seconds=2)))
    tell(house, saw(house, 2, "result", number=9, observed_at=launched + timedelta(seconds=2)))
    assert (house.state.number, house.state.doubted) == (9, ())
    assert {event.occurred_at for event in house.events()[-2:]} == {launched}


# ------------------------------------------------------------------ readers that send numbers only


def displays_numbers(house: OpenHouse, **entry: Any) -> None:
    WheelReader.objects.filter(code=house.reader).update(protocol="plain_result", **entry)


def display(house: OpenHouse, sequence: int, number: int) -> None:
    tell(house, saw(house, sequence, "result", number=number, game=sequence))


def test_a_display_settles_only_what_staff_launched(house: OpenHouse) -> None:
    displays_numbers(house)
    for command in (c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:22", amount=1000)):
        house.do(command)
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    house.now += timedelta(seconds=20)
    display(house, 1, 22)
    house.do(c.ConfirmPayments())
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:22", amount=1000))
    house.now += timedelta(seconds=7)
    display(house, 2, 22)
    assert (house.state.numbers, house.state.payments_open) == ((22,), ())
    assert [each.doubts for each in house.state.doubted] == [("repeated", "no_launch", "too_soon")]


def test_a_display_of_implied_launches_makes_a_coup_of_each_number_in_its_time(house: OpenHouse) -> None:
    displays_numbers(house, launch="implied")
    for sequence, number in enumerate((22, 22, 5), start=1):
        display(house, sequence, number)
        house.now += timedelta(seconds=25)
    assert house.state.numbers == (5, 22, 22)
    house.now -= timedelta(seconds=1)
    display(house, 4, 5)
    assert [each.doubts for each in house.state.doubted] == [("repeated", "too_soon")]


def test_the_least_time_between_two_numbers_is_an_option(house: OpenHouse) -> None:
    displays_numbers(house, launch="implied", options={"between_s": 40})
    display(house, 1, 22)
    house.now += timedelta(seconds=39)
    display(house, 2, 5)
    assert [each.doubts for each in house.state.doubted] == [("too_soon",)]
