"""A cache stays within its bytes, whatever is put into it, from however many threads."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tables.bounded_cache import ENTRY_BYTES, BoundedCache, bytes_of_plain


class Line(msgspec.Struct, frozen=True):
    """A value with fields of several kinds."""

    number: int
    text: str
    parts: tuple["Line", ...] = ()


def lines(count: int) -> Line:
    """A line with so many parts, none of which another value shares."""
    return msgspec.json.decode(
        msgspec.json.encode(Line(0, "all", tuple(Line(each, f"part {each}") for each in range(count)))),
        type=Line,
    )


@pytest.mark.parametrize("parts", [0, 3, 1000])
def test_values_take_no_more_memory_than_the_cache_may_hold(parts: int) -> None:
    most = 3_000_000
    cache = BoundedCache[tuple[str, int], Line](most, bytes_of_plain)
    tracemalloc.start()
    try:
        for number in range(20_000 if parts < 10 else 60):
            cache.put(("a key", number), lines(parts))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert cache.held <= most
    assert most / 5 < held < most


def test_value_that_nobody_asked_for_longest_makes_room() -> None:
    cache = BoundedCache[str, str](2 * (1000 + ENTRY_BYTES), lambda _: 1000)
    cache.put("a", "first")
    cache.put("b", "second")
    assert cache.find("a") == "first"
    cache.put("c", "third")
    assert [cache.find(key) for key in "abc"] == ["first", None, "third"]
    cache.put("c", "fourth")
    assert [cache.find(key) for key in "ac"] == ["first", "fourth"]


def test_value_heavier_than_the_cache_is_not_kept() -> None:
    cache = BoundedCache[str, str](1000, len)
    cache.put("a", "x" * 1000)
    assert (cache.find("a"), cache.held, len(cache)) == (None, 0, 0)


def test_threads_at_once_leave_the_count_right() -> None:
    cache = BoundedCache[int, str](20 * (10 + ENTRY_BYTES), len)

    def use(number: int) -> None:
        cache.put(number % 50, "x" * 10)
        cache.find(number % 7)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(5000)))
    assert cache.held == len(cache) * (10 + ENTRY_BYTES)
    cache.clear()
    assert (cache.held, len(cache)) == (0, 0)
