"""Launches, voids and warnings, each with its begin and its end."""

import pytest

from testkit.wheels import FedDriver, in_short


def begun(fed: FedDriver, seconds: float = 8.5) -> FedDriver:
    """A wheel turning, bets open, in game 11."""
    fed.lines("*X;2;011; 4;0;141;0", seconds=seconds)
    return fed


def test_a_failed_launch_keeps_its_game_and_the_second_launch_counts() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;2;011; 4;A;140;0", seconds=4)
    for rotor, direction in ((70, 0), (0, 0), (0, 1), (70, 1), (140, 1)):
        fed.line(f"*X;2;011; 4;0;{rotor:03};{direction}")
    fed.lines("*X;3;011; 4;0;140;1", seconds=3.5)
    fed.lines("*X;4;011; 4;0;140;1", seconds=26)
    fed.lines("*X;5;011;22;0;140;1", seconds=5)
    assert [one.kind for one in fed.observations] == [
        "rotor_started",
        "warning",
        "warning",
        "launch_failed",
        "warning_cleared",
        "warning_cleared",
        "rotor_started",
        "ball_launched",
        "bets_closed",
        "result",
    ]
    assert {(one.epoch, one.game) for one in fed.observations} == {(1, 11)}
    [launch] = fed.of_kind("ball_launched")
    assert launch.rotor_direction == "anticlockwise"


def test_a_launch_broken_off_has_failed_and_another_follows_in_the_same_game() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;0;140;0", seconds=2)
    assert in_short(fed.lines("*X;2;011; 4;0;140;0", seconds=4)) == ["launch_failed"]
    fed.lines("*X;3;011; 4;0;140;0", seconds=2)
    assert in_short(fed.lines("*X;2;011; 4;0;140;0", seconds=4)) == ["launch_failed"]
    fed.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    fed.lines("*X;4;011; 4;0;140;0", seconds=26)
    fed.lines("*X;5;011;22;0;140;0", seconds=1)
    assert len(fed.of_kind("ball_launched")) == 3
    assert [(one.game, one.number) for one in fed.of_kind("result")] == [(11, 22)]


def test_a_failure_warned_of_before_and_after_phase_3_ends_is_one_failure() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;8;140;0", seconds=4.5)
    fed.lines("*X;2;011; 4;8;140;0", seconds=3)
    assert len(fed.of_kind("launch_failed")) == 1


def test_warning_8_in_the_first_three_seconds_of_phase_3_means_nothing() -> None:
    fed = begun(FedDriver())
    assert in_short(fed.lines("*X;3;011; 4;8;140;0", seconds=3)) == []
    assert in_short(fed.lines("*X;3;011; 4;0;140;0", seconds=1)) == []


def test_warning_8_that_stays_in_phase_3_is_a_failed_launch() -> None:
    fed = begun(FedDriver())
    assert in_short(fed.lines("*X;3;011; 4;8;140;0", seconds=4)) == ["warning void_launch", "launch_failed"]


def test_warning_1_in_the_first_five_seconds_of_phase_4_means_nothing() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    assert in_short(fed.lines("*X;4;011; 4;1;140;0", seconds=5)) == []
    assert in_short(fed.lines("*X;4;011; 4;0;140;0", seconds=1)) == []


def test_warning_1_later_in_phase_4_begins_and_ends() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;4;011; 4;0;140;0", seconds=8)
    assert in_short(fed.lines("*X;4;011; 4;1;140;0", seconds=2)) == ["warning ball_not_sensed"]
    assert in_short(fed.lines("*X;4;011; 4;0;140;0", seconds=2)) == ["warning_cleared ball_not_sensed"]


def test_warning_2_in_phase_3_is_a_void_game_told_once() -> None:
    fed = begun(FedDriver())
    assert in_short(fed.lines("*X;3;011; 4;2;140;0", seconds=3)) == [
        "warning ball_with_rotor",
        "game_void ball_with_rotor",
    ]


def test_warning_2_in_phase_2_is_a_question_only() -> None:
    fed = begun(FedDriver())
    assert in_short(fed.lines("*X;2;011; 4;2;140;0", seconds=6)) == ["warning ball_with_rotor"]
    assert in_short(fed.lines("*X;3;011; 4;0;140;0", seconds=3)) == ["warning_cleared ball_with_rotor"]


def test_a_void_launch_and_a_failure_in_phase_3_are_told_apart() -> None:
    fed = begun(FedDriver())
    assert in_short(fed.lines("*X;3;011; 4;A;140;0", seconds=4)) == [
        "warning ball_with_rotor",
        "game_void ball_with_rotor",
        "warning void_launch",
        "launch_failed",
    ]


def test_each_void_launch_of_a_game_is_told() -> None:
    fed = begun(FedDriver())
    for _ in range(2):
        fed.lines("*X;3;011; 4;2;140;0", seconds=3)
        fed.lines("*X;2;011; 4;0;140;0", seconds=8)
    assert [one.game for one in fed.of_kind("game_void")] == [11, 11]
    assert len(fed.of_kind("launch_failed")) == 0, "a void launch is not a failed one as well"


def test_a_lost_ball_is_told_and_its_game_is_void_when_the_wheel_closes() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    fed.lines("*X;4;011; 4;0;140;0", seconds=10)
    fed.lines("*X;4;011; 4;1;140;0", seconds=0.5)
    observed = fed.lines("*X;4;011; 4;4;138;0", seconds=26)
    assert in_short(observed) == [
        "warning_cleared ball_not_sensed",
        "warning device_fault",
        "warning ball_lost",
        "warning no_more_bets_long",
    ]
    assert in_short(fed.line("*X;6;011; 4;0;000;0")) == [
        "game_void ball_lost",
        "warning_cleared device_fault",
        "warning_cleared no_more_bets_long",
    ]
    assert in_short(fed.lines("*X;2;011; 4;0;140;0", seconds=8)) == ["warning_cleared ball_lost"]
    assert fed.of_kind("result", "result_recovered") == []


def test_a_game_of_usual_length_with_sensor_trouble_has_not_lost_its_ball() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    fed.lines("*X;4;011; 4;4;140;0", seconds=31)
    fed.line("*X;5;011;22;0;140;0")
    assert "ball_lost" not in {warning for one in fed.observations for warning in one.warnings}


def test_phase_7_of_later_firmware_is_a_warning_while_it_lasts() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;4;011; 4;0;140;0", seconds=30)
    assert in_short(fed.lines("*X;7;011; 4;0;140;0", seconds=4)) == ["warning ball_not_detected"]
    assert in_short(fed.line("*X;2;011; 4;0;140;0")) == [
        "game_void no_result",
        "warning_cleared ball_not_detected",
    ]


@pytest.mark.parametrize(
    ("phase", "seconds", "name"),
    [(2, 63, "place_bets"), (3, 15, "ball_in_track"), (4, 36, "no_more_bets"), (5, 22, "winning_number")],
)
def test_a_phase_far_too_long_is_reported_until_it_ends(phase: int, seconds: float, name: str) -> None:
    fed = FedDriver()
    fed.lines("*X;1;011; 4;0;140;0", seconds=3)
    win = "22" if phase == 5 else " 4"
    observed = fed.lines(f"*X;{phase};011;{win};0;140;0", seconds=seconds)
    assert f"warning {name}_long" in in_short(observed)
    observed = fed.line(f"*X;6;011;{win};0;140;0")
    assert f"warning_cleared {name}_long" in in_short(observed)


def test_a_phase_far_too_short_is_reported_when_it_ends_behind_the_number() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    fed.lines("*X;4;011; 4;0;140;0", seconds=3)
    assert in_short(fed.lines("*X;5;011;22;0;140;0", seconds=1)) == [
        "result 22",
        "warning no_more_bets_short",
        "warning_cleared no_more_bets_short",
    ]


def test_a_phase_with_a_silence_in_it_is_not_measured() -> None:
    fed = begun(FedDriver())
    fed.lines("*X;4;011; 4;0;140;0", seconds=3)
    fed.silence(60)
    assert in_short(fed.lines("*X;4;011; 4;0;140;0", seconds=3)) == []


def test_good_games_bring_no_warnings() -> None:
    fed = FedDriver()
    for game in range(1, 20):
        fed.good_game(game, f"{game - 1:2}", f"{game:2}")
    assert {one.kind for one in fed.observations} == {
        "rotor_started",
        "ball_launched",
        "bets_closed",
        "result",
    }


def test_the_rotor_turns_the_other_way_by_way_of_standing_still() -> None:
    fed = FedDriver()
    observed = []
    for rotor, direction in ((138, 0), (90, 0), (30, 0), (0, 0), (0, 1), (40, 1), (97, 1), (141, 1)):
        observed += fed.line(f"*X;2;012;22;0;{rotor:03};{direction}")
    assert [(one.kind, one.rotor_direction) for one in observed] == [
        ("rotor_started", "clockwise"),
        ("rotor_started", "anticlockwise"),
    ]


def test_a_runaway_rotor_is_told_until_it_is_caught() -> None:
    fed = begun(FedDriver())
    for rotor in (349, 443, 533, 983):
        fed.line(f"*X;2;011; 4;0;{rotor};0")
    fed.lines("*X;2;011; 4;4;640;0", seconds=1)
    fed.lines("*X;2;011; 4;0;000;0", seconds=1)
    assert in_short(fed.observations) == [
        "warning runaway_rotor",
        "warning device_fault",
        "warning_cleared device_fault",
        "warning_cleared runaway_rotor",
    ]


@pytest.mark.parametrize(
    ("code", "meaning"),
    [(11, "sensor_stuck_on"), (23, "sensor_stuck_off"), (100, "time_out"), (57, "unknown_fault")],
)
def test_a_fault_line_is_told_once_a_game_with_its_code_and_meaning(code: int, meaning: str) -> None:
    fed = begun(FedDriver())
    assert in_short(fed.line(f"*F {code}")) == [f"fault fault_{code} {meaning}"]
    assert fed.line(f"*F {code}") == []
