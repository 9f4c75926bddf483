"""A stream outlives the request that was let in, but neither the session nor the role."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.test import AsyncClient
from django.utils import timezone

from casino.people.models import Person, Role
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate
from casino.web.streams import live_messages
from tables.handling import handle
from tables.handling.models import Casino
from tables.registers.people.commands import SuspendPerson
from testkit.pages import stream_of
from testkit.people import browser_of, engage

PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same stream, pulsing faster than anybody would wait for in a test."""
    monkeypatch.setattr(live_messages, "PULSE_S", 0.05)


@pytest.fixture
def inspector(casino_id: int, transactional_db: None) -> Person:
    """Somebody who only looks."""
    return engage(Role.GAMES_INSPECTOR, casino_id=casino_id)


@pytest.fixture
def tablet(inspector: Person) -> AsyncClient:
    """Where the inspector is signed in."""
    client = AsyncClient()
    client.cookies = browser_of(inspector).cookies
    return client


Heard = list[str]
"""The kinds of the messages that came, in their order."""


@asynccontextmanager
async def listening(tablet: AsyncClient) -> AsyncIterator[tuple[Heard, asyncio.Task[None]]]:
    """An open stream; its task ends with the stream, and is cancelled as a web server does it."""
    response = await tablet.get("/floor/live")
    assert response.status_code == 200
    heard: Heard = []

    async def listen() -> None:
        async for message in stream_of(response):
            heard.append(message.decode().partition("\n")[0].removeprefix("event: "))

    task = asyncio.create_task(listen())
    try:
        yield heard, task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def messages(heard: Heard, count: int) -> None:
    """Waits until so many have come."""
    while len(heard) < count:  # noqa: ASYNC110 - what is waited for has no event of its own
        await asyncio.sleep(0.01)


def in_time(story: Callable[[], Awaitable[None]]) -> None:
    """Lives through a story that must come to its end."""

    async def timed() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await story()

    async_to_sync(timed)()


def sign_out(person: Person) -> None:
    Session.objects.all().delete()


def lose_the_role(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(role=Role.CASH_DESK)


def leave_the_house(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(is_active=False)


def change_the_password(person: Person) -> None:
    person.set_password("another long password")
    person.save()


def be_suspended(person: Person) -> None:
    """By the register: what else it does to the account is no matter here."""
    Casino.objects.create(id=person.casino_id, name="Casino Real")
    suspended = SuspendPerson(person=person.pk, reason="an inquiry")
    handle(PersonAggregate(person.casino_id), suspended, by=AT_THE_MACHINE, now=timezone.now())


@pytest.mark.parametrize(
    "event", [sign_out, lose_the_role, leave_the_house, change_the_password, be_suspended]
)
def test_a_stream_ends_with_what_let_it_in(
    inspector: Person, tablet: AsyncClient, event: Callable[[Person], None]
) -> None:
    async def story() -> None:
        async with listening(tablet) as (heard, stream):
            await messages(heard, 2)
            await sync_to_async(event)(inspector)
            await stream

    in_time(story)


def test_a_stream_whose_session_stands_goes_on(tablet: AsyncClient) -> None:
    async def story() -> None:
        async with listening(tablet) as (heard, stream):
            # By then it has asked several times.
            await messages(heard, 12)
            assert heard == ["pulse", "poke", *["pulse"] * (len(heard) - 2)]
            assert not stream.done()

    in_time(story)
