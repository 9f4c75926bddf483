"""A projection small enough to be seen through, in both kinds, over a table that exists in tests only; and a signed
record that a superuser changes."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.db import connection, models, transaction
from django.db.models import F
from django.test.utils import isolate_apps
from pytest_django import Settings

from tables.stream import (
    ANY,
    AnyVersion,
    Appended,
    AsynchronousProjection,
    NewEvent,
    RecordedEvent,
    SynchronousProjection,
    append,
)
from tables.stream.merkle.note import SigningKey
from tables.stream.tests.changed_record import EVENTS, FIRST, SECOND
from testkit.stream import change_record, checkpoint_now, registered

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)

with isolate_apps("tables.stream"):

    class TallyRow(models.Model):
        """How many events a stream had, their sum, and which came last."""

        objects: "ClassVar[models.Manager[TallyRow]]" = models.Manager()
        casino_id = models.IntegerField()
        stream_id = models.TextField()
        events = models.IntegerField()
        total = models.IntegerField()
        last = models.JSONField(null=True)

        class Meta:
            app_label = "stream"
            db_table = "test_tally"
            constraints = [models.UniqueConstraint(fields=["casino_id", "stream_id"], name="test_tally_key")]


def tally(events: Sequence[RecordedEvent]) -> None:
    for event in events:
        row, _ = TallyRow.objects.get_or_create(
            casino_id=event.casino_id, stream_id=event.stream_id, defaults={"events": 0, "total": 0}
        )
        TallyRow.objects.filter(pk=row.pk).update(
            events=F("events") + 1, total=F("total") + event.data["amount"], last=event.data
        )


class InlineTally(SynchronousProjection):
    name = "test_inline_tally"
    types = frozenset({"counted"})
    models = (TallyRow,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        tally(events)


class FollowingTally(AsynchronousProjection):
    name = "test_following_tally"
    types = frozenset({"counted"})
    models = (TallyRow,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        tally(events)


@pytest.fixture(scope="session")
def _tally_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), connection.schema_editor() as schema:
        schema.execute("DROP TABLE IF EXISTS test_tally")
        schema.create_model(TallyRow)
    yield
    with django_db_blocker.unblock(), connection.schema_editor() as schema:
        schema.delete_model(TallyRow)


@pytest.fixture
def tally_rows(_tally_table: None) -> type[TallyRow]:
    return TallyRow


@pytest.fixture
def inline_tally(_tally_table: None) -> Iterator[InlineTally]:
    projection = InlineTally()
    with registered(projection):
        yield projection


@pytest.fixture
def following_tally(_tally_table: None) -> Iterator[FollowingTally]:
    follower = FollowingTally()
    with registered(follower):
        yield follower


class Recorder:
    """Appends to one casino, each call in a transaction of its own."""

    def __init__(self, casino_id: int) -> None:
        self.casino_id = casino_id

    def __call__(
        self,
        stream_id: str,
        *amounts: object,
        type: str = "counted",
        expected_version: int | AnyVersion = ANY,
        now: datetime = NOW,
        **options: Any,
    ) -> Appended:
        events = [NewEvent(type=type, data={"amount": amount}, occurred_at=now) for amount in amounts]
        with transaction.atomic():
            return append(
                self.casino_id, stream_id, events, expected_version=expected_version, now=now, **options
            )


@pytest.fixture
def record(casino_id: int) -> Recorder:
    """`record("stream", 1, 2)` appends two events that count 1 and 2."""
    return Recorder(casino_id)


@pytest.fixture
def signed(record: Recorder, key: SigningKey, seal: Callable[[int], int]) -> int:
    """A casino with one stream, two checkpoints, and events sequenced behind the last."""
    record("s", *range(FIRST))
    checkpoint_now(record.casino_id, key)
    record("s", *range(SECOND - FIRST))
    checkpoint_now(record.casino_id, key)
    record("s", *range(EVENTS - SECOND))
    assert seal(record.casino_id) == EVENTS
    return record.casino_id


@pytest.fixture
def superuser(signed: int) -> Callable[..., None]:
    """`superuser("UPDATE …")`: with the trigger of every table of the record disabled, as its owner can."""
    return partial(change_record, signed)


@pytest.fixture
def house_key_file(settings: Settings, tmp_path: Path, key: SigningKey) -> Path:
    settings.CHECKPOINT_KEY = ""
    file = tmp_path / "checkpoint-key"
    file.write_text(key.secret_text())
    file.chmod(0o600)
    settings.CHECKPOINT_KEY_FILE = file
    return file
