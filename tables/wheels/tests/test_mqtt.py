"""Readers that publish to an MQTT broker: the real gateway, and a Mosquitto of the test's own."""

import asyncio
import json
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import Ports, ReaderRules, read_address
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.mqtt import MOST_QUEUED, Broker, MqttSettings, Subscriber, subscribe
from tables.wheels.spool import Spool
from testkit.mosquitto import PASSWORD, USER, HeldEar, Mosquitto
from testkit.wheels import RecordingHouse, reported_numbers, running, until

HERE = ReaderRules(allowed=Allowed.from_words(["127.0.0.0/8", "::1/128"]), ports=(Ports(1, 65535),))
GAME = [b"*X;4;011; 4;0;139;0", b"22", b"*X;5;011;22;0;139;0"]
TOPIC = "wheels/wheel-1"
ENDS = {"terminator": "\r\n", "pattern": r" ?(?P<number>\d{1,2})"}


def registered(
    port: int, code: str = "wheel-1", protocol: str = "plain_result", **more: Any
) -> RegisteredReader:
    scheme, topic = more.pop("scheme", "mqtt"), more.pop("topic", "wheels/{reader}")
    options = more.pop("options", ENDS if protocol == "plain_result" else {})
    url = f"{scheme}://{more.pop('host', '127.0.0.1')}:{port}/{topic}"
    return RegisteredReader(casino_id=1, code=code, protocol=protocol, url=url, options=options, **more)


def gateway(
    spool: Spool, house: RecordingHouse, *readers: RegisteredReader, mqtt: MqttSettings | None = None
) -> Gateway:
    return Gateway(spool, deliver=house.observe, rules=HERE, register=lambda: list(readers), mqtt=mqtt)


def numbers(house: RecordingHouse, reader: str = "wheel-1") -> list[int | None]:
    return reported_numbers([one for one in list(house.recorded) if one.reader == reader])


def played(
    spool: Spool,
    house: RecordingHouse,
    broker: Mosquitto,
    readers: list[RegisteredReader],
    play: Callable[[aiomqtt.Client], Awaitable[None]],
) -> None:
    """Run the gateway with these readers until `play` has published, once all of them are online."""

    async def run() -> None:
        async with broker.publisher() as publisher, running(gateway(spool, house, *readers)):
            online = {reader.code for reader in readers if reader.protocol != "slingshot2"}
            await until(lambda: online <= {one.reader for one in house.of_kind("reader_online")})
            await play(publisher)

    asyncio.run(run())


class Relay:
    """The way of the gateway to the broker, which can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to, self._cut = port, False
        self._lines: list[asyncio.StreamWriter] = []
        self.port = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Relay"]:
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.cut()
            server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._lines += [writer, back]
        with suppress(OSError):
            await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))

    def cut(self) -> None:
        self._cut = True
        for line in self._lines:
            line.transport.abort()
        self._lines.clear()

    def mend(self) -> None:
        self._cut = False


async def _pass_on(one: asyncio.StreamReader, other: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await one.read(4096):
            other.write(data)
    other.close()


# ---- messages


def test_lines_of_a_driver_are_heard_over_mqtt_without_their_endings(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tables.wheels.listening")
    house = RecordingHouse()

    async def play(publisher: aiomqtt.Client) -> None:
        # A session begins with the subscription: what is published before it is nobody's.
        await until(lambda: "reader slingshot: connected to" in caplog.text)
        for line in GAME:
            await publisher.publish("wheels/slingshot", line, qos=1)
        await until(lambda: numbers(house, "slingshot") == [22])

    played(spool, house, broker, [registered(broker.port, "slingshot", "slingshot2")], play)
    assert [one.raw for one in house.of_kind("result")] == ["*X;5;011;22;0;139;0"]


def test_first_number_of_a_session_is_whole_and_counts(spool: Spool, broker: Mosquitto) -> None:
    """On a line of bytes the first one after a connection may be the end of another, and is left out."""
    house = RecordingHouse()

    async def play(publisher: aiomqtt.Client) -> None:
        for payload in (b"17", b"5\r\n", b" 0"):
            await publisher.publish("wheels/first", payload, qos=1)
        await until(lambda: numbers(house, "first") == [17, 5, 0])

    played(spool, house, broker, [registered(broker.port, "first")], play)


def test_half_a_number_is_no_message_of_a_reader_without_terminator(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()

    async def play(publisher: aiomqtt.Client) -> None:
        for payload in (b"1", b"7", b"", b"177", b"17"):
            await publisher.publish("wheels/fixed", payload, qos=1)
        await until(lambda: numbers(house, "fixed") == [17])

    played(spool, house, broker, [registered(broker.port, "fixed", options={})], play)
    assert "`1` is left out: it is no whole message" in caplog.text


def test_readers_of_one_topic_pattern_have_their_own_numbers(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()
    codes = ["left", "right"]

    async def play(publisher: aiomqtt.Client) -> None:
        for code, number in zip(codes, (b"11", b"22"), strict=True):
            await publisher.publish(f"wheels/{code}", number, qos=1)
        await publisher.publish("wheels/other", b"33", qos=1)
        await until(lambda: [numbers(house, code) for code in codes] == [[11], [22]])

    played(spool, house, broker, [registered(broker.port, code) for code in codes], play)


def test_observation_as_json_reaches_the_house_with_its_fields(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()
    launch = {"kind": "ball_launched", "game": 12, "rotor_speed_rpm": 14.1, "ball_direction": "clockwise"}
    result = {"kind": "result", "game": 12, "number": 22, "observed_at": "2026-03-01T20:00:00Z"}

    async def play(publisher: aiomqtt.Client) -> None:
        for message in (launch, result):
            await publisher.publish("wheels/json", json.dumps(message, indent=1), qos=1)
        await until(lambda: numbers(house, "json") == [22])

    played(spool, house, broker, [registered(broker.port, "json", "observations")], play)
    [told] = house.of_kind("ball_launched")
    assert (told.game, told.rotor_speed_rpm, told.ball_direction) == (12, 14.1, "clockwise")
    [fell] = house.of_kind("result")
    assert (fell.game, fell.observed_at) == (12, datetime(2026, 3, 1, 20, tzinfo=UTC))
    assert [one.sequence for one in house.recorded] == [1, 2, 3], "the gateway numbers all of a reader"


def test_messages_that_are_no_observation_are_left_out_and_logged(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()
    bad = [
        b"17",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"kind":"result"}',
        b'{"kind":"result","number":37}',
        b'{"kind":"result","number":"00"}',
        b'{"kind":"result","number":17,"reader":"another"}',
        b'{"kind":"result","number":17,"colour":"red"}',
        b'{"kind":"result","number":17,"raw":"' + b"x" * 5000 + b'"}',
        b"x" * 10_000_000,
    ]

    async def play(publisher: aiomqtt.Client) -> None:
        for payload in bad:
            await publisher.publish("wheels/bad", payload, qos=1)
        await publisher.publish("wheels/bad", b'{"kind":"result","number":17}', qos=1)
        await until(lambda: bool(numbers(house, "bad")))

    played(spool, house, broker, [registered(broker.port, "bad", "observations")], play)
    assert numbers(house, "bad") == [17]
    assert "reader bad: `17` is left out" in caplog.text


def test_will_of_a_reader_lets_its_table_know_that_it_is_offline(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()

    async def play(publisher: aiomqtt.Client) -> None:
        await publisher.publish("wheels/will", b'{"kind":"reader_offline"}', qos=1)
        await until(lambda: len(house.of_kind("reader_offline")) == 1)
        await publisher.publish("wheels/will", b'{"kind":"reader_online"}', qos=1)
        await until(lambda: len(house.of_kind("reader_online")) == 2)

    played(spool, house, broker, [registered(broker.port, "will", "observations")], play)


# ---- old, late and twice


def test_retained_number_is_old_and_is_left_out(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()

    async def publish_retained() -> None:
        async with broker.publisher() as publisher:
            await publisher.publish("wheels/retained", b"36", qos=1, retain=True)

    async def play(publisher: aiomqtt.Client) -> None:
        await until(lambda: "a retained message is left out" in caplog.text)
        await publisher.publish("wheels/retained", b"17", qos=1, retain=True)
        await until(lambda: bool(numbers(house, "retained")))

    asyncio.run(publish_retained())
    played(spool, house, broker, [registered(broker.port, "retained")], play)
    assert numbers(house, "retained") == [17], "a number that is published live and retained is new"


def test_number_published_while_the_line_is_cut_arrives_after_it(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()

    async def play() -> None:
        async with broker.publisher() as publisher, Relay(broker.port).open() as relay:
            reader = registered(relay.port, "cut", "observations")
            async with running(gateway(spool, house, reader)):
                await until(lambda: bool(house.of_kind("reader_online")))
                relay.cut()
                await publisher.publish("wheels/cut", b'{"kind":"result","number":17}', qos=1)
                await publisher.publish("wheels/cut", b'{"kind":"result","number":18}', qos=1)
                relay.mend()
                await until(lambda: len(numbers(house, "cut")) == 2)
        assert numbers(house, "cut") == [17, 18]
        assert {one.observed_at for one in house.of_kind("result")} == {None}, "nobody knows when they fell"

    asyncio.run(play())


def test_number_published_while_the_gateway_restarts_arrives_after_it(
    spool: Spool, broker: Mosquitto
) -> None:
    house = RecordingHouse()
    reader = registered(broker.port, "restart", lease=3)

    async def play() -> None:
        async with broker.publisher() as publisher:
            async with running(gateway(spool, house, reader)):
                await until(lambda: bool(house.of_kind("reader_online")))
            await publisher.publish("wheels/restart", b"17", qos=1)
            async with running(gateway(spool, house, reader)):
                await until(lambda: numbers(house, "restart") == [17])

    asyncio.run(play())


def test_number_is_heard_after_the_broker_was_killed_and_started_again(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tables.wheels.listening")
    house = RecordingHouse()

    async def play() -> None:
        async with running(gateway(spool, house, registered(broker.port, "after-kill"))):
            await until(lambda: bool(house.of_kind("reader_online")))
            broker.stop(signal.SIGKILL)
            broker.start()
            await until(lambda: caplog.text.count("reader after-kill: connected to") == 2)
            async with broker.publisher() as publisher:
                await publisher.publish("wheels/after-kill", b"17", qos=1)
                await until(lambda: numbers(house, "after-kill") == [17])

    asyncio.run(play())


def test_message_is_acknowledged_only_once_it_is_on_the_disk(broker: Mosquitto) -> None:
    subscriber = Subscriber(casino_id=1, reader="held", lease=1, spool="of-the-test")

    async def play() -> None:
        ear = HeldEar()
        async with broker.publisher() as publisher, Relay(broker.port).open() as relay:
            address = read_address(f"mqtt://127.0.0.1:{relay.port}/wheels/held")

            async def listen() -> None:
                while True:
                    with suppress(OSError):
                        await subscribe(["127.0.0.1"], address, subscriber, ear)
                    await asyncio.sleep(0.05)

            listening = asyncio.create_task(listen())
            await until(lambda: ear.connections == 1)
            await publisher.publish("wheels/held", b"17", qos=1)
            await until(lambda: ear.heard == [b"17"])
            listening.cancel()
            await asyncio.wait([listening])
            listening = asyncio.create_task(listen())
            await until(lambda: ear.heard == [b"17", b"17"])
            ear.disk.set()
            await publisher.publish("wheels/held", b"18", qos=1)
            await until(lambda: ear.heard[-1] == b"18")
            relay.cut()
            relay.mend()
            await until(lambda: ear.connections == 3)
            await publisher.publish("wheels/held", b"19", qos=1)
            await until(lambda: ear.heard[-1] == b"19")
            listening.cancel()
            await asyncio.wait([listening])
        assert ear.heard.count(b"17") == 2, "once the disk has it, it comes no more"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("protocol", "payload"),
    [
        ("plain_result", b"17"),
        ("observations", b'{"kind":"result","number":17}'),
        ("observations", b'{"kind":"result","number":17,"sequence":5}'),
    ],
)
def test_message_delivered_twice_makes_one_number(
    spool: Spool, broker: Mosquitto, protocol: str, payload: bytes
) -> None:
    """What the broker sends again after a loss is the last that was heard, at once on the new connection."""
    house, code = RecordingHouse(), f"twice-{protocol}-{len(payload)}"
    other = payload.replace(b"17", b"18").replace(b"5", b"6")

    async def play() -> None:
        async with (
            broker.publisher() as publisher,
            Relay(broker.port).open() as relay,
            running(gateway(spool, house, registered(relay.port, code, protocol))),
        ):
            await until(lambda: bool(house.of_kind("reader_online")))
            await publisher.publish(f"wheels/{code}", payload, qos=1)
            await until(lambda: numbers(house, code) == [17])
            relay.cut()
            # The device, too, sends again what it has no acknowledgement for.
            await publisher.publish(f"wheels/{code}", payload, qos=1)
            relay.mend()
            await publisher.publish(f"wheels/{code}", other, qos=1)
            await until(lambda: len(numbers(house, code)) >= 2)

    asyncio.run(play())
    assert numbers(house, code) == [17, 18]


def test_flood_at_qos_0_is_cut_off_and_disturbs_no_other_reader(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    house = RecordingHouse()
    codes = ["flood", "calm"]

    async def play(publisher: aiomqtt.Client) -> None:
        for _ in range(40):
            for _ in range(MOST_QUEUED):
                await publisher.publish("wheels/flood", b"no number", qos=0)
            if "came at once, and some were lost" in caplog.text:
                break
        await publisher.publish("wheels/calm", b"17", qos=1)
        await until(lambda: numbers(house, "calm") == [17])
        await until(lambda: "came at once, and some were lost" in caplog.text)
        await publisher.publish("wheels/flood", b"18", qos=1)
        await until(lambda: numbers(house, "flood") == [18])

    played(spool, house, broker, [registered(broker.port, code) for code in codes], play)
    assert "some were lost: publish at QoS 1" in caplog.text


# ---- who may listen


def at_tls(broker: Mosquitto, **settings: str) -> MqttSettings:
    """Settings with the certificates of this broker, and others in their place."""
    files = {
        "ca": f"{broker.folder}/authority.pem",
        "certificate": f"{broker.folder}/gateway.pem",
        "key": f"{broker.folder}/gateway.key",
    }
    own = Broker(host=settings.pop("host", "localhost"), port=broker.tls, tls=True)
    return MqttSettings(brokers=(own,), **{**files, **settings})


def test_number_is_heard_over_tls_with_a_client_certificate(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()
    reader = registered(broker.tls, "secret", scheme="mqtts", host="localhost")

    async def play() -> None:
        settings = at_tls(broker)
        async with broker.publisher() as publisher, running(gateway(spool, house, reader, mqtt=settings)):
            await until(lambda: bool(house.of_kind("reader_online")))
            await publisher.publish("wheels/secret", b"17", qos=1)
            await until(lambda: numbers(house, "secret") == [17])

    asyncio.run(play())
    assert "u'gateway'" in broker.log(), "the broker knows the gateway by its certificate"


@pytest.mark.parametrize("fault", ["other authority", "other name", "no certificate", "foreign broker"])
def test_connection_with_a_bad_certificate_is_refused(
    spool: Spool, broker: Mosquitto, tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    house, host = RecordingHouse(), "localhost"
    settings = at_tls(broker)
    if fault == "other authority":
        (tmp_path / "other.pem").write_bytes(type(broker.authority)().pem)
        settings = at_tls(broker, ca=f"{tmp_path}/other.pem")
    elif fault == "other name":
        # The certificate is for localhost; it is checked for what the register has.
        host = "127.0.0.1"
        settings = at_tls(broker, host=host)
    elif fault == "no certificate":
        settings = at_tls(broker, certificate="", key="")
    else:
        settings = at_tls(broker, host="broker.house")
    reader = registered(broker.tls, "barred", scheme="mqtts", host=host)
    why = {
        "other authority": "certificate verify failed",
        "other name": "IP address mismatch",
        "no certificate": "it closed the connection without an answer",
        "foreign broker": "it closed the connection without an answer",
    }

    async def play() -> None:
        async with running(gateway(spool, house, reader, mqtt=settings)):
            await until(lambda: bool(house.of_kind("reader_offline")) or why[fault] in caplog.text)

    asyncio.run(play())
    assert why[fault] in caplog.text
    assert not house.of_kind("reader_online")


def test_sign_in_is_given_to_brokers_of_the_installation(spool: Spool, broker: Mosquitto) -> None:
    house = RecordingHouse()
    own = Broker(host="127.0.0.1", port=broker.closed, tls=False, user=USER, password=PASSWORD)

    async def play() -> None:
        reader = registered(broker.closed, "signed-in")
        async with running(gateway(spool, house, reader, mqtt=MqttSettings(brokers=(own,)))):
            await until(lambda: bool(house.of_kind("reader_online")))

    asyncio.run(play())


def test_sign_in_is_never_sent_to_another_broker(spool: Spool, broker: Mosquitto) -> None:
    """Somebody of a casino enters the address, and the secret is the installation's."""
    heard: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1024))
        writer.close()

    async def play() -> None:
        server = await asyncio.start_server(take, "127.0.0.1", 0)
        foreign = server.sockets[0].getsockname()[1]
        own = Broker(host="127.0.0.1", port=foreign + 1, tls=False, user=USER, password=PASSWORD)
        async with (
            server,
            running(gateway(spool, RecordingHouse(), registered(foreign), mqtt=MqttSettings(brokers=(own,)))),
        ):
            await until(lambda: bool(heard))

    asyncio.run(play())
    assert b"permanence-1-wheel-1" in heard[0]
    assert USER.encode() not in heard[0]
    assert PASSWORD.encode() not in heard[0]


def test_broker_that_refuses_the_sign_in_is_named_in_the_log(
    spool: Spool, broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with running(gateway(spool, RecordingHouse(), registered(broker.closed, "stranger"))):
            await until(lambda: "Not authorized" in caplog.text)

    asyncio.run(play())
    assert f"reader stranger at mqtt://127.0.0.1:{broker.closed}/wheels/{{reader}}" in caplog.text


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("mqtt://192.168.7.7:1883/wheels/1", "reader-host-not-allowed"),
        ("mqtt://127.0.0.1:22/wheels/1", "reader-port-not-allowed"),
        ("mqtt://127.0.0.1:1883/#", "reader-address-malformed"),
    ],
)
def test_broker_where_no_reader_may_be_is_not_connected_to(
    spool: Spool, caplog: pytest.LogCaptureFixture, url: str, code: str
) -> None:
    rules = ReaderRules(allowed=Allowed.from_words(["127.0.0.0/8"]), ports=(Ports(1024, 65535),))
    reader = RegisteredReader(casino_id=1, code="barred", protocol="plain_result", url=url, options=ENDS)

    async def play() -> None:
        barred = Gateway(spool, deliver=RecordingHouse().observe, rules=rules, register=lambda: [reader])
        async with running(barred):
            await until(lambda: code in caplog.text)

    asyncio.run(play())


def test_look_at_the_raw_messages_of_a_topic_leaves_no_session_behind(broker: Mosquitto) -> None:
    """The wizard looks at an address before there is a reader: nobody comes back to its session."""

    async def play() -> None:
        ear = HeldEar()
        ear.disk.set()
        address = read_address(f"mqtt://127.0.0.1:{broker.port}/wheels/looked-at")
        async with broker.publisher() as publisher:
            looking = asyncio.create_task(subscribe(["127.0.0.1"], address, Subscriber(), ear))
            await until(lambda: ear.connections == 1)
            await publisher.publish("wheels/looked-at", b"17", qos=1)
            await until(lambda: ear.heard == [b"17"])
            looking.cancel()
            await asyncio.wait([looking])
            await publisher.publish("wheels/looked-at", b"18", qos=1)
            again = asyncio.create_task(subscribe(["127.0.0.1"], address, Subscriber(), ear))
            await until(lambda: ear.connections == 2)
            await publisher.publish("wheels/looked-at", b"19", qos=1)
            await until(lambda: ear.heard == [b"17", b"19"])
            again.cancel()
            await asyncio.wait([again])

    asyncio.run(play())


def test_gateway_ends_and_closes_its_line_while_a_broker_does_not_answer(spool: Spool) -> None:
    lines: list[str] = []

    async def keep_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append("opened")
        await reader.read()
        lines.append("closed")
        writer.close()

    async def play() -> None:
        server = await asyncio.start_server(keep_silent, "127.0.0.1", 0)
        reader = registered(server.sockets[0].getsockname()[1])
        async with server:
            async with running(gateway(spool, RecordingHouse(), reader)):
                await until(lambda: bool(lines))
            await until(lambda: lines == ["opened", "closed"])

    asyncio.run(play())
