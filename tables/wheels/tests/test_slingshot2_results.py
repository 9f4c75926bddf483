"""Every number is reported once, and none is invented."""

import pytest

from testkit.wheels import FedDriver, in_short


def test_phase_5_repeats_and_is_one_result() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    assert [(one.game, one.number) for one in fed.of_kind("result")] == [(11, 22)]


@pytest.mark.parametrize("bare", [True, False])
def test_a_result_has_the_time_of_the_first_line_of_phase_5_and_waits_for_a_second_source(bare: bool) -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=2)
    if bare:
        fed.bytes(b"22\r\n")
    told = fed.line("*X;5;011;22;0;139;0")
    first = fed.now
    [result] = told or fed.line("*X;5;011;22;0;139;0")
    assert bool(told) is bare
    assert result.kind == "result"
    assert result.received_at == first
    assert result.raw == "*X;5;011;22;0;139;0"
    assert (result.rotor_direction, result.rotor_speed_rpm, result.ball_direction) == (
        "clockwise",
        13.9,
        None,
    )


def test_the_same_number_twice_with_the_counter_moved_is_two_results() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.good_game(12, "22", "22")
    assert [(one.game, one.number) for one in fed.of_kind("result")] == [(11, 22), (12, 22)]
    assert fed.of_kind("result_recovered") == []


def test_a_result_unheard_in_a_silence_is_recovered_from_win_with_its_time_unknown() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    fed.silence(41)
    observed = fed.line("*X;2;012;22;0;138;1")
    recovered, started = observed
    assert (recovered.kind, recovered.game, recovered.number) == ("result_recovered", 11, 22)
    assert recovered.observed_at is None
    assert recovered.rotor_direction is None, "the rotor of this line is the next game's"
    assert started.kind == "rotor_started"
    assert started.observed_at is None, "the silence may have swallowed its begin"
    assert in_short(fed.lines("*X;2;012;22;0;138;1", seconds=5)) == []


def test_recovered_number_equal_to_the_last_is_marked() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    fed.silence(41)
    assert in_short(fed.line("*X;2;012; 4;0;138;1")) == ["result_recovered 4 win_unchanged"]


def test_a_void_game_followed_by_a_silence_in_which_the_counter_moved_brought_a_number() -> None:
    fed = FedDriver()
    fed.lines("*X;3;011; 4;2;140;0", seconds=3)
    fed.silence(41)
    observed = in_short(fed.line("*X;2;012; 4;0;138;1"))
    assert observed[0] == "result_recovered 4 win_unchanged", (
        "a void game keeps its counter: another launch counted"
    )


def test_after_a_larger_jump_only_the_last_number_is_known_and_the_others_are_counted() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    fed.silence(150)
    missing, recovered, _ = fed.line("*X;2;014;31;0;138;1")
    assert (missing.kind, missing.game, missing.missing) == ("results_missing", 12, 2)
    assert (recovered.kind, recovered.game, recovered.number) == ("result_recovered", 13, 31)


def test_a_result_told_before_the_silence_is_not_missed_after_it() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.silence(41)
    assert in_short(fed.line("*X;2;012;22;0;138;1")) == []
    fed.silence(90)
    assert in_short(fed.line("*X;2;013; 9;0;138;1")) == ["result_recovered 9"]


def test_a_silence_that_ends_in_phase_5_tells_that_result_and_counts_those_before() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    fed.silence(60)
    missing, result = fed.line("*X;5;012; 8;0;138;1")
    assert (missing.kind, missing.missing) == ("results_missing", 1)
    assert (result.kind, result.game, result.number, result.observed_at) == ("result", 12, 8, None)


def test_the_number_that_stood_in_win_before_anything_was_heard_is_no_result() -> None:
    fed = FedDriver()
    fed.lines("*X;2;011; 4;0;141;0", seconds=5)
    assert [one.kind for one in fed.observations] == ["rotor_started"]


def test_a_power_cycle_begins_a_new_epoch_and_tells_no_number() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.silence(30)
    assert in_short(fed.line("*X;1;001;  ;0;000;0")) == []
    fed.lines("*X;2;001;  ;0;120;0", seconds=4)
    fed.good_game(1, "  ", " 0")
    first, second = fed.of_kind("result")
    assert (first.epoch, first.game) == (1, 11)
    assert (second.epoch, second.game, second.number) == (2, 1, 0)


def test_a_power_cycle_at_counter_001_is_a_new_epoch_too() -> None:
    fed = FedDriver()
    fed.good_game(1, "  ", "17")
    fed.silence(30)
    fed.lines("*X;1;001;  ;0;000;0", seconds=2)
    assert (fed.state.epoch, fed.state.number) == (2, None)


def test_a_bare_number_heard_before_the_power_went_is_not_lost() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    fed.line("22")
    fed.silence(30)
    [recovered] = fed.line("*X;1;001;  ;0;000;0")
    assert (recovered.kind, recovered.epoch, recovered.game, recovered.number) == (
        "result_recovered",
        1,
        11,
        22,
    )


def test_the_counter_wraps_after_256_into_a_new_epoch() -> None:
    fed = FedDriver()
    fed.good_game(256, " 4", "22")
    fed.good_game(1, "22", " 6")
    assert [(one.epoch, one.game, one.number) for one in fed.of_kind("result")] == [(1, 256, 22), (2, 1, 6)]


def test_a_result_unheard_at_the_wrap_belongs_to_the_epoch_before() -> None:
    fed = FedDriver()
    fed.lines("*X;4;256; 4;0;139;0", seconds=5)
    fed.silence(41)
    recovered, started = fed.line("*X;2;001;22;0;138;1")
    assert (recovered.kind, recovered.epoch, recovered.game) == ("result_recovered", 1, 256)
    assert (started.epoch, started.game) == (2, 1)


def test_games_unheard_across_the_wrap_are_counted() -> None:
    fed = FedDriver()
    fed.lines("*X;4;254; 4;0;139;0", seconds=5)
    fed.silence(400)
    missing, recovered, _ = fed.line("*X;2;003;22;0;138;1")
    assert (missing.missing, missing.epoch, missing.game) == (4, 2, 1)
    assert (recovered.epoch, recovered.game) == (2, 2)


def test_a_jump_of_the_counter_with_every_line_heard_brings_no_numbers() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    observed = fed.line("*X;2;050;22;0;138;1")
    assert in_short(observed) == ["warning counter_jumped", "warning_cleared counter_jumped"]
    fed.good_game(50, "22", " 6")
    assert [(one.game, one.number) for one in fed.of_kind("result")] == [(11, 22), (50, 6)]


def test_a_game_that_passed_before_our_ears_without_a_number_is_void() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=20)
    assert in_short(fed.line("*X;2;012; 4;0;139;0")) == [
        "game_void no_result",
        "warning_cleared no_result",
    ]
    assert fed.of_kind("result", "result_recovered") == []


def test_a_counter_set_back_is_a_new_epoch() -> None:
    fed = FedDriver()
    fed.good_game(200, " 4", "22")
    fed.silence(41)
    observed = fed.line("*X;2;040;22;0;138;1")
    assert in_short(observed) == []
    assert (observed[0].epoch, observed[0].game) == (2, 40)


def test_a_launch_under_a_counter_that_stood_still_is_a_game_of_its_own() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.lines("*X;2;011;22;0;138;1", seconds=8)
    fed.lines("*X;3;011;22;0;138;1", seconds=3)
    fed.lines("*X;4;011;22;0;138;1", seconds=26)
    fed.lines("*X;5;011;22;0;138;1", seconds=5)
    assert [(one.epoch, one.game, one.number) for one in fed.of_kind("result")] == [(1, 11, 22), (2, 11, 22)]


def test_a_number_that_changes_while_the_ball_rests_is_told_as_changed() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    assert in_short(fed.lines("*X;5;011;23;0;138;0", seconds=2)) == ["result 23 result_changed"]


@pytest.mark.parametrize("bare", ["22\r\n", "22\r", "22\n", "22", "\r\n22\r\n"])
def test_a_bare_number_before_phase_5_is_the_same_result_and_dates_it(bare: str) -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    fed.silence(0.3)
    fed.bytes(bare.encode())
    fallen_at = fed.now
    fed.silence(0.2)
    [result] = fed.bytes(b"*X;5;011;22;0;139;0\r\n")
    assert (result.kind, result.number) == ("result", 22)
    ended = bare.endswith(("\r", "\n"))
    assert result.observed_at == (fallen_at if ended else fed.now), (
        "without an ending it is whole with the next line"
    )
    assert in_short(fed.lines("*X;5;011;22;0;139;0", seconds=2)) == []


def test_a_bare_number_that_differs_is_told_beside_the_result() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    fed.line("23")
    assert in_short(fed.lines("*X;5;011;22;0;139;0", seconds=1)) == ["result 22 bare_result_differs"]


def test_a_line_of_phase_5_that_the_bare_number_contradicts_is_left_out_if_the_next_one_agrees_with_it() -> (
    None
):
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    fed.line("22")
    assert in_short(fed.line("*X;5;011;20;0;139;0")) == []
    assert in_short(fed.line("*X;5;011;22;0;139;0")) == ["result 22"]


@pytest.mark.parametrize("odd", ["*X;5;011;22;0;139;1", "*X;5;011;22;0;147;0"], ids=["direction", "rotor"])
def test_a_result_in_a_line_that_does_not_go_on_from_the_last_one_waits_for_the_next(odd: str) -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    fed.bytes(b"22\r\n")
    assert in_short(fed.line(odd)) == []
    assert in_short(fed.line("*X;5;011;22;0;139;0")) == ["result 22"]


def test_the_first_line_after_a_silence_tells_no_number_alone() -> None:
    fed = FedDriver()
    fed.good_game(10, "22", " 4")
    fed.lines("*X;2;011; 4;0;139;0", seconds=3)
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    fed.silence(4)
    assert in_short(fed.line("*X;5;011;20;0;139;0")) == []
    assert in_short(fed.lines("*X;5;011;22;0;139;0", seconds=1)) == ["result 22"]


@pytest.mark.parametrize(
    ("games", "epochs"),
    [((256, 257, 258), 1), ((998, 999, 1), 2), ((999, 0, 1), 2), ((255, 0, 1), 2), ((255, 256, 1), 2)],
)
def test_a_counter_of_any_model_goes_on_and_around(games: tuple[int, ...], epochs: int) -> None:
    fed = FedDriver()
    fed.good_game(games[0], " 4", "22")
    fed.good_game(games[1], "22", " 9")
    fed.good_game(games[2], " 9", "17")
    results = fed.of_kind("result")
    assert [(one.game, one.number, one.warnings) for one in results] == [
        (games[0], 22, ()),
        (games[1], 9, ()),
        (games[2], 17, ()),
    ]
    assert len({one.epoch for one in results}) == epochs
    assert len(results) == len(fed.of_kind("result", "result_recovered", "results_missing"))


def test_a_bonus_frame_is_known_and_changes_nothing() -> None:
    fed, plain = FedDriver(), FedDriver()
    for place, line in enumerate(["*X;3;011; 4;0;140;0", *["*X;4;011; 4;0;139;0"] * 20, "22"]):
        fed.bytes(b"*Y;%d;%03d\r\n" % (place % 4, 5 * place))
        assert in_short(fed.line(line)) == in_short(plain.line(line))
    fed.bytes(b"*Y;2;017\r\n")
    assert in_short(fed.lines("*X;5;011;22;0;139;0", seconds=2)) == ["result 22"]
    assert fed.complaints == []


def test_a_burst_after_minutes_of_silence_tells_all_results_and_no_times() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.silence(180)
    burst = []
    for game, before, win in ((12, "22", "31"), (13, "31", "31"), (14, "31", " 0")):
        for phase, shown in ((2, before), (3, before), (4, before), (5, win), (5, win)):
            burst.append(f"*X;{phase};{game:03};{shown};0;140;1\r\n" * 30)
    observed = fed.bytes("".join(burst).encode())
    results = [one for one in observed if one.kind == "result"]
    assert [(one.game, one.number) for one in results] == [(12, 31), (13, 31), (14, 0)]
    assert {one.observed_at for one in observed} == {None}
    assert {one.kind for one in observed} == {"rotor_started", "ball_launched", "bets_closed", "result"}
    fed.line("*X;2;015; 0;0;140;0")
    assert fed.observations[-1].observed_at == fed.now, "lines at the wheel's pace are live again"


def test_double_zero_is_refused_for_a_wheel_of_37_with_a_clear_fault_told_once() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "00")
    assert in_short(fed.observations) == ["fault double_zero_on_a_wheel_of_37"]
    assert in_short(fed.line("*X;2;012;00;0;138;0")) == ["results_missing 1"], (
        "a number fell, and is not known"
    )
    fed.good_game(12, "00", " 8")
    assert [one.number for one in fed.of_kind("result", "result_recovered")] == [8]


def test_double_zero_is_number_37_on_a_wheel_that_has_one() -> None:
    fed = FedDriver(numbers=38)
    fed.good_game(11, " 4", "00")
    assert [one.number for one in fed.of_kind("result")] == [37]


def test_a_number_that_no_wheel_has_is_a_fault_and_no_result() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "45")
    assert in_short(fed.observations) == ["fault no_such_number"]


def test_the_double_zero_and_the_zero_are_two_numbers() -> None:
    fed = FedDriver(numbers=38)
    fed.good_game(11, " 4", " 0")
    fed.good_game(12, " 0", "00")
    assert [one.number for one in fed.of_kind("result")] == [0, 37]


def test_observations_are_numbered_without_a_gap() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    fed.good_game(12, "22", "23")
    assert [one.sequence for one in fed.observations] == list(range(1, len(fed.observations) + 1))


def test_driver_state_survives_the_disk() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;2;139;1", seconds=5)
    driver = fed.driver
    fed.state = driver.connected(driver.decode(driver.encode(fed.state)))
    fed.silence(41)
    assert in_short(fed.line("*X;2;012;22;0;138;1")) == [
        "result_recovered 22",
        "warning_cleared ball_with_rotor",
    ]


def test_a_faster_simulated_wheel_is_timed_in_its_own_seconds() -> None:
    fed = FedDriver(speed=100)
    fed.lines("*X;4;011; 4;0;139;0", seconds=5)
    observed = fed.line("*X;2;012; 4;0;138;1")
    assert in_short(observed) == ["result_recovered 4 win_unchanged"], (
        "half a second is fifty of this wheel's"
    )
