"""Files of the embedded broker that nobody can read are set aside, and what is behind them is taken."""

import logging
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery
from kombu import Connection

from casino.installation.broker import Transport
from casino.installation.data_folder import broker_folders

QUEUE = "permanence"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Connection]:
    with Connection(
        "filesystem://", transport=Transport, transport_options=broker_folders(tmp_path)
    ) as connection:
        # Other tests of this process may have bound the same queue, in another folder.
        as_a_new_process(connection)
        yield connection
        as_a_new_process(connection)


def as_a_new_process(broker: Connection) -> None:
    """Forget what kombu knows, for the length of a process, of queues that are bound."""
    broker.default_channel.state.clear()  # type: ignore[attr-defined]  # the stubs lack it


def send(broker: Connection, body: str) -> None:
    with broker.SimpleQueue(QUEUE) as queue:
        queue.put(body)


def taken(broker: Connection, how_many: int) -> list[str]:
    """So many messages, which come within the time that a slow machine needs."""
    with broker.SimpleQueue(QUEUE) as queue:
        messages = [queue.get(timeout=20) for _ in range(how_many)]
        for message in messages:
            message.ack()
        return sorted(message.payload for message in messages)


@pytest.mark.parametrize(
    "content", ["", '{"body": "W10=", "hea', "[]", '{"body": ""}', b"\xff\xfe\x00"], ids=repr
)
def test_a_message_that_cannot_be_read_is_a_dead_letter_and_the_next_is_taken(
    broker: Connection, tmp_path: Path, content: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    queue, dead = tmp_path / "celery" / "queue", tmp_path / "celery" / "dead-letters"
    name = f"0_first.{QUEUE}.msg"
    (queue / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    send(broker, "time to look")
    with caplog.at_level(logging.ERROR, logger="casino.one_machine"):
        assert taken(broker, 1) == ["time to look"]
    assert [path.name for path in dead.iterdir()] == [name]
    assert list(queue.iterdir()) == []
    assert f"{queue / name} cannot be read" in caplog.text


def test_truncated_queue_table_becomes_a_dead_letter_and_is_created_again(
    broker: Connection, tmp_path: Path
) -> None:
    send(broker, "one")
    control = tmp_path / "celery" / "control"
    tables = list(control.iterdir())
    assert tables
    for table in tables:
        table.write_text("")
    as_a_new_process(broker)
    with Connection(
        "filesystem://", transport=Transport, transport_options=broker_folders(tmp_path)
    ) as second:
        send(second, "two")
    assert taken(broker, 2) == ["one", "two"]
    assert [path.name for path in (tmp_path / "celery" / "dead-letters").iterdir()] == [
        t.name for t in tables
    ]


def test_a_message_that_finds_no_room_leaves_no_half_of_itself(broker: Connection, tmp_path: Path) -> None:
    queue = tmp_path / "celery" / "queue"
    send(broker, "one")
    before = list(queue.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(
        resource.RLIMIT_FSIZE, (10, hard)
    )  # ten bytes of the file are taken, as by the last free block
    try:
        with pytest.raises(broker.channel_errors, match="cannot be written"):
            send(broker, "two")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(queue.iterdir()) == before
    assert taken(broker, 1) == ["one"]
    assert list(queue.iterdir()) == []


def test_the_houses_celery_uses_this_broker() -> None:
    from casino.celery import app

    assert isinstance(app, Celery)
    with Connection("filesystem://") as connection:
        assert isinstance(connection.transport, Transport)
