"""A wheel that loses its line and sends its last frames again, through the real gateway into the real house."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tables.handling.models import WheelReader
from tables.play import commands as c
from tables.play.reader.observation import Observation
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.house import deliver_to_house, read_register
from tables.wheels.spool import Spool
from tables.wheels.tests.recordings import Recording
from testkit.house import OpenHouse
from testkit.wheels import READERS_HERE, running, until

RESENT = 50
FAULTS = (11, 12, 13, 21, 22, 23, 100)
"""Fault lines mark how far the gateway has come: each is reported once a game."""


class Box:
    """A device server in front of a wheel: to whoever dials in it first sends its last lines again."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces = pieces
        self.at = 0
        self.dialled = 0
        self._line: asyncio.StreamWriter | None = None

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            self.cut()
            server.close()

    async def _answer(self, _: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        self._line = line
        line.write(b"".join(self.pieces[max(0, self.at - RESENT) : self.at]))
        self.dialled += 1

    def send(self, upto: int) -> None:
        self.write(b"".join(self.pieces[self.at : upto]))
        self.at = upto

    def write(self, data: bytes) -> None:
        assert self._line is not None
        self._line.write(data)

    def cut(self) -> None:
        if self._line is not None:
            self._line.transport.abort()
            self._line = None


class Delivered:
    """What the gateway gave to the house, in order."""

    def __init__(self, casino_id: int) -> None:
        self.casino_id = casino_id
        self.kinds: list[str] = []

    def deliver(self, casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
        try:
            deliver_to_house(casino_id, reader, observation, now)
            self.kinds.append(observation.kind)
        finally:
            connection.close()  # the gateway's threads keep theirs; here the test's database must be free again

    def register(self) -> list[RegisteredReader]:
        try:
            return [reader for reader in read_register() if reader.casino_id == self.casino_id]
        finally:
            connection.close()

    async def has(self, kind: str, times: int) -> None:
        await until(lambda: self.kinds.count(kind) >= times)


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture(scope="module")
def wheel() -> Recording:
    return Recording(8, games=5, first_game=30)


def phase_of_game(wheel: Recording, game: int, phase: int) -> int:
    """The place of the first line of that phase."""
    return next(at for at, piece in enumerate(wheel.pieces) if b"*X;%d;%03d;" % (phase, game) in piece)


async def in_thread(house: OpenHouse, *commands: c.Command) -> None:
    def do() -> None:
        try:
            for command in commands:
                house.do(command)
        finally:
            connection.close()

    await asyncio.to_thread(do)


async def point_reader_at(house: OpenHouse, port: int) -> None:
    def point() -> None:
        WheelReader.objects.filter(casino_id=house.casino_id).update(url=f"socket://127.0.0.1:{port}")
        connection.close()

    await asyncio.to_thread(point)


async def cut_and_dialled_again(box: Box, delivered: Delivered, turns: range) -> None:
    """Each time the gateway has come as far as a line behind those that were sent again."""
    for turn in turns:
        dialled = box.dialled
        box.cut()
        await until(lambda dialled=dialled: box.dialled > dialled)  # type: ignore[misc]
        box.write(b"*F %d\r\n" % FAULTS[turn])
        await delivered.has("fault", turn + 1)


def test_six_reconnects_with_resent_frames_settle_nothing_and_bring_no_number_of_their_own(
    house: OpenHouse, wheel: Recording, tmp_path: Path
) -> None:
    bets_open = phase_of_game(wheel, 33, 2) + 12
    delivered = Delivered(house.casino_id)
    stake = c.PlaceBet(player="P1", bet="rouge", amount=house.rulebook.default_limits.minimum * 10)

    async def play(spool: Spool) -> None:
        box = Box(wheel.pieces)
        async with box.serving() as port:
            await point_reader_at(house, port)
            async with running(
                Gateway(spool, deliver=delivered.deliver, rules=READERS_HERE, register=delivered.register)
            ):
                await until(lambda: box.dialled == 1)
                box.send(bets_open)
                await delivered.has("result", 3)
                await until(lambda: delivered.kinds[-1] == "rotor_started")
                await in_thread(house, stake)
                await cut_and_dialled_again(box, delivered, range(3))
            box.cut()
            await asyncio.to_thread(check_stake_lies)
            async with running(
                Gateway(spool, deliver=delivered.deliver, rules=READERS_HERE, register=delivered.register)
            ):
                await until(lambda: box.dialled == 5)
                await cut_and_dialled_again(box, delivered, range(3, 6))
                await asyncio.to_thread(check_stake_lies)
                box.send(phase_of_game(wheel, 34, 2))
                await delivered.has("result", 4)

    def check_stake_lies() -> None:
        try:
            assert (house.state.phase, house.state.coup, len(house.state.bets)) == ("betting", 4, 1)
        finally:
            connection.close()

    spool = Spool(tmp_path / "spool.sqlite3")
    asyncio.run(play(spool))
    spool.close()
    fallen = [one.number for one in wheel.fed.of_kind("result")][:4]
    assert list(reversed(house.state.numbers)) == fallen
    assert not {"game_void", "result_recovered", "results_missing", "launch_failed"} & set(delivered.kinds)
    types = [event.type for event in house.events()]
    assert (types.count("number_fell"), types.count("void_seen"), types.count("number_doubted")) == (4, 0, 0)
    assert (house.state.coup, house.state.number_doubts) == (4, ())


def test_a_number_recovered_after_a_cut_line_waits_for_a_person_while_a_stake_lies(
    house: OpenHouse, wheel: Recording, tmp_path: Path
) -> None:
    delivered = Delivered(house.casino_id)
    stake = c.PlaceBet(player="P1", bet="rouge", amount=house.rulebook.default_limits.minimum * 10)
    fell = [one.number for one in wheel.fed.of_kind("result")][1]
    assert fell is not None

    async def play(spool: Spool) -> None:
        box = Box(wheel.pieces)
        async with box.serving() as port:
            await point_reader_at(house, port)
            async with running(
                Gateway(spool, deliver=delivered.deliver, rules=READERS_HERE, register=delivered.register)
            ):
                await until(lambda: box.dialled == 1)
                box.send(phase_of_game(wheel, 31, 3) + 3)
                await delivered.has("ball_launched", 2)
                await in_thread(house, stake)
                box.cut()
                box.at = phase_of_game(wheel, 32, 2) + RESENT
                # What it kept begins after the result: that one was never sent.
                await delivered.has("result_recovered", 1)

    spool = Spool(tmp_path / "spool.sqlite3")
    asyncio.run(play(spool))
    spool.close()
    state = house.state
    assert [(each.number, each.doubts) for each in state.doubted] == [(fell, ("recovered",))]
    assert (state.coup, state.phase, len(state.bets)) == (2, "launched", 1)
    assert "number_fell" not in [event.type for event in house.events()][-1:]
    house.do(c.DeclareNumber(number=fell, coup=2))
    assert (house.state.number, house.state.bets, house.state.payments_open) == (fell, (), (2,))


def test_the_wheel_goes_on_while_a_recovered_number_waits_and_each_game_is_a_coup_in_the_end(
    house: OpenHouse, wheel: Recording, tmp_path: Path
) -> None:
    delivered = Delivered(house.casino_id)
    stake = c.PlaceBet(player="P1", bet="rouge", amount=house.rulebook.default_limits.minimum * 10)
    fallen = [one.number for one in wheel.fed.of_kind("result")][:4]

    async def play(spool: Spool) -> None:
        box = Box(wheel.pieces)
        async with box.serving() as port:
            await point_reader_at(house, port)
            async with running(
                Gateway(spool, deliver=delivered.deliver, rules=READERS_HERE, register=delivered.register)
            ):
                await until(lambda: box.dialled == 1)
                box.send(phase_of_game(wheel, 31, 3) + 3)
                await delivered.has("ball_launched", 2)
                await in_thread(house, stake)
                box.cut()
                box.at = phase_of_game(wheel, 32, 2) + RESENT
                await delivered.has("result_recovered", 1)
                box.send(phase_of_game(wheel, 34, 2))
                await delivered.has("result", 3)

    spool = Spool(tmp_path / "spool.sqlite3")
    asyncio.run(play(spool))
    spool.close()
    assert [(each.number, each.coup) for each in house.state.doubted] == list(
        zip(fallen[1:], (2, 3, 4), strict=True)
    )
    number = fallen[1]
    assert number is not None
    house.do(c.DeclareNumber(number=number, coup=2))
    house.do(c.ConfirmPayments())
    assert [past.number for past in house.state.past] == fallen
    assert [str(past.game).split("/")[1] for past in house.state.past] == ["30", "31", "32", "33"]
    assert (house.state.number_doubts, house.state.discrepancies) == ((), ())
