"""How much a client asked lately is told by two counters for each."""

import pytest

from casino.api.asked_lately import AskedLately


def test_so_many_are_allowed_and_no_more_until_some_of_them_leave() -> None:
    lately = AskedLately(60)
    assert [lately.count("A", 3, now=0.0).left for _ in range(3)] == [2, 1, 0]
    refused = lately.count("A", 3, now=15.0)
    assert refused == (False, 0, 45.0)
    # They count as if they had come evenly through the first minute: the first has left a moment after it.
    assert not lately.count("A", 3, now=60.0).allowed
    assert lately.count("A", 3, now=60.1).allowed
    assert lately.count("A", 3, now=60.2).more_in_s == pytest.approx(19.8)
    assert not lately.count("A", 3, now=79.9).allowed
    assert lately.count("A", 3, now=80.1).allowed


def test_each_has_room_of_its_own() -> None:
    lately = AskedLately(60)
    assert lately.count("A", 1, now=0.0).allowed
    assert lately.count("B", 1, now=0.0).allowed
    assert not lately.count("A", 1, now=1.0).allowed


def test_what_was_asked_two_windows_ago_is_forgotten() -> None:
    lately = AskedLately(60)
    lately.count("A", 2, now=59.0)
    assert lately.count("A", 2, now=120.0).left == 1


def test_the_wait_goes_to_the_end_of_the_window_where_this_one_is_full() -> None:
    lately = AskedLately(60)
    lately.count("A", 2, now=0.0)
    for now in (119.0, 119.5):
        lately.count("A", 2, now=now)
    refused = lately.count("A", 2, now=119.75)
    assert (refused.allowed, refused.more_in_s) == (False, pytest.approx(0.25))
