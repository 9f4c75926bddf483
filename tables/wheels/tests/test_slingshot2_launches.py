"""Launches, voids and warnings, each with its begin and its end."""

import pytest

from testkit.wheels import Told, in_short


def begun(told: Told, seconds: float = 8.5) -> Told:
    """A wheel turning, bets open, in game 11."""
    told.lines("*X;2;011; 4;0;141;0", seconds=seconds)
    return told


def test_a_failed_launch_keeps_its_game_and_the_second_launch_counts() -> None:
    told = begun(Told())
    told.lines("*X;2;011; 4;A;140;0", seconds=4)
    for rotor, direction in ((70, 0), (0, 0), (0, 1), (70, 1), (140, 1)):
        told.line(f"*X;2;011; 4;0;{rotor:03};{direction}")
    told.lines("*X;3;011; 4;0;140;1", seconds=3.5)
    told.lines("*X;4;011; 4;0;140;1", seconds=26)
    told.lines("*X;5;011;22;0;140;1", seconds=5)
    assert [one.kind for one in told.observations] == [
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
    assert {(one.epoch, one.game) for one in told.observations} == {(1, 11)}
    [launch] = told.of_kind("ball_launched")
    assert launch.rotor_direction == "anticlockwise"


def test_a_launch_broken_off_has_failed_and_another_follows_in_the_same_game() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;0;140;0", seconds=2)
    assert in_short(told.lines("*X;2;011; 4;0;140;0", seconds=4)) == ["launch_failed"]
    told.lines("*X;3;011; 4;0;140;0", seconds=2)
    assert in_short(told.lines("*X;2;011; 4;0;140;0", seconds=4)) == ["launch_failed"]
    told.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    told.lines("*X;4;011; 4;0;140;0", seconds=26)
    told.line("*X;5;011;22;0;140;0")
    assert len(told.of_kind("ball_launched")) == 3
    assert [(one.game, one.number) for one in told.of_kind("result")] == [(11, 22)]


def test_a_failure_warned_of_before_and_after_phase_3_ends_is_one_failure() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;8;140;0", seconds=4.5)
    told.lines("*X;2;011; 4;8;140;0", seconds=3)
    assert len(told.of_kind("launch_failed")) == 1


def test_warning_8_in_the_first_three_seconds_of_phase_3_means_nothing() -> None:
    told = begun(Told())
    assert in_short(told.lines("*X;3;011; 4;8;140;0", seconds=3)) == []
    assert in_short(told.lines("*X;3;011; 4;0;140;0", seconds=1)) == []


def test_warning_8_that_stays_in_phase_3_is_a_failed_launch() -> None:
    told = begun(Told())
    assert in_short(told.lines("*X;3;011; 4;8;140;0", seconds=4)) == ["warning void_launch", "launch_failed"]


def test_warning_1_in_the_first_five_seconds_of_phase_4_means_nothing() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    assert in_short(told.lines("*X;4;011; 4;1;140;0", seconds=5)) == []
    assert in_short(told.lines("*X;4;011; 4;0;140;0", seconds=1)) == []


def test_warning_1_later_in_phase_4_begins_and_ends() -> None:
    told = begun(Told())
    told.lines("*X;4;011; 4;0;140;0", seconds=8)
    assert in_short(told.lines("*X;4;011; 4;1;140;0", seconds=2)) == ["warning ball_not_sensed"]
    assert in_short(told.lines("*X;4;011; 4;0;140;0", seconds=2)) == ["warning_cleared ball_not_sensed"]


def test_warning_2_in_phase_3_is_a_void_game_told_once() -> None:
    told = begun(Told())
    assert in_short(told.lines("*X;3;011; 4;2;140;0", seconds=3)) == [
        "warning ball_with_rotor",
        "game_void ball_with_rotor",
    ]


def test_warning_2_in_phase_2_is_a_question_only() -> None:
    told = begun(Told())
    assert in_short(told.lines("*X;2;011; 4;2;140;0", seconds=6)) == ["warning ball_with_rotor"]
    assert in_short(told.lines("*X;3;011; 4;0;140;0", seconds=3)) == ["warning_cleared ball_with_rotor"]


def test_a_void_launch_and_a_failure_in_phase_3_are_told_apart() -> None:
    told = begun(Told())
    assert in_short(told.lines("*X;3;011; 4;A;140;0", seconds=4)) == [
        "warning ball_with_rotor",
        "game_void ball_with_rotor",
        "warning void_launch",
        "launch_failed",
    ]


def test_each_void_launch_of_a_game_is_told() -> None:
    told = begun(Told())
    for _ in range(2):
        told.lines("*X;3;011; 4;2;140;0", seconds=3)
        told.lines("*X;2;011; 4;0;140;0", seconds=8)
    assert [one.game for one in told.of_kind("game_void")] == [11, 11]
    assert len(told.of_kind("launch_failed")) == 0, "a void launch is not a failed one as well"


def test_a_lost_ball_is_told_and_its_game_is_void_when_the_wheel_closes() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    told.lines("*X;4;011; 4;0;140;0", seconds=10)
    told.lines("*X;4;011; 4;1;140;0", seconds=0.5)
    said = told.lines("*X;4;011; 4;4;138;0", seconds=26)
    assert in_short(said) == [
        "warning_cleared ball_not_sensed",
        "warning device_fault",
        "warning ball_lost",
        "warning no_more_bets_long",
    ]
    assert in_short(told.line("*X;6;011; 4;0;000;0")) == [
        "game_void ball_lost",
        "warning_cleared device_fault",
        "warning_cleared no_more_bets_long",
    ]
    assert in_short(told.lines("*X;2;011; 4;0;140;0", seconds=8)) == ["warning_cleared ball_lost"]
    assert told.of_kind("result", "result_recovered") == []


def test_a_game_of_usual_length_with_sensor_trouble_has_not_lost_its_ball() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    told.lines("*X;4;011; 4;4;140;0", seconds=31)
    told.line("*X;5;011;22;0;140;0")
    assert "ball_lost" not in {warning for one in told.observations for warning in one.warnings}


def test_phase_7_of_later_firmware_is_a_warning_while_it_lasts() -> None:
    told = begun(Told())
    told.lines("*X;4;011; 4;0;140;0", seconds=30)
    assert in_short(told.lines("*X;7;011; 4;0;140;0", seconds=4)) == ["warning ball_not_detected"]
    assert in_short(told.line("*X;2;011; 4;0;140;0")) == [
        "game_void no_result",
        "warning_cleared ball_not_detected",
    ]


@pytest.mark.parametrize(
    ("phase", "seconds", "name"),
    [(2, 63, "place_bets"), (3, 15, "ball_in_track"), (4, 36, "no_more_bets"), (5, 22, "winning_number")],
)
def test_a_phase_far_too_long_is_reported_until_it_ends(phase: int, seconds: float, name: str) -> None:
    told = Told()
    told.lines("*X;1;011; 4;0;140;0", seconds=3)
    win = "22" if phase == 5 else " 4"
    said = told.lines(f"*X;{phase};011;{win};0;140;0", seconds=seconds)
    assert f"warning {name}_long" in in_short(said)
    said = told.line(f"*X;6;011;{win};0;140;0")
    assert f"warning_cleared {name}_long" in in_short(said)


def test_a_phase_far_too_short_is_reported_when_it_ends() -> None:
    told = begun(Told())
    told.lines("*X;3;011; 4;0;140;0", seconds=3.5)
    told.lines("*X;4;011; 4;0;140;0", seconds=3)
    assert in_short(told.line("*X;5;011;22;0;140;0")) == [
        "warning no_more_bets_short",
        "warning_cleared no_more_bets_short",
        "result 22",
    ]


def test_a_phase_with_a_silence_in_it_is_not_measured() -> None:
    told = begun(Told())
    told.lines("*X;4;011; 4;0;140;0", seconds=3)
    told.silence(60)
    assert in_short(told.lines("*X;4;011; 4;0;140;0", seconds=3)) == []


def test_good_games_bring_no_warnings() -> None:
    told = Told()
    for game in range(1, 20):
        told.good_game(game, f"{game - 1:2}", f"{game:2}")
    assert {one.kind for one in told.observations} == {
        "rotor_started",
        "ball_launched",
        "bets_closed",
        "result",
    }


def test_the_rotor_turns_the_other_way_by_way_of_standing_still() -> None:
    told = Told()
    said = []
    for rotor, direction in ((138, 0), (90, 0), (30, 0), (0, 0), (0, 1), (40, 1), (97, 1), (141, 1)):
        said += told.line(f"*X;2;012;22;0;{rotor:03};{direction}")
    assert [(one.kind, one.rotor_direction) for one in said] == [
        ("rotor_started", "clockwise"),
        ("rotor_started", "anticlockwise"),
    ]


def test_a_runaway_rotor_is_told_until_it_is_caught() -> None:
    told = begun(Told())
    for rotor in (349, 443, 533, 983):
        told.line(f"*X;2;011; 4;0;{rotor};0")
    told.lines("*X;2;011; 4;4;640;0", seconds=1)
    told.lines("*X;2;011; 4;0;000;0", seconds=1)
    assert in_short(told.observations) == [
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
    told = begun(Told())
    assert in_short(told.line(f"*F {code}")) == [f"fault fault_{code} {meaning}"]
    assert told.line(f"*F {code}") == []
