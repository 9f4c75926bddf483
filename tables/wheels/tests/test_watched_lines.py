"""A reader's line as its page shows it: the gateway's status of it, and its raw lines while somebody looks."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from django.db.models.functions import Now

from tables.stream.database_rights import Duty
from tables.wheels.models import ReaderStatus, ReaderWatch
from tables.wheels.observed_lines import RawLine, raw_lines, reader_status, watch
from tables.wheels.spool import Spool
from tables.wheels.tests.watched import LINE, Device, asked, reader_at, until_asked, watched_gateway
from testkit.wheels import free_port

pytestmark = pytest.mark.django_db(transaction=True)


def status(code: str = "W-1") -> ReaderStatus:
    """The status of a reader; an empty one before the gateway has reported it."""
    return reader_status(1, code) or ReaderStatus()


def watched(code: str = "W-1") -> ReaderStatus:
    """The status of a reader that somebody looks at: the gateway reports it each turn."""
    watch(1, code)
    return status(code)


def test_status_of_a_line_shows_connection_messages_and_errors(spool: Spool) -> None:
    async def play() -> ReaderStatus:
        async with Device() as device, watched_gateway(spool, reader_at(device.url, lease=4)):
            await device.until_dialled()
            device.send(f"\r\n{LINE}{LINE}rubbish\r\n".encode())
            await until_asked(lambda: watched().messages == 2)
            return await asked(status)

    seen = asyncio.run(play())
    assert (seen.gateway, seen.lease, seen.connection, seen.hearing) == ("here", 4, "connected", "live")
    assert seen.peer.startswith("127.0.0.1:")
    assert (seen.messages, seen.per_minute, seen.errors) == (2, 2, {"not_understood": 1})
    assert seen.bytes_read == 2 + 2 * len(LINE) + len("rubbish\r\n")
    assert seen.last_raw.endswith("rubbish\\r\\n")
    assert seen.last_valid_at is not None
    assert seen.last_bytes_at is not None
    assert seen.connection_since <= seen.last_bytes_at


def test_status_of_a_line_that_cannot_be_opened_has_the_reason(spool: Spool) -> None:
    port = free_port()

    async def play() -> ReaderStatus:
        readers = (
            reader_at(f"socket://127.0.0.1:{port}"),
            reader_at("socket://10.9.9.9:1", code="W-2"),
            reader_at("socket://127.0.0.1:9", code="W-3", options={"numbers": 99}),
        )
        async with watched_gateway(spool, *readers):
            await until_asked(lambda: status().connection == "lost")
            await until_asked(lambda: status("W-2").connection == "refused")
            await until_asked(lambda: status("W-3").connection == "unusable")
            return await asked(status)

    seen = asyncio.run(play())
    assert str(port) in seen.reason
    assert seen.peer == ""


def test_lost_line_is_counted_and_the_next_one_shown(spool: Spool) -> None:
    async def play() -> None:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            device.hang_up()
            await until_asked(lambda: status().errors.get("line_lost") == 1)
            await until_asked(lambda: status().connection == "connected")

    asyncio.run(play())


def test_older_lease_changes_no_status(spool: Spool, tmp_path: Path) -> None:
    async def play() -> None:
        async with Device() as device:
            async with watched_gateway(spool, reader_at(device.url, lease=2), name="new"):
                await until_asked(lambda: status().connection == "connected")
            async with watched_gateway(old, reader_at(device.url, lease=1), name="old"):
                await device.until_dialled()
                await asked(watch, 1, "W-1")
                await until_asked(lambda: ReaderWatch.objects.filter(written_at__isnull=False).exists())

    old = Spool(tmp_path / "old.sqlite3")
    asyncio.run(play())
    old.close()
    assert (status().gateway, status().lease) == ("new", 2)


def test_raw_lines_are_written_while_somebody_looks_and_no_longer(spool: Spool) -> None:
    async def play() -> tuple[list[RawLine], list[RawLine]]:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            device.send(f"\r\n{LINE}".encode())
            device.send(b"\xff\x00z\r\n*X;5;011;22;0;139;0\r\n*X;5;011;22;0;139;0\r\n*X;5;")
            await until_asked(lambda: status().messages == 3)
            assert await asked(raw_lines, 1, "W-1") == []
            await asked(watch, 1, "W-1")
            shown = await until_asked(lambda: raw_lines(1, "W-1"))
            await asked(ReaderWatch.objects.update, watched_until=Now())
            await asyncio.sleep(0.3)  # two turns, after which the gateway has read that nobody looks
            device.send(b"011;22;0;139;0\r\n")
            await until_asked(lambda: status().messages == 4)
            return shown, await asked(raw_lines, 1, "W-1")

    shown, later = asyncio.run(play())
    assert [(line.raw, line.read_as) for line in shown if line.raw != "\\r\\n"] == [
        ("*X;2;011; 4;0;141;0\\r\\n", "status"),
        ("\\xff\\x00z\\r\\n", "not_understood"),
        ("*X;5;011;22;0;139;0\\r\\n", "status"),
        ("*X;5;011;22;0;139;0\\r\\n", "status"),
        ("*X;5;", ""),
    ]
    assert any("result 22" in line.told for line in shown)
    assert later == shown


def test_page_sees_the_last_hundred_lines_of_before_it_was_opened(spool: Spool) -> None:
    async def play() -> list[RawLine]:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            for place in range(150):
                device.send(f"rubbish {place}\r\n".encode())
            await until_asked(lambda: watched() and any("149" in line.raw for line in raw_lines(1, "W-1")))
            return await asked(raw_lines, 1, "W-1")

    shown = asyncio.run(play())
    assert [line.raw for line in shown] == [f"rubbish {place}\\r\\n" for place in range(50, 150)]


def test_watched_lines_of_a_flood_stay_bounded(spool: Spool) -> None:
    async def play() -> list[RawLine]:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            device.send(b"x" * 200_000)
            await asked(watch, 1, "W-1", seconds=999)
            await until_asked(lambda: status().bytes_read == 200_000)
            return await until_asked(lambda: raw_lines(1, "W-1"))

    shown = asyncio.run(play())
    assert len(shown) == 100
    assert max(len(line.raw) for line in shown) <= 256


def test_gateway_and_web_have_the_rights_that_they_need(casino_id: int, spool: Spool) -> None:
    from tables.wheels.desk import desk_of
    from tables.wheels.line_watch import LineWatch
    from tables.wheels.turns import Turn, WatchedLines
    from testkit.stream import as_service

    line = LineWatch(casino_id, "W-1", 1)
    line.arrived(b"17\r\n", line.status().since)
    desk = desk_of("here", spool.identity())
    with as_service(Duty.APPLICATION):
        watch(casino_id, "W-1")
    with as_service(Duty.GATEWAY):
        turn = Turn(
            lines=(line.status(),),
            watched=(WatchedLines(casino_id=casino_id, reader="W-1", lines=line.lines()),),
            readers=((casino_id, "W-1"),),
        )
        assert desk(turn).watched == {(casino_id, "W-1")}
    with as_service(Duty.APPLICATION):
        assert [each.raw for each in raw_lines(casino_id, "W-1")] == ["17\\r\\n"]
        assert ReaderStatus.objects.get(casino_id=casino_id).bytes_read == 4
    with contextlib.suppress(ReaderWatch.DoesNotExist), as_service(Duty.APPLICATION):
        assert ReaderWatch.objects.get(casino_id=casino_id).watched_until > line.status().since
