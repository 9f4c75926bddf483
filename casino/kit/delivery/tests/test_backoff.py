"""When what was not taken is tried again: soon, then ever later, for three days."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from casino.api.webhooks.delivery import BACKOFF
from casino.kit.delivery.backoff import AtOnce, Failures, Waits

FIRST_WAIT, LONGEST_WAIT, wait_after = BACKOFF.first, BACKOFF.longest, BACKOFF.wait_after
SINCE = datetime(2031, 5, 17, 21, tzinfo=UTC)


def test_waits_double_up_to_an_hour() -> None:
    waits = [wait_after(tries, 0.5) for tries in range(1, 13)]
    assert waits[0] == FIRST_WAIT
    assert all(later == 2 * earlier for earlier, later in pairwise(waits[:10]))
    assert waits[-2:] == [LONGEST_WAIT, LONGEST_WAIT]
    assert wait_after(10**9, 0.5) == LONGEST_WAIT


@given(st.integers(1, 100), st.floats(0, 1))
def test_chance_moves_a_wait_by_a_quarter_at_most(tries: int, chance: float) -> None:
    usual, told = wait_after(tries, 0.5), wait_after(tries, chance)
    assert 0.74 * usual < told < 1.26 * usual


def test_a_receiver_may_ask_for_a_longer_wait_but_not_for_more_than_an_hour() -> None:
    assert wait_after(1, 0.5, timedelta(minutes=2)) == timedelta(minutes=2)
    assert wait_after(1, 0.5, timedelta(seconds=1)) == FIRST_WAIT
    assert wait_after(1, 0.5, timedelta(days=9)) == LONGEST_WAIT


@given(st.floats(0, 1))
def test_the_last_try_is_three_days_after_the_first_whatever_chance_says(chance: float) -> None:
    now, tries, times = SINCE, 1, []
    while (then := BACKOFF.next_try(Failures(tries, SINCE), now, chance)) is not None:
        assert then > now
        times.append(then)
        now, tries = then, tries + 1
    assert times[-1] == SINCE + timedelta(days=3)
    assert 60 < len(times) < 130


def test_listed_waits_come_one_after_each_failure_and_then_no_more() -> None:
    waits = Waits((timedelta(minutes=1), timedelta(hours=2)))
    tried = [waits.next_try(Failures(tries, SINCE), SINCE, 0.5) for tries in (1, 2, 3)]
    assert tried == [SINCE + timedelta(minutes=1), SINCE + timedelta(hours=2), None]


def test_immediate_retries_end_at_their_number() -> None:
    tried = [AtOnce(most=3).next_try(Failures(tries, SINCE), SINCE, 0.5) for tries in (1, 2, 3)]
    assert tried == [SINCE, SINCE, None]
