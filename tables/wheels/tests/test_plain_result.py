"""Readers that send nothing but numbers."""

from typing import Any

import pytest

from tables.wheels.drivers.plain_result import PlainResult
from tables.wheels.testing import Told


def told_by(**options: Any) -> Told:
    return Told(PlainResult("display-1", options))


@pytest.mark.parametrize("data", [b"17 6 0", b"17\r\n 6\r\n 0\r\n", b"\n17\r 6\n 0"])
def test_two_characters_space_padded_are_a_number_by_default(data: bytes):
    told = told_by()
    told.bytes(data)
    assert [(one.kind, one.game, one.number) for one in told.observations] == [
        ("result", 1, 17),
        ("result", 2, 6),
        ("result", 3, 0),
    ]


def test_a_result_is_dated_by_its_arrival_unless_the_one_before_came_just_now():
    told = told_by()
    told.bytes(b"17")
    told.silence(60)
    assert [one.observed_at for one in told.bytes(b" 6")] == [told.now]
    assert [one.observed_at for one in told.bytes(b" 8")] == [None]


def test_half_a_message_cut_off_does_not_shift_those_after_it():
    told = told_by()
    told.bytes(b"1")
    told.silence(40)
    assert [one.number for one in told.bytes(b"23")] == [23]
    assert "never came" in told.complaints[0]


def test_a_terminator_a_pattern_and_bets_closed():
    told = told_by(terminator=";", pattern=r"RESULT=(?P<number>\d+)", bets_closed="NO MORE BETS")
    told.bytes(b"NO MORE BETS;RESULT=2")
    told.bytes(b"9;HELLO;")
    closed, result = told.observations
    assert (closed.kind, closed.game) == ("bets_closed", 1)
    assert (result.kind, result.game, result.number, result.raw) == ("result", 1, 29, "RESULT=29")
    assert "`HELLO` is left out" in told.complaints[0]


def test_numbers_that_are_not_on_the_wheel_are_faults():
    told = told_by()
    told.bytes(b"3700")
    assert [(one.kind, one.warnings) for one in told.observations] == [
        ("fault", ("no_such_number",)),
        ("fault", ("double_zero_on_a_wheel_of_37",)),
    ]


def test_double_zero_is_number_37_where_the_wheel_has_one():
    told = told_by(numbers=38)
    assert [one.number for one in told.bytes(b"00")] == [37]
