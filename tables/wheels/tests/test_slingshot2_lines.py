"""Lines on the wire: cut anywhere, run together, ended in any way, and mixed with what is none of ours."""

import pytest

from testkit.wheels import FedDriver, in_short

GAME = [
    "*X;2;011; 4;0;141;0",
    "*X;3;011; 4;0;140;0",
    "*X;4;011; 4;0;139;0",
    "22",
    "*X;5;011;22;0;139;0",
    "*X;5;011;22;0;139;0",
    "*X;2;012;22;0;138;0",
]
KINDS = ["rotor_started", "ball_launched", "bets_closed", "result", "rotor_started"]


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n", "\r\r\n", ""])
def test_any_line_ending_will_do_and_none_too(ending: str) -> None:
    fed = FedDriver()
    fed.bytes(ending.join([*GAME, ""]).encode())
    assert [one.kind for one in fed.observations] == KINDS
    assert fed.complaints == []


def test_a_status_line_is_understood_with_its_last_character() -> None:
    fed = FedDriver()
    assert fed.bytes(b"*X;5;011;22;0;139;") == []
    assert [one.number for one in fed.bytes(b"0")] == [22]
    assert fed.bytes(b"\r\n") == []


@pytest.mark.parametrize(
    "rubbish", ["00;0", "* NO", "*X;2;094", "\xff\x00", "*X;2;094*", "*X;", "* * *", ";;;;" * 40]
)
def test_rubbish_is_left_out_and_named(rubbish: str) -> None:
    fed = FedDriver()
    fed.bytes("".join(f"{rubbish}\r\n{line}\r\n" for line in GAME).encode("latin-1"))
    assert [one.kind for one in fed.observations] == KINDS
    assert fed.complaints
    assert all("wheel-1" in complaint and "left out" in complaint for complaint in fed.complaints)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("*X;9;011;22;0;139;0", "19 characters"),
        ("*X;2;011;22;G;139;0", "19 characters"),
        ("*X;2;011;22;0;139;2", "19 characters"),
    ],
)
def test_a_status_line_with_an_impossible_field_is_left_out(line: str, why: str) -> None:
    fed = FedDriver()
    assert fed.line(line) == []
    assert why in fed.complaints[0]


@pytest.mark.parametrize("reply", ["*P OK", "*P NO", "*u OK", "*o BUSY", "*T h 161"])
def test_replies_to_somebody_elses_commands_are_passed_over_in_silence(reply: str) -> None:
    fed = FedDriver()
    fed.line(reply)
    assert (fed.observations, fed.complaints) == ([], [])


def test_a_bare_number_outside_phase_4_is_no_result() -> None:
    fed = FedDriver()
    fed.line("*X;2;011; 4;0;141;0")
    fed.line("22")
    fed.line("*X;2;011; 4;0;141;0")
    assert in_short(fed.observations) == []


def test_the_end_of_a_line_is_no_number_after_a_loss() -> None:
    fed = FedDriver()
    fed.lines("*X;4;011; 4;0;139;0", seconds=3)
    for tail in (b"0\r\n", b"17\r\n"):
        fed.state = fed.driver.connected(fed.state, fed.now)
        fed.bytes(tail)
        assert fed.state.bare is None
    fed.bytes(b"*F ")
    fed.silence(1.1)
    fed.bytes(b"17\r\n")
    fed.bytes(b"x" * 64 + b"17\r\n")
    fed.bytes(b"*X;4;0111; 4;0;139;0\r\n")
    assert fed.state.bare is None
    assert fed.of_kind("fault") == []
