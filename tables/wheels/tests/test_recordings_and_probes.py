"""Recordings of a reader, dead letters that people decide, and probes of addresses, as a gateway serves them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from tables.handling.models import Casino, WheelReader
from tables.refusal import Refused
from tables.stream.database_rights import Duty
from tables.wheels.dead_letters import ask_dead_letter, count_open, dead_letters
from tables.wheels.models import ReaderDeadLetter, ReaderProbe, ReaderRecording
from tables.wheels.observed_lines import as_raw_lines
from tables.wheels.reader_probes import ask_probe, end_probe, probe
from tables.wheels.reader_recordings import ask_recording, recording_file, recordings, stop_recording
from tables.wheels.recorded_bytes import is_timed, read_written
from tables.wheels.simulator import Simulator, TimedReplay
from tables.wheels.spool import Spool
from tables.wheels.tests.test_delivery_in_batches import keep
from tables.wheels.tests.watched import LINE, Device, asked, reader_at, until_asked, watched_gateway
from testkit.stream import as_service
from testkit.wheels import RecordingHouse, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def here(settings: Any) -> None:
    """Let readers be on this machine."""
    settings.WHEEL_READER_ADDRESSES = ["127.0.0.0/8"]
    settings.WHEEL_READER_PORTS = [(1, 65535)]


# ---- recordings


def recorded(number: int) -> bytes:
    return b"".join(recording_file(1, number))


def test_recording_has_all_bytes_with_their_times_and_can_be_replayed(spool: Spool) -> None:
    sent = [f"\r\n{LINE}".encode(), b"\xff\x00\\ 17\r", b"\n*X;2;0"]

    async def play() -> bytes:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            made = await asked(ask_recording, 1, "W-1", by="Anna", seconds=60)
            await until_asked(lambda: recordings(1, "W-1")[0].state == "recording")
            for piece in sent:
                device.send(piece)
                await asyncio.sleep(0.06)
            await until_asked(lambda: recordings(1, "W-1")[0].size == sum(map(len, sent)))
            assert await asked(stop_recording, 1, made.pk)
            await until_asked(lambda: recordings(1, "W-1")[0].state == "ended")
            return await asked(recorded, made.pk)

    file = asyncio.run(play())
    (ended,) = recordings(1, "W-1")
    assert (ended.ended_by, ended.asked_by) == ("stopped", "Anna")
    assert not stop_recording(1, ended.pk)
    assert is_timed(file)
    timed = read_written(file)
    assert [data for _, data in timed] == sent
    times = [at for at, _ in timed]
    assert times == sorted(times)
    assert times[-1] > times[0]

    async def replay() -> bytes:
        lines = TimedReplay(file)
        async with Simulator(lines, await_listener=True, speed=20) as simulator:
            reader, writer = await asyncio.open_connection("127.0.0.1", simulator.port)
            heard = await reader.readexactly(sum(map(len, sent)))
            writer.close()
        return heard

    assert asyncio.run(replay()) == b"".join(sent)


def test_recording_ends_at_its_size(spool: Spool) -> None:
    async def play() -> None:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            await asked(ask_recording, 1, "W-1", by="Anna", most_bytes=1_000)
            await until_asked(lambda: recordings(1, "W-1")[0].state == "recording")
            device.send(b"y" * 5_000)
            await until_asked(lambda: recordings(1, "W-1")[0].state == "ended")

    asyncio.run(play())
    (ended,) = recordings(1, "W-1")
    assert (ended.ended_by, ended.size) == ("size", 1_000)
    assert b"".join(data for _, data in read_written(recorded(ended.pk))) == b"y" * 1_000


def test_recording_ends_at_its_time_although_nothing_comes(spool: Spool) -> None:
    async def play() -> None:
        async with Device() as device, watched_gateway(spool, reader_at(device.url)):
            await device.until_dialled()
            await asked(ask_recording, 1, "W-1", by="Anna")
            await until_asked(lambda: recordings(1, "W-1")[0].state == "recording")
            await asked(ReaderRecording.objects.update, until=Now())
            await until_asked(lambda: recordings(1, "W-1")[0].state == "ended")

    asyncio.run(play())
    assert recordings(1, "W-1")[0].ended_by == "time"


def test_recording_is_bounded_and_one_at_a_time(casino_id: int) -> None:
    with as_service(Duty.APPLICATION):
        for bounds in ({"seconds": 901}, {"most_bytes": 5_000_001}, {"seconds": 0}):
            with pytest.raises(Refused, match="reader-recording-bounds"):
                ask_recording(casino_id, "W-1", by="Anna", **bounds)
        first = ask_recording(casino_id, "W-1", by="Anna")
        with pytest.raises(Refused, match="reader-recording-runs"):
            ask_recording(casino_id, "W-1", by="Anna")
        for _ in range(22):
            ReaderRecording.objects.filter(casino_id=casino_id).update(state="ended")
            last = ask_recording(casino_id, "W-1", by="Anna")
        kept = recordings(casino_id, "W-1")
    assert (len(kept), kept[0].pk) == (20, last.pk)
    assert first.pk not in [each.pk for each in kept]


def test_recorded_file_of_another_form_is_refused(tmp_path: Path) -> None:
    from tables.outside.files import OutsideFileRefused
    from tables.wheels.simulate import _lines

    broken = tmp_path / "broken.txt"
    broken.write_text("# bytes of a wheel reader, with times\nsoon *X;\n")
    parser_options = type("Options", (), {"replay": broken})()
    with pytest.raises(OutsideFileRefused, match="line 2 is not seconds, a space and bytes"):
        _lines(parser_options)


# ---- dead letters


def open_letters() -> list[ReaderDeadLetter]:
    return [each for each in dead_letters(1, "A") if each.outcome != "delivered"]


def test_dead_letter_is_shown_and_delivered_again_when_a_person_asks(spool: Spool) -> None:
    house = RecordingHouse()
    house.refuses = lambda one: one.sequence == 2
    keep(spool, "A", 3)

    async def play() -> None:
        async with watched_gateway(spool, house=house):
            (letter,) = await until_asked(lambda: dead_letters(1, "A"))
            assert (letter.gateway, letter.kind, letter.request) == ("here", "rotor_started", "")
            assert "the house refuses A:2" in letter.reason
            await asked(ask_dead_letter, 1, letter.pk, "retry", by="Anna", reason="mended")
            await until_asked(lambda: dead_letters(1, "A")[0].outcome == "refused_again")
            assert len(spool.dead_letters()) == 1
            house.refuses = lambda _: False
            await asked(ask_dead_letter, 1, letter.pk, "retry", by="Anna", reason="now it is", signed=["x"])
            await until_asked(lambda: dead_letters(1, "A")[0].outcome == "delivered")

    asyncio.run(play())
    assert [one.sequence for one in house.recorded] == [1, 3, 2]
    assert spool.dead_letters() == []
    (letter,) = dead_letters(1, "A")
    assert (letter.requested_by, letter.request_reason, letter.signed) == ("Anna", "now it is", ["x"])
    assert count_open(1, "A") == 0
    with pytest.raises(Refused, match="dead-letter-done"):
        ask_dead_letter(1, letter.pk, "retry", by="Anna", reason="again")


def test_dead_letter_that_a_person_discards_leaves_the_spool(spool: Spool) -> None:
    house = RecordingHouse()
    house.refuses = lambda _: True
    keep(spool, "A", 2)

    async def play() -> None:
        async with watched_gateway(spool, house=house):
            await until_asked(lambda: len(dead_letters(1, "A")) == 2)
            second = (await asked(dead_letters, 1, "A"))[0]
            await asked(ask_dead_letter, 1, second.pk, "discard", by="Anna", reason="a test of ours")
            await until_asked(lambda: count_open(1, "A") == 1)

    asyncio.run(play())
    assert [one.observation.sequence for one in spool.dead_letters()] == [1]
    assert [(each.outcome, each.observation["sequence"]) for each in dead_letters(1, "A")] == [
        ("", 1),
        ("discarded", 2),
    ]


def test_dead_letter_that_is_put_back_on_the_command_line_is_shown_no_more(spool: Spool) -> None:
    house = RecordingHouse()
    house.refuses = lambda one: one.sequence == 1
    keep(spool, "A", 2)

    async def play() -> None:
        async with watched_gateway(spool, house=house):
            await until_asked(lambda: dead_letters(1, "A"))
            spool.put_back()
            await until_asked(lambda: not dead_letters(1, "A") or dead_letters(1, "A")[0].row > 2)

    asyncio.run(play())


@pytest.mark.parametrize(("request_", "outcome"), [("retry", "delivered"), ("discard", "discarded")])
def test_decided_dead_letter_keeps_its_reason_and_signature_after_kill_of_the_gateway(
    spool: Spool, request_: str, outcome: str
) -> None:
    house = RecordingHouse()
    house.refuses = lambda _: True
    keep(spool, "A", 1)

    async def refuse() -> None:
        async with watched_gateway(spool, house=house):
            await until_asked(lambda: dead_letters(1, "A"))

    async def come_back() -> None:
        async with watched_gateway(spool, house=house):
            await until_asked(lambda: not dead_letters(1, "A") or dead_letters(1, "A")[0].outcome)

    asyncio.run(refuse())
    (letter,) = dead_letters(1, "A")
    ask_dead_letter(1, letter.pk, request_, by="Anna", reason="a test of ours", signed=["x"])
    # Killed here: the spool has carried the request out, and nobody reported it.
    spool.drop_dead_letter(letter.row)
    asyncio.run(come_back())
    (kept,) = dead_letters(1, "A")
    assert (kept.outcome, kept.requested_by, kept.request_reason) == (outcome, "Anna", "a test of ours")
    assert kept.signed == ["x"]


def test_request_for_a_dead_letter_needs_a_reason_and_the_letter(casino_id: int) -> None:
    with as_service(Duty.APPLICATION):
        with pytest.raises(Refused, match="dead-letter-reason-missing"):
            ask_dead_letter(casino_id, 1, "retry", by="Anna", reason=" ")
        with pytest.raises(Refused, match="dead-letter-unknown"):
            ask_dead_letter(casino_id, -1, "discard", by="Anna", reason="old")


def test_spool_of_an_older_release_gets_the_column_of_the_rule(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "old.sqlite3"
    old = sqlite3.connect(path)
    old.execute(
        "CREATE TABLE set_aside (id INTEGER PRIMARY KEY, casino_id INTEGER NOT NULL, reader TEXT NOT NULL,"
        " observation BLOB NOT NULL, reason TEXT NOT NULL, set_aside_at TEXT NOT NULL)"
    )
    old.commit()
    old.close()
    for _ in range(2):
        spool = Spool(path)
        assert spool.dead_letters() == []
        spool.close()


# ---- probes


def seen_of(casino_id: int, number: int) -> ReaderProbe:
    found = probe(casino_id, number)
    assert found is not None
    return found


def test_probe_shows_the_bytes_of_an_address_and_guesses_its_protocol(spool: Spool, here: None) -> None:
    async def play() -> ReaderProbe:
        async with Device() as device, watched_gateway(spool):
            made = await asked(ask_probe, 1, device.url, {}, by="Anna")
            await device.until_dialled()
            device.send(f"\r\n{LINE}{LINE}\xff\r\n".encode("latin-1"))
            await until_asked(lambda: seen_of(1, made.pk).guesses)
            seen = await asked(seen_of, 1, made.pk)
            await asked(end_probe, 1, made.pk)
            await until_asked(lambda: seen_of(1, made.pk).state == "ended")
            await until(lambda: device.closed == 1)
            return seen

    seen = asyncio.run(play())
    assert (seen.state, seen.gateway) == ("connected", "here")
    assert seen.peer.startswith("127.0.0.1:")
    assert [line.raw for line in as_raw_lines(seen.lines)] == [
        "\\r\\n",
        *2 * ["*X;2;011; 4;0;141;0\\r\\n"],
        "\\xff\\r\\n",
    ]
    best = seen.guesses[0]
    assert (best["protocol"], best["preset"], best["messages"]) == ("slingshot2", "slingshot2", 2)
    assert 0.9 < best["understood"] < 1


def test_probe_tries_again_and_shows_why_it_is_not_connected(spool: Spool, here: None) -> None:
    async def play() -> str:
        async with Device() as device:
            url = device.url
        async with watched_gateway(spool):
            made = await asked(ask_probe, 1, url, {}, by="Anna")
            await until_asked(lambda: seen_of(1, made.pk).reason)
            return (await asked(seen_of, 1, made.pk)).state

    assert asyncio.run(play()) == "connecting"


def test_gateway_of_the_same_casino_serves_a_probe_alone(spool: Spool, tmp_path: Path, here: None) -> None:
    async def play() -> tuple[str, str]:
        second, other = Spool(tmp_path / "second"), Spool(tmp_path / "other")
        async with (
            Device() as device,
            watched_gateway(other, name="other", casino_id=9),
            watched_gateway(second, name="second"),
            watched_gateway(spool, name="first"),
        ):
            made = await asked(ask_probe, 1, device.url, {}, by="Anna")
            await until_asked(lambda: seen_of(1, made.pk).state == "connected")
            await asyncio.sleep(0.3)
            connected = len(device.lines)
            gateway = (await asked(seen_of, 1, made.pk)).gateway
        second.close()
        other.close()
        assert connected == 1
        return gateway, gateway

    gateway, _ = asyncio.run(play())
    assert gateway in ("first", "second")


def test_probe_of_an_address_that_breaks_a_rule_is_refused(casino_id: int) -> None:
    with as_service(Duty.APPLICATION):
        for url in ("socket://169.254.169.254:8080", "http://10.0.0.5", "/dev/mem", "listen://0.0.0.0:9400"):
            with pytest.raises(Refused):
                ask_probe(casino_id, url, {}, by="Anna")
        with pytest.raises(Refused, match="reader-options-malformed"):
            ask_probe(casino_id, "socket://8.8.8.8:4001", {"baudrate": "fast"}, by="Anna")


def test_probe_of_the_address_of_a_reader_in_service_is_refused(casino_id: int, here: None) -> None:
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    reader = WheelReader.objects.create(
        casino_id=casino_id, code="W-9", protocol="slingshot2", url="socket://127.0.0.1:4009"
    )
    for url in ("socket://127.0.0.1:4009", "socket://localhost:4009", "rfc2217://127.0.0.1:4009"):
        with pytest.raises(Refused, match="reader-address-taken"):
            ask_probe(casino_id, url, {}, by="Anna")
    ask_probe(casino_id, "socket://127.0.0.1:4010", {}, by="Anna")
    reader.enabled = False
    reader.save()
    ask_probe(casino_id, "socket://127.0.0.1:4009", {}, by="Anna")


def test_probes_of_a_casino_are_bounded_and_old_ones_deleted(casino_id: int, here: None) -> None:
    with as_service(Duty.APPLICATION):
        made = [ask_probe(casino_id, "socket://127.0.0.1:4001", {}, by="Anna") for _ in range(3)]
        with pytest.raises(Refused, match="reader-probes-run"):
            ask_probe(casino_id, "socket://127.0.0.1:4001", {}, by="Anna")
        end_probe(casino_id, made[0].pk)
        ask_probe(casino_id, "socket://127.0.0.1:4001", {}, by="Anna")
        with connection.cursor() as cursor:
            cursor.execute("UPDATE reader_probe SET asked_at = now() - interval '2 hours', state = 'ended'")
        ask_probe(casino_id, "socket://127.0.0.1:4001", {}, by="Anna")
        assert ReaderProbe.objects.filter(casino_id=casino_id).count() == 1


def test_gateway_has_the_rights_for_recordings_letters_and_probes(
    casino_id: int, spool: Spool, here: None
) -> None:
    from tables.wheels.desk import desk_of
    from tables.wheels.turns import LetterCopy, LetterDone, ProbeReport, RecordedPart, Turn

    recording = ask_recording(casino_id, "W-1", by="Anna")
    made = ask_probe(casino_id, "socket://127.0.0.1:4001", {}, by="Anna")
    desk = desk_of("here", spool.identity())
    letter = LetterCopy(
        row=1,
        casino_id=casino_id,
        reader="W-1",
        kind="result",
        number=17,
        observation={},
        reason="refused",
        refusal=None,
        set_aside_at=recording.asked_at,
    )
    with as_service(Duty.GATEWAY):
        orders = desk(Turn(readers=((casino_id, "W-1"),), may_probe=5, rows=(1,), letters=(letter,)))
        assert [each.recording for each in orders.recordings] == [recording.pk]
        assert made.pk in [each.probe for each in orders.probes]
        part = RecordedPart(casino_id=casino_id, recording=recording.pk, part=1, body="0.0 x\n", size=1)
        desk(Turn(parts=(part, part), probes=(ProbeReport(probe=made.pk, state="ended"),)))
    with as_service(Duty.APPLICATION):
        (shown,) = dead_letters(casino_id, "W-1")
        ask_dead_letter(casino_id, shown.pk, "discard", by="Anna", reason="test")
        assert b"".join(recording_file(casino_id, recording.pk)).endswith(b"0.0 x\n")
    with as_service(Duty.GATEWAY):
        assert [each.request for each in desk(Turn()).letters] == ["discard"]
        desk(Turn(rows=(), done=(LetterDone(row=1, outcome="discarded"),)))
    assert seen_of(casino_id, made.pk).state == "ended"
    assert dead_letters(casino_id, "W-1")[0].outcome == "discarded"
