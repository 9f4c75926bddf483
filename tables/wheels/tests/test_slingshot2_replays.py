"""A wheel that sends its last lines again tells nothing again; one that was restarted is read all the same."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.wheels.drivers.driver import KnownGame
from tables.wheels.tests.recordings import WHEEL_TROUBLE, Recording, Resent, numbers, without_warnings
from testkit.wheels import FedDriver, in_short

WHEELS = {
    "good games": {"seed": 1},
    "good games over the wrap": {"seed": 2, "first_game": 254},
    "games that go wrong": {"seed": 3, "faults": WHEEL_TROUBLE, "games": 8, "first_game": 12},
    "others that go wrong": {"seed": 4, "faults": WHEEL_TROUBLE, "games": 8, "first_game": 200},
}
AFTER = 190
"""Lines that are heard after the replay: two games and more."""


@cache
def recording(name: str) -> Recording:
    return Recording(**WHEELS[name])  # type: ignore[arg-type]


def places(length: int) -> st.SearchStrategy[int]:
    return st.integers(1, length - 1)


sizes = st.sampled_from((1, 2, 5, 50, 50, 120)) | st.integers(1, 390)
replays = st.builds(
    Resent,
    lines=sizes,
    times=st.integers(1, 3),
    reconnect=st.just(True),
    paced=st.booleans(),
    killed=st.booleans(),
) | st.builds(Resent, lines=sizes, times=st.integers(1, 3), reconnect=st.just(False))


@pytest.mark.parametrize("wheel", WHEELS)
@settings(deadline=None, max_examples=40, derandomize=True)
@given(data=st.data())
def test_lines_sent_again_tell_nothing(wheel: str, data: st.DataObject) -> None:
    heard = recording(wheel)
    place, resent = data.draw(places(len(heard))), data.draw(replays)
    without, with_it = heard.play_with(resent, place, AFTER)
    if resent.killed:
        without, with_it = without_warnings(without), without_warnings(with_it)
    assert with_it == without


@pytest.mark.parametrize("killed", [False, True])
def test_a_launch_that_is_broken_off_with_the_last_line_is_not_told_again(killed: bool) -> None:
    """That line waits for the next one to explain it. One of before, sent again on a new connection, does not."""
    heard = recording("games that go wrong")
    for place, resent in ((at, Resent(lines=5, times=3, killed=killed)) for at in range(320, 335)):
        without, with_it = heard.play_with(resent, place, 90)
        if killed:
            without, with_it = without_warnings(without), without_warnings(with_it)
        assert with_it == without, f"cut before line {place}"


def test_a_launch_is_not_told_again_where_the_lines_sent_again_begin_with_one_that_says_nothing() -> None:
    """The driver was killed, and the lines begin with one that says what its last one did."""
    heard = recording("others that go wrong")
    without, with_it = heard.play_with(Resent(lines=120, times=2, killed=True), 540, AFTER)
    assert without_warnings(with_it) == without_warnings(without)


@pytest.mark.parametrize("wheel", WHEELS)
def test_the_last_fifty_lines_sent_again_tell_nothing_wherever_the_line_was_cut(wheel: str) -> None:
    heard = recording(wheel)
    for place in range(5, len(heard), 11):
        without, with_it = heard.play_with(Resent(lines=50), place, 90)
        assert with_it == without, f"cut before line {place}"


@pytest.mark.parametrize("wheel", ["good games", "good games over the wrap"])
def test_lines_sent_again_slowly_on_the_same_connection_bring_no_number(wheel: str) -> None:
    """Such a replay cannot be distinguished from a launch that was broken off: what it says is no number."""
    heard = recording(wheel)
    for place in range(5, len(heard), 17):
        without, with_it = heard.play_with(Resent(lines=50, reconnect=False, paced=True), place, AFTER)
        assert numbers(with_it) == numbers(without), f"before line {place}"


def test_games_older_than_the_lines_that_are_kept_tell_nothing_either() -> None:
    heard = Recording(5, games=12)
    place = len(heard) - 60
    without, with_it = heard.play_with(Resent(lines=620), place, 60)
    assert with_it == without


def test_lines_that_were_lost_come_with_those_sent_again() -> None:
    """The box kept what it could not send: what was heard says nothing, and what was not is reported."""
    heard = recording("good games")
    cut, back = 150, 190
    fed = heard.fed_from(cut)
    fed.state = fed.driver.connected(fed.state)
    fed.silence(20)
    fed.bytes(b"".join(heard.pieces[cut - 50 : back]))
    heard.play(fed, back, 200)
    assert [one.number for one in fed.of_kind("result")] == [
        one.number for one in heard.fed.of_kind("result") if one.received_at > heard.fed_from(cut).now
    ][: len(fed.of_kind("result"))]
    assert fed.of_kind("result")
    assert not fed.of_kind("game_void", "results_missing", "result_recovered")


@pytest.mark.parametrize("reconnect", [True, False])
def test_a_wheel_that_was_restarted_is_read_from_its_second_line_on(reconnect: bool) -> None:
    fed = FedDriver()
    for game, before, win in ((11, " 4", "22"), (12, "22", "31")):
        fed.good_game(game, before, win)
    fed.lines("*X;2;013;31;0;141;0", seconds=4)
    if reconnect:
        fed.state = fed.driver.connected(fed.state)
    fed.lines("*X;1;001;  ;0;000;0", seconds=4)
    assert (fed.state.epoch, fed.state.game) == (2, 1)
    fed.good_game(1, "  ", "17")
    assert [(one.epoch, one.game, one.number, one.warnings) for one in fed.of_kind("result")][2:] == [
        (2, 1, 17, ())
    ]


def test_a_wheel_restarted_twice_within_minutes_is_read_though_its_first_lines_are_the_same() -> None:
    fed = FedDriver()
    for win in ("17", "22", " 8"):
        fed.lines("*X;1;001;  ;0;000;0", seconds=4)
        fed.good_game(1, "  ", win)
        fed.silence(3)
    assert [(one.epoch, one.game, one.number) for one in fed.of_kind("result")] == [
        (1, 1, 17),
        (2, 1, 22),
        (3, 1, 8),
    ]


def test_the_first_number_after_a_counter_set_back_without_a_power_cycle_is_in_doubt() -> None:
    fed = FedDriver()
    fed.good_game(40, " 4", "22")
    fed.good_game(11, "22", "31")
    fed.good_game(12, "31", " 8")
    assert [(one.epoch, one.game, one.number, one.warnings) for one in fed.of_kind("result")] == [
        (1, 40, 22, ()),
        (2, 11, 31, ("counter_back",)),
        (2, 12, 8, ()),
    ]


def test_a_counter_set_back_to_a_game_that_was_told_is_read_with_its_first_other_number() -> None:
    fed = FedDriver()
    wins = {10: "31", 11: "22", 12: " 8", 13: " 9"}
    before = " 4"
    for game, win in wins.items():
        fed.good_game(game, before, win)
        before = win
    observed = in_short(fed.good_game(11, "31", " 5"))
    assert "result 5 counter_back" in observed
    assert fed.state.epoch == 2


def test_skipped_replay_is_no_silence() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.good_game(12, "22", " 8")
    heard_at = fed.state.heard_at
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    assert fed.state.heard_at == fed.now != heard_at


@pytest.mark.parametrize("before", [3, 5])
def test_lines_of_a_reported_game_tell_nothing_to_the_gateway_that_takes_over(before: int) -> None:
    fed = FedDriver()
    fed.state = fed.driver.connected(
        fed.driver.after(KnownGame(epoch=1, game=30, number=3, number_before=before)), fed.now
    )
    fed.lines(f"*X;3;030;{before:2};0;140;0", seconds=1)
    fed.lines(f"*X;4;030;{before:2};0;139;0", seconds=5)
    fed.lines("*X;5;030; 3;0;138;0", seconds=2)
    assert fed.observations == []
    fed.lines("*X;2;031; 3;0;140;1", seconds=5)
    assert [(one.kind, one.epoch, one.game) for one in fed.observations] == [("rotor_started", 1, 31)]
