"""A plain reader without a terminator whose device sends line endings all the same recovers after a loss."""

from datetime import timedelta
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.wheels.drivers.plain_result import PlainResult
from testkit.wheels import FedDriver

SENT = [17, 0, 36, 5, 22, 5, 5, 31, 9, 12]


def lines(*numbers: int, ending: str = "\r\n") -> bytes:
    return "".join(f"{number:2}{ending}" for number in numbers).encode()


def fed(pieces: list[bytes], every_s: float = 0.1) -> list[int | None]:
    """The numbers that the driver reports of pieces that come without any pause after a loss."""
    driver = FedDriver(PlainResult("display-1"))
    driver.state = msgspec.structs.replace(driver.state, lost=True, bytes_at=driver.now)
    for piece in pieces:
        driver.now += timedelta(seconds=every_s)
        driver.bytes(piece)
    return [one.number for one in driver.of_kind("result")]


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_without_a_pause_is_read_from_the_second_message_on(ending: str) -> None:
    assert fed([lines(number, ending=ending) for number in SENT]) == SENT[1:]


def test_lost_byte_costs_the_messages_about_it_and_no_later_one() -> None:
    sent = [lines(number) for number in SENT]
    sent[3] = b"5\r\n"
    told = fed(sent)
    assert told[:2] == SENT[1:3]
    assert told[-4:] == SENT[-4:]


def test_second_half_of_a_number_is_no_number() -> None:
    assert fed([b"7\r\n", lines(22, 5)]) == [22, 5]
    assert fed([b"17\r", b"\n", b"2", b"2\r", b"\n 5\r\n"]) == [22, 5]


def test_device_without_line_endings_waits_for_a_pause() -> None:
    assert fed([b"17", b"22", b" 5"]) == []
    assert fed([b"17", b"22", b" 5"], every_s=1.5) == [17, 22, 5]


@given(
    st.lists(st.integers(0, 36), min_size=6, max_size=12),
    st.lists(st.integers(0, 60), max_size=10),
    st.sets(st.integers(0, 60), max_size=2),
)
def test_split_and_lost_bytes_yield_true_numbers_in_order(
    numbers: list[int], cuts: list[int], lost: set[int]
) -> None:
    whole = lines(*numbers)
    data = bytes(each for place, each in enumerate(whole) if place not in lost)
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    told = fed([data[begin:end] for begin, end in pairwise(places)], every_s=0.01)
    if not lost:
        assert told == numbers[1:]
    # A number that lost a byte may be told as its other half (nothing shows it, as the docs say), and no other is.
    halves = {int(part) for number in numbers for part in f"{number:2}".strip()}
    assert all(number in numbers or number in halves for number in told)
