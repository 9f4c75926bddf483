"""Streams that ask at the same time share a check; each is answered by a check that began after it asked."""

import asyncio
import threading
from collections.abc import Collection

import pytest
from django.db import OperationalError

from casino.web.revocation.permits import Permits, Terms
from testkit.web_clients import on_a_loop

PATIENCE_S = 60.0
SUBJECT = frozenset({"person/1"})


class Slow:
    """A check that says when it has begun, answers when it is let go, and is for these keys."""

    def __init__(self, *valid: int) -> None:
        self.valid = set(valid)
        self.calls: list[frozenset[int]] = []
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def __call__(self, keys: Collection[int]) -> set[int]:
        self.calls.append(frozenset(keys))
        valid = set(self.valid)
        self.begun.set()
        assert self.let_go.wait(PATIENCE_S)
        return valid


async def begun(check: Slow) -> None:
    assert await asyncio.to_thread(check.begun.wait, PATIENCE_S)


@on_a_loop
async def test_streams_that_ask_during_a_check_share_the_next_one() -> None:
    check, held = Slow(*range(100)), Permits()
    async with asyncio.timeout(PATIENCE_S):
        streams = [held.hold(Terms(check, key, SUBJECT), lambda: None) for key in range(100)]
        permits = [await stream.__aenter__() for stream in streams]
        first = asyncio.create_task(held.confirm(permits[0]))
        await begun(check)
        others = [asyncio.create_task(held.confirm(permit)) for permit in permits]
        await asyncio.sleep(0)
        check.let_go.set()
        assert await first and all(await asyncio.gather(*others))
    assert check.calls == [frozenset({0}), frozenset(range(100))]


@on_a_loop
async def test_a_check_that_began_before_the_revocation_answers_nobody_who_asks_after_it() -> None:
    check, held, woken = Slow(1), Permits(), asyncio.Event()
    async with asyncio.timeout(PATIENCE_S), held.hold(Terms(check, 1, SUBJECT), woken.set) as permit:
        before = asyncio.create_task(held.confirm(permit))
        await begun(check)
        check.valid.clear()
        held.doubt("person/1")
        check.let_go.set()
        assert await before
        assert permit.is_doubted or permit.has_ended
        await woken.wait()
        assert permit.has_ended and not await held.confirm(permit)


@on_a_loop
async def test_a_revocation_of_somebody_else_asks_nothing() -> None:
    check, held = Slow(1), Permits()
    async with held.hold(Terms(check, 1, SUBJECT), lambda: None) as permit:
        held.doubt("person/2")
        assert not permit.is_doubted
    held.doubt("person/1")
    await asyncio.sleep(0)
    assert check.calls == []


@on_a_loop
async def test_a_database_that_is_away_ends_no_stream_and_leaves_it_doubted() -> None:
    def away(keys: Collection[int]) -> set[int]:
        raise OperationalError("the database is away")

    held = Permits()
    async with asyncio.timeout(PATIENCE_S), held.hold(Terms(away, 1, SUBJECT), lambda: None) as permit:
        held.doubt()
        with pytest.raises(OperationalError):
            await held.confirm(permit)
        assert permit.is_doubted and not permit.has_ended


@on_a_loop
async def test_a_check_with_a_fault_ends_its_streams() -> None:
    def faulty(keys: Collection[int]) -> set[int]:
        raise LookupError("a fault of the check")

    held = Permits()
    async with asyncio.timeout(PATIENCE_S), held.hold(Terms(faulty, 1, SUBJECT), lambda: None) as permit:
        assert not await held.confirm(permit)
        assert permit.has_ended
