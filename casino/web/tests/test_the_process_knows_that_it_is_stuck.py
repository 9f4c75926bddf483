"""A process that answers nobody sends no heartbeat and says so; one whose database is away is well."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client

from casino.web import liveness
from casino.web.capacity import RequestSlots
from testkit.web_clients import on_a_loop

pytestmark = pytest.mark.django_db


@pytest.fixture
def slots(monkeypatch: pytest.MonkeyPatch) -> RequestSlots:
    """The only slot of a process that has no patience."""
    only = RequestSlots(1)
    monkeypatch.setattr(liveness, "request_slots", only)
    monkeypatch.setattr(liveness, "STUCK_AFTER_S", 0.0)
    return only


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Who listens for heartbeats."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listening


def heard(supervisor: socket.socket) -> bool:
    """Whether a heartbeat has come."""
    with suppress(BlockingIOError):
        return supervisor.recv(100) == b"WATCHDOG=1"
    return False


@asynccontextmanager
async def one_in_line(slots: RequestSlots) -> AsyncIterator[None]:
    """A request has the slot and does not give it back, another waits."""
    slot = await slots.take()
    waiting = asyncio.create_task(slots.take())
    await asyncio.sleep(0)  # so that it begins
    yield
    slot.release()
    (await waiting).release()


def healthz() -> tuple[int, bytes]:
    """What a probe is told."""
    answer = Client().get("/healthz")
    return answer.status_code, answer.content


@on_a_loop
async def test_a_process_at_work_beats(slots: RequestSlots, supervisor: socket.socket) -> None:
    (await slots.take()).release()
    await liveness.beat_if_well()
    assert heard(supervisor)
    assert await sync_to_async(healthz)() == (200, b"ok\n")


@on_a_loop
async def test_a_process_that_gets_nowhere_says_why_and_does_not_beat(
    slots: RequestSlots, supervisor: socket.socket
) -> None:
    async with one_in_line(slots):
        await liveness.beat_if_well()
        assert not heard(supervisor)
        status, said = await sync_to_async(healthz)()
    assert (status, said.partition(b" and ")[2]) == (503, b"1 wait, though the database answers\n")
    await liveness.beat_if_well()
    assert heard(supervisor)


@on_a_loop
async def test_a_process_whose_database_is_away_beats_on(
    slots: RequestSlots, supervisor: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
    monkeypatch.setitem(connection.settings_dict, "PORT", "1")
    async with one_in_line(slots):
        await liveness.beat_if_well()
    assert heard(supervisor)
