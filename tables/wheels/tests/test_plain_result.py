"""Readers that send nothing but numbers."""

from typing import Any

import pytest

from tables.wheels.drivers.driver import KnownGame, OptionsBroken
from tables.wheels.drivers.plain_result import PlainResult
from testkit.wheels import FedDriver


def fed_by(**options: Any) -> FedDriver:
    return FedDriver(PlainResult("display-1", options))


@pytest.mark.parametrize("data", [b"17 6 0", b"17\r\n 6\r\n 0\r\n", b"\n17\r 6\n 0"])
def test_two_characters_space_padded_are_a_number_by_default(data: bytes) -> None:
    fed = fed_by()
    fed.bytes(data)
    assert [(one.kind, one.game, one.number) for one in fed.observations] == [
        ("result", 1, 17),
        ("result", 2, 6),
        ("result", 3, 0),
    ]


def test_a_result_is_dated_by_its_arrival_unless_the_one_before_came_just_now() -> None:
    fed = fed_by()
    fed.bytes(b"17")
    fed.silence(60)
    assert [one.observed_at for one in fed.bytes(b" 6")] == [fed.now]
    assert [one.observed_at for one in fed.bytes(b" 8")] == [None]


def test_half_a_message_cut_off_does_not_shift_those_after_it() -> None:
    fed = fed_by()
    fed.bytes(b"1")
    for number, told in ((b"23", []), (b"24", [24])):
        fed.silence(40)
        assert [one.number for one in fed.bytes(number)] == told
    assert "`1` is left out: a part of its line was lost" in fed.complaints[0]


def test_a_terminator_a_pattern_and_bets_closed() -> None:
    fed = fed_by(terminator=";", pattern=r"RESULT=(?P<number>\d+)", bets_closed="NO MORE BETS")
    fed.bytes(b"NO MORE BETS;RESULT=2")
    fed.bytes(b"9;HELLO;")
    closed, result = fed.observations
    assert (closed.kind, closed.game) == ("bets_closed", 1)
    assert (result.kind, result.game, result.number, result.raw) == ("result", 1, 29, "RESULT=29")
    assert "`HELLO` is left out" in fed.complaints[0]


def test_numbers_that_are_not_on_the_wheel_are_faults() -> None:
    fed = fed_by()
    fed.bytes(b"3700")
    assert [(one.kind, one.warnings) for one in fed.observations] == [
        ("fault", ("no_such_number",)),
        ("fault", ("double_zero_on_a_wheel_of_37",)),
    ]


def test_double_zero_is_number_37_where_the_wheel_has_one() -> None:
    fed = fed_by(numbers=38)
    assert [one.number for one in fed.bytes(b"00")] == [37]


def cut_off_and_dialled_again(fed: FedDriver, *, after_s: float = 10) -> None:
    fed.silence(after_s)
    fed.state = fed.driver.connected(fed.driver.decode(fed.driver.encode(fed.state)), fed.now)


def numbers(fed: FedDriver) -> list[int | None]:
    return [one.number for one in fed.of_kind("result")]


@pytest.mark.parametrize("resent", [b" 8", b" 6 8", b"17 6 8"])
@pytest.mark.parametrize("in_reads", [False, True])
def test_repeated_line_after_a_cut_connection_brings_no_number(resent: bytes, in_reads: bool) -> None:
    fed = fed_by(connection_begins="message")
    for number in (b"17", b" 6", b" 8"):
        fed.silence(40)
        fed.bytes(number)
    for _ in range(3):
        cut_off_and_dialled_again(fed)
        for piece in [resent[at : at + 1] for at in range(len(resent))] if in_reads else [resent]:
            fed.bytes(piece)
    fed.silence(40)
    fed.bytes(b" 8")
    assert numbers(fed) == [17, 6, 8, 8], "a number that falls again in its own time is a result"
    assert fed.observations[-1].warnings == ()


def test_a_number_that_comes_at_once_on_a_new_line_and_is_none_of_the_last_is_told_in_doubt() -> None:
    fed = fed_by(connection_begins="message")
    fed.bytes(b"17")
    cut_off_and_dialled_again(fed)
    (late,) = fed.bytes(b"17 9")
    assert (late.number, late.observed_at, late.warnings) == (9, None, ("after_reconnect",))


def test_an_older_number_that_comes_at_once_alone_is_told_in_doubt_with_the_next() -> None:
    fed = fed_by(connection_begins="message")
    for number in (b"17", b" 6", b" 8"):
        fed.silence(40)
        fed.bytes(number)
    cut_off_and_dialled_again(fed)
    assert fed.bytes(b" 6") == []
    fed.silence(40)
    assert [(one.number, one.warnings) for one in fed.bytes(b"30")] == [(6, ("after_reconnect",)), (30, ())]


@pytest.mark.parametrize("taken_over", [False, True])
def test_numbers_that_come_at_once_to_a_gateway_that_heard_none_are_told_in_doubt(taken_over: bool) -> None:
    fed = fed_by(terminator=r"\r\n")
    if taken_over:
        fed.state = fed.driver.after(KnownGame(epoch=1, game=3, number=8))
    cut_off_and_dialled_again(fed)
    fed.bytes(b"17\r\n 6\r\n 8\r\n")
    assert [(one.number, one.observed_at, one.warnings) for one in fed.of_kind("result")] == [
        (6, None, ("after_reconnect",)),
        (8, None, ("after_reconnect",)),
    ]


def test_repeated_number_after_the_clock_was_set_back_is_a_result_like_any_other() -> None:
    fed = fed_by(connection_begins="message")
    cut_off_and_dialled_again(fed, after_s=86_400)
    fed.bytes(b"17")
    fed.silence(-80_000)
    assert [(one.number, one.warnings) for one in fed.bytes(b"17")] == [(17, ())]


def test_a_number_that_falls_later_on_a_new_line_is_a_result_like_any_other() -> None:
    fed = fed_by()
    fed.bytes(b"17")
    cut_off_and_dialled_again(fed)
    fed.silence(30)
    assert [(one.number, one.warnings) for one in fed.bytes(b"17")] == [(17, ())]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"pattern": r"(?P<number>(\d+)+)" + "x" * 200}, "reader-pattern-too-long"),
        ({"pattern": "(" * 100 + r"(?P<number>\d+)"}, "reader-pattern-malformed"),
        ({"pattern": r"(?P<number>\d{1,2}){9999}"}, "reader-pattern-malformed"),
        ({"pattern": r"((((?P<number>\d{90}){90}){90}){90})"}, "reader-pattern-malformed"),
        ({"pattern": r"(?P<number>\d+)\1"}, "reader-pattern-malformed"),
        ({"pattern": r"(?=\d)(?P<number>\d+)"}, "reader-pattern-malformed"),
        ({"pattern": "(?P<number>\ud800)"}, "reader-pattern-malformed"),
        ({"bets_closed": "(" * 150}, "reader-pattern-malformed"),
        ({"pattern": r"\d+"}, "reader-pattern-without-number"),
        ({"length": 0}, "reader-options-malformed"),
        ({"length": 100_000}, "reader-options-malformed"),
        ({"terminator": ";" * 17}, "reader-options-malformed"),
        ({"numbers": 36}, "reader-options-malformed"),
    ],
)
def test_options_out_of_bounds_are_refused_with_their_rule(options: dict[str, Any], code: str) -> None:
    with pytest.raises(OptionsBroken) as broken:
        PlainResult("display-1", options)
    assert broken.value.as_refused("plain_result").code == code


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?P<number>(\d+)+)x",
        r"(?P<number>(\d|\d\d|\d+)*)x",
        r"(?P<number>(.*)*)x",
        r"(?P<number>(\d?){60})x",
    ],
)
def test_nested_quantifiers_end_on_a_long_message(pattern: str) -> None:
    """Python's own engine takes 2 to the power of 250 steps for the first of these."""
    fed = fed_by(terminator=";", pattern=pattern)
    fed.bytes(b"1" * 250 + b";17x;")
    assert numbers(fed) == [17]
    assert "fits no pattern" in fed.complaints[0]


def test_message_without_a_readable_number_is_left_out() -> None:
    fed = fed_by(terminator=";", pattern=r"HELLO|(?P<number>\d+)")
    fed.bytes(b"HELLO;" + b"9" * 200 + b";0017;")
    assert numbers(fed) == [17]
    assert len(fed.complaints) == 2


# ------------------------------------------------------------------ half a line is not a line


def test_the_second_half_of_a_line_is_no_number() -> None:
    fed = fed_by(terminator="\r\n")
    fed.bytes(b"1")
    fed.silence(1.1)
    assert fed.bytes(b"7\r\n") == []
    assert [one.number for one in fed.bytes(b"23\r\n")] == [23]


def test_a_terminator_cut_in_two_by_a_pause_ends_the_lost_line() -> None:
    fed = fed_by(terminator="\r\n")
    fed.bytes(b"17\r")
    fed.silence(5)
    assert [one.number for one in fed.bytes(b"\n23\r\n")] == [23]


def test_the_end_of_a_line_that_is_too_long_is_no_number() -> None:
    fed = fed_by(terminator="\r\n")
    assert fed.bytes(b"x" * 300 + b"17\r\n") == []
    for byte in b"x" * 300 + b"17\r\n":
        assert fed.bytes(bytes([byte])) == []
    assert [one.number for one in fed.bytes(b"23\r\n")] == [23]
    assert all(len(complaint) < 200 for complaint in fed.complaints)


def test_a_new_connection_may_begin_in_the_middle_of_a_line() -> None:
    fed = fed_by(terminator="\r\n")
    fed.bytes(b"1")
    cut_off_and_dialled_again(fed)
    assert fed.bytes(b"7\r\n") == []
    assert [one.number for one in fed.bytes(b"23\r\n")] == [23]


def test_reader_that_connects_for_each_message_is_read_by_its_option() -> None:
    fed = fed_by(terminator="\r\n", connection_begins="message")
    for number in (17, 23):
        fed.silence(40)
        fed.state = fed.driver.connected(fed.state, fed.now)
        assert [one.number for one in fed.bytes(b"%d\r\n" % number)] == [number]


def test_messages_of_one_length_that_are_out_of_step_count_again_after_a_pause() -> None:
    fed = fed_by()
    assert fed.bytes(b"x17231") == []
    fed.silence(1.1)
    assert [one.number for one in fed.bytes(b"23")] == [23]


@pytest.mark.parametrize(
    ("terminator", "line"),
    [(r"\r\n", b"17\r\n"), ("\r\n", b"17\r\n"), (r"\x03", b"17\x03"), (";", b"17;"), ("\\", b"17\\")],
)
def test_terminator_is_taken_as_it_is_or_with_its_control_characters_escaped(
    terminator: str, line: bytes
) -> None:
    reader = FedDriver(PlainResult("wheel-1", {"terminator": terminator}))
    assert [one.number for one in reader.bytes(line)] == [17]
