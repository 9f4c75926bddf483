"""A seat's screen is poked by a stream of its own, which ends with the screen."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.utils import timezone

from casino.seats.models import SeatScreen
from casino.web.streams import live_messages
from testkit.house import OpenHouse
from testkit.pages import stream_of
from testkit.seats import terminal_of

PATIENCE_S = 60.0
STREAM = "/live/T1/seat/1/live"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same stream, pulsing faster than anybody would wait for in a test."""
    monkeypatch.setattr(live_messages, "PULSE_S", 0.05)


@pytest.fixture
def terminal(casino_id: int, transactional_db: None) -> AsyncClient:
    client = AsyncClient()
    client.cookies = terminal_of(OpenHouse(casino_id, "it-live", now=timezone.now()), 1).cookies
    return client


@asynccontextmanager
async def listening(terminal: AsyncClient) -> AsyncIterator[AsyncIterator[str]]:
    """The kinds of the messages of an open stream."""
    response = await terminal.get(STREAM)
    assert (response.status_code, response["Content-Type"]) == (200, "text/event-stream")

    async def kinds() -> AsyncGenerator[str, None]:
        async for message in stream_of(response):
            yield message.decode().partition("\n")[0].removeprefix("event: ")

    heard = kinds()
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield heard
    finally:
        await heard.aclose()


def test_stream_of_a_seat_ends_with_a_poke_when_its_screen_is_revoked(
    terminal: AsyncClient,
) -> None:
    async def story() -> None:
        async with listening(terminal) as heard:
            first = [await anext(heard) for _ in range(6)]
            assert first == ["pulse", "poke", "pulse", "pulse", "pulse", "pulse"]
            await SeatScreen.objects.aupdate(revoked_at=timezone.now())
            rest = [kind async for kind in heard]
            assert rest[-1] == "poke"

    async_to_sync(story)()


def test_a_terminal_without_a_screen_has_no_stream(terminal: AsyncClient) -> None:
    async def status(client: AsyncClient, address: str) -> int:
        return (await client.get(address)).status_code

    ask = async_to_sync(status)
    assert ask(AsyncClient(), STREAM) == 403
    assert ask(terminal, "/live/T1/seat/2/live") == 403
    # Nor has it one of the floor's: nobody is signed in there.
    assert ask(terminal, "/floor/live") == 302
