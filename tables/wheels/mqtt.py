"""Readers that publish to an MQTT broker: a session of each reader's own, at QoS 1, from which nothing is lost.

A message is acknowledged once its observations are on the disk. Until then the broker keeps it, also over a lost
connection and a restart, and sends no more than a few ahead. The version is MQTT 5: it bounds the broker's messages,
and ends a session without a return.
"""

import asyncio
import logging
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import aiomqtt
import msgspec
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tables.refusal import Refused
from tables.registers.entries.reader_addresses import READER_IN_TOPIC, Address
from tables.wheels.ear import Ear

log = logging.getLogger(__name__)

AT_LEAST_ONCE = 1
KEEP_ALIVE_S = 10
ANSWER_S = 5.0
"""The broker answers a connection, a subscription and a sign-off within this, or the line is lost."""
SESSION_S = 3600
"""The broker keeps the messages of a reader whose gateway is away for so long."""
MOST_AHEAD = 32
"""Messages that the broker sends before the first of them is acknowledged."""
MOST_QUEUED = 256
"""Messages in memory. Only those of a reader that publishes at QoS 0 can be more: the line is then cut."""
MOST_BYTES = 65_536
"""A larger packet is dropped by the broker."""
REFUSED_FROM = 128
"""Reason codes of MQTT from here on are refusals."""

_quiet = logging.getLogger(f"{__name__}.client")
_quiet.setLevel(logging.CRITICAL)
"""The library logs each message that it drops; our own code logs one line instead."""


class Broker(msgspec.Struct, frozen=True, kw_only=True):
    """A broker of the installation's own. Only such a one gets the sign-in and sees the certificate."""

    host: str
    port: int
    tls: bool
    user: str | None = None
    password: str | None = None

    def __repr__(self) -> str:
        return f"Broker({self.host}:{self.port})"


class MqttSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the installation: its brokers, and paths of the certificates in PEM."""

    brokers: tuple[Broker, ...] = ()
    ca: str = ""
    """Authorities that sign brokers' certificates; empty for those of the machine."""
    certificate: str = ""
    """With which the gateway signs in to a broker of the installation."""
    key: str = ""

    def broker_at(self, address: Address) -> Broker | None:
        """Return the installation's broker at this address; None if the broker there is somebody else's."""
        where = (address.host.lower(), address.port, address.tls)
        return next((each for each in self.brokers if (each.host, each.port, each.tls) == where), None)


class Subscriber(msgspec.Struct, frozen=True, kw_only=True):
    """For whom a topic is read. Without a reader, as for a look at raw bytes, the broker keeps no session."""

    settings: MqttSettings = MqttSettings()
    casino_id: int = 0
    reader: str = ""
    lease: int = 0
    spool: str = ""
    """Identity of the spool that the observations go to: another installation at the broker has another one."""

    def topic(self, address: Address) -> str:
        """Return the topic to subscribe to. Raises Refused if it names a reader and there is none."""
        if READER_IN_TOPIC in address.topic and not self.reader:
            raise Refused("reader-topic-without-reader", topic=address.topic)
        return address.topic_of(self.reader)

    def client_id(self, topic: str) -> str:
        """Return the name of the session: the same while this gateway has the reader's lease and its topic."""
        if not self.reader:
            return ""
        digest = blake2b(f"{self.spool} {topic}".encode(), digest_size=6).hexdigest()
        return f"permanence-{self.casino_id}-{self.reader}-{self.lease}-{digest}"


class _Client(aiomqtt.Client):
    """The client of the library, with acknowledgements under our control."""

    overflowed = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client.manual_ack_set(True)

    def acknowledge(self, message: aiomqtt.Message) -> None:
        self._client.ack(message.mid, message.qos)

    def give_up(self) -> None:
        """End a connection that the broker has not answered."""
        self._fail("given up")
        self._client.disconnect()

    def _fail(self, why: str) -> None:
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError(why))
            self._connected.exception()  # whether anybody waits for it or not

    def _on_message(self, client: Any, userdata: Any, message: Any) -> None:
        self.overflowed |= self._queue.full()
        super()._on_message(client, userdata, message)

    def _on_disconnect(self, *about: Any) -> None:
        # The library waits for its deadline where the broker closes a connection without an answer.
        self._fail("it closed the connection without an answer")
        super()._on_disconnect(*about)


class _NamedContext(ssl.SSLContext):
    """A TLS context for a connection to an address that was looked up: the certificate is that of the name."""

    name = ""

    def wrap_socket(self, *args: Any, **options: Any) -> ssl.SSLSocket:
        wrapped = super().wrap_socket(*args, **{**options, "server_hostname": self.name})
        try:
            wrapped.settimeout(ANSWER_S)
            wrapped.do_handshake()
        except OSError:
            wrapped.close()
            raise
        return wrapped


async def subscribe(hosts: list[str], address: Address, subscriber: Subscriber, ear: Ear) -> None:
    """Read the topic until the line ends, at the first of these hosts that answers.

    Raises OSError when no broker can be reached, when one refuses, and when the line ends.
    """
    topic = subscriber.topic(address)
    context = await asyncio.to_thread(_tls, address, subscriber.settings) if address.tls else None
    failure: OSError = TimeoutError("the broker has no address")
    for host in hosts:
        client = _client(host, address, subscriber, topic, context)
        try:
            await _enter(client)
        except aiomqtt.MqttError as refused:
            failure = OSError(f"the broker at {host}: {refused}")
            continue
        try:
            await _read(client, topic, ear, f"{host}:{address.port}")
        except aiomqtt.MqttError as broken:
            raise OSError(f"the broker at {host}: {broken}") from None
        finally:
            await _leave(client)
    raise failure


def _client(
    host: str, address: Address, subscriber: Subscriber, topic: str, context: ssl.SSLContext | None
) -> _Client:
    broker = subscriber.settings.broker_at(address)
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = SESSION_S if subscriber.reader else 0
    properties.ReceiveMaximum = MOST_AHEAD
    properties.MaximumPacketSize = MOST_BYTES
    return _Client(
        host,
        address.port,
        identifier=subscriber.client_id(topic) or None,
        protocol=aiomqtt.ProtocolVersion.V5,
        clean_start=not subscriber.reader,
        properties=properties,
        username=broker.user if broker else None,
        password=broker.password if broker else None,
        tls_context=context,
        keepalive=KEEP_ALIVE_S,
        timeout=ANSWER_S,
        max_queued_incoming_messages=MOST_QUEUED,
        logger=_quiet,
    )


def _tls(address: Address, settings: MqttSettings) -> ssl.SSLContext:
    """Return the context of a connection: the broker's certificate is checked for the name in the register. Raises
    OSError if a file of the settings cannot be read."""
    context = _NamedContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.name = address.host
    try:
        if settings.ca:
            context.load_verify_locations(settings.ca)
        else:
            context.load_default_certs()
        if settings.certificate and settings.broker_at(address) is not None:
            context.load_cert_chain(settings.certificate, settings.key or None)
    except OSError as unread:
        raise OSError(f"the certificates of WHEEL_MQTT_CA and WHEEL_MQTT_CERTIFICATE: {unread}") from None
    return context


async def _enter(client: _Client) -> None:
    """Connect. The thread that does it cannot be stopped: when cancelled, wait for its end, and leave the broker.

    Raises MqttError.
    """
    entering = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(entering)
    except aiomqtt.MqttError:
        client.give_up()
        raise
    except asyncio.CancelledError:
        client.give_up()
        with suppress(aiomqtt.MqttError):
            await entering
        client.give_up()
        raise


async def _leave(client: _Client) -> None:
    """Sign off. A broker that is gone already does no harm, because it keeps the session."""
    with suppress(aiomqtt.MqttError):
        await client.__aexit__(None, None, None)


async def _read(client: _Client, topic: str, ear: Ear, peer: str) -> None:
    """Hand over messages as they come, and acknowledge them once the disk has their observations."""
    granted = await client.subscribe(topic, qos=AT_LEAST_ONCE)
    codes = [code if isinstance(code, int) else code.value for code in granted]
    if any(code >= REFUSED_FROM for code in codes):
        raise OSError(f"the broker refuses the topic {topic}")
    await ear.connected(datetime.now(UTC), whole=True, peer=peer)
    messages, said_retained = client.messages, False
    while not client.overflowed:
        batch = [await anext(messages)]
        while len(messages) and len(batch) < MOST_AHEAD:
            batch.append(await anext(messages))
        for message in batch:
            if not message.retain:
                await ear.arrived(bytes(message.payload), datetime.now(UTC))
            elif not said_retained:
                log.warning("topic %s: a retained message is left out, as nobody knows how old it is", topic)
                said_retained = True
        await ear.settled()
        for message in batch:
            client.acknowledge(message)
    raise OSError(f"more than {MOST_QUEUED} messages came at once, and some were lost: publish at QoS 1")
