"""However messages are split, delayed and cut off, a driver tells true numbers or none."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.wheels.drivers.driver import Driver
from tables.wheels.drivers.plain_result import PlainResult
from tables.wheels.drivers.slingshot2 import Slingshot2

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
PLAIN: dict[str, tuple[dict[str, Any], str]] = {
    "two characters": ({}, "{:2}"),
    "three characters": ({"length": 3, "pattern": r"(?P<number>\d{3})"}, "{:03}"),
    "two characters that end in CR LF": ({}, "{:2}\r\n"),
    "padded lines": ({"terminator": "\r\n", "pattern": r"(?P<number> \d|\d\d)"}, "{:2}\r\n"),
    "unpadded lines": ({"terminator": "\r\n", "pattern": r"(?P<number>\d{1,2})"}, "{}\r\n"),
    "lines that end in CR": ({"terminator": "\r"}, "{}\r"),
    "a wheel with 38 numbers": ({"terminator": "\n", "numbers": 38}, "{:2}\n"),
    "words": ({"terminator": ";;", "pattern": r"RESULT=(?P<number>\d+)"}, "RESULT={};;"),
}


class Cut(NamedTuple):
    """What happens to the bytes at one place: a pause, or the line is cut and some bytes behind it are lost."""

    pause_s: float
    lost: int | None


CUTS = st.dictionaries(
    st.integers(0, 400),
    st.builds(
        Cut,
        pause_s=st.sampled_from([0.0, 0.3, 0.99, 1.1, 2.5, 40.0]),
        lost=st.none() | st.integers(0, 25),
    ),
    max_size=12,
)


def hear(driver: Driver[Any], data: bytes, cuts: dict[int, Cut], paces: dict[int, float]) -> list[Any]:
    """What a driver tells of these bytes. Before the byte at a place of `paces` so many seconds pass."""
    state, now = driver.connected(driver.fresh(), NOW), NOW + timedelta(seconds=30)
    observed: list[Any] = []
    for at, read in _reads(data, cuts, paces):
        cut = cuts.get(at)
        now += timedelta(seconds=paces.get(at, 0.0))
        if cut is not None and cut.lost is not None:
            # What a box still holds of a message comes at once on the next line.
            state = driver.connected(state, now)
        elif cut is not None:
            now += timedelta(seconds=cut.pause_s)
        heard = driver.feed(state, read, now)
        state = heard.state
        observed += heard.observations
    return observed


def _reads(data: bytes, cuts: dict[int, Cut], paces: dict[int, float]) -> Iterator[tuple[int, bytes]]:
    places = sorted({0, *(each for each in (*cuts, *paces) if each < len(data)), len(data)})
    for at, end in pairwise(places):
        cut = cuts.get(at)
        yield at, data[at + (cut.lost or 0 if cut else 0) : end]


def is_part_of(told: list[Any], true: list[Any]) -> bool:
    """Whether what was told is the truth, in its order, perhaps with gaps."""
    rest = iter(true)
    return all(each in rest for each in told)


@pytest.mark.parametrize("preset", PLAIN)
@settings(deadline=None, max_examples=300)
@given(
    numbers=st.lists(st.integers(0, 36), min_size=1, max_size=6),
    cuts=CUTS,
    together=st.sets(st.integers(0, 5), max_size=3),
)
def test_a_plain_reader_tells_true_numbers_or_none(
    preset: str, numbers: list[int], cuts: dict[int, Cut], together: set[int]
) -> None:
    options, written = PLAIN[preset]
    data, paces = b"", {}
    for place, number in enumerate(numbers):
        if place and place not in together:
            paces[len(data)] = 40.0
        data += written.format(number).encode()
    told = hear(PlainResult("display-1", options), data, cuts, paces)
    assert is_part_of([one.number for one in told if one.number is not None], numbers)


def _games() -> Iterator[tuple[bytes, tuple[int, int] | None]]:
    """The lines of three games, as short as they may be, each with the result that it tells."""
    win = " 4"
    for game, number in ((11, 22), (12, 17), (13, 0)):
        for phase, lines in ((2, 5), (3, 3), (4, 17)):
            for _ in range(lines):
                yield b"*X;%d;%03d;%s;0;140;%d\r\n" % (phase, game, win.encode(), game % 2), None
        win = f"{number:2}"
        yield win.encode() + b"\r\n", None
        for _ in range(4):
            yield b"*X;5;%03d;%s;0;140;%d\r\n" % (game, win.encode(), game % 2), (game, number)


@settings(deadline=None, max_examples=300)
@given(
    begin=st.integers(0, 60),
    cuts=st.dictionaries(
        st.integers(0, 1900),
        st.builds(
            Cut,
            pause_s=st.sampled_from([0.0, 0.3, 1.1, 2.5, 40.0]),
            lost=st.none() | st.integers(0, 120),
        ),
        max_size=12,
    ),
)
def test_a_slingshot_tells_true_numbers_or_none(begin: int, cuts: dict[int, Cut]) -> None:
    lines = list(_games())[begin:]
    data, paces = b"", {}
    for line, _ in lines:
        paces[len(data)] = 0.5 if line.startswith(b"*") else 0.0
        data += line
    told = hear(Slingshot2("wheel-1"), data, cuts, paces)
    named = {(one.game, one.number) for one in told if one.kind in ("result", "result_recovered")}
    # Before the first line heard the wheel may show the number of a game that went unheard.
    true = {result for _, result in _games() if result is not None} | {(10, 4)}
    assert named <= true
    assert len([one for one in told if one.kind == "result"]) == len(
        {one.game for one in told if one.kind == "result"}
    )


@pytest.mark.parametrize("seconds", [2.0, -3600.0], ids=["a pause", "a clock set back"])
def test_half_a_message_of_one_length_is_no_part_of_the_next(seconds: float) -> None:
    driver = PlainResult("display")
    state = driver.feed(driver.fresh(), b"1", NOW).state
    heard = driver.feed(state, b"30", NOW + timedelta(seconds=seconds))
    assert [one.number for one in heard.observations] in ([], [30])


@pytest.mark.parametrize("seconds", [2.0, -3600.0], ids=["a pause", "a clock set back"])
def test_half_a_status_line_is_no_part_of_the_next(seconds: float) -> None:
    driver = Slingshot2("wheel")
    state = driver.feed(driver.fresh(), b"*X;5;011; 4;0;1", NOW).state
    heard = driver.feed(state, b"38;0\r\n*X;2;012; 4;0;138;0\r\n", NOW + timedelta(seconds=seconds))
    assert [one.game for one in heard.observations if one.game == 11] == []
