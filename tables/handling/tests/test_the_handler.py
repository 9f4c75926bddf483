"""The command handler: one command, one transaction, once, whatever kind of stream it is for."""

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.db import connection, transaction
from msgspec.structs import replace

from tables.codec import EventCodec, encode
from tables.handling import Actor, Aggregate, Happened, How, handle, record
from tables.handling.aggregate import register_codecs
from tables.play.commands import Signed
from tables.play.events import Person, Signature
from tables.play.pending import Evolved, PendingEvent
from tables.refusal import Refused
from tables.stream import (
    Appended,
    ConcurrencyError,
    IdempotencyConflict,
    NewEvent,
    RecordedEvent,
    SynchronousProjection,
    append,
    read_stream,
    register_synchronous,
)
from tables.stream.projections import unregister
from tables.stream.upcasters import remove_upcaster
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BOSS = Actor(id="boss", name="Pit boss (demo)", terminal="pit-1")
STREAM = "jar/honey"


class Poured(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="poured"):
    grams: float


class Spilt(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="spilt"):
    grams: float


AnyJarEvent = Poured | Spilt
JAR_EVENTS = EventCodec[AnyJarEvent](
    AnyJarEvent, {"poured": (lambda data: {"grams": data["kilograms"] * 1000},)}
)


class Pour(Signed, frozen=True, kw_only=True, tag="pour"):
    grams: float


class JarState(msgspec.Struct, frozen=True, kw_only=True):
    version: int = 0
    grams: float = 0
    moved_at: datetime | None = None


class Jar(Aggregate[Pour, JarState, AnyJarEvent]):
    """A jar that holds 100 g; what is more than that is spilt, and more than 500 g nobody pours. Nothing holds it."""

    codec = JAR_EVENTS
    stream_id = STREAM

    def load(self, command: Pour, now: datetime) -> JarState:
        return self.jar()

    def jar(self) -> JarState:
        return self.evolved(read_stream(self.casino_id, STREAM), JarState())

    def current(self, earlier: Appended) -> JarState:
        return self.jar()

    def overtaken(self, state: JarState) -> Refused:
        return Refused(f"there are {state.grams:g} g by now")

    def decide(self, state: JarState, command: Pour, at: datetime) -> Iterator[Poured]:
        if command.grams > 500:
            raise Refused("more than 500 g", limit=500, value=int(command.grams))
        if command.grams:
            yield Poured(grams=command.grams)

    def judge(self, command: Pour, evolved: Sequence[Evolved]) -> Iterator[PendingEvent]:
        for each in evolved:
            if each.after.grams > 100 >= each.before.grams:
                yield PendingEvent(Spilt(grams=each.after.grams - 100), each.at)  # type: ignore[arg-type]

    def evolve(self, state: JarState, happened: Happened[AnyJarEvent]) -> JarState:
        event = happened.event
        grams = event.grams if isinstance(event, Poured) else -event.grams
        return replace(state, version=happened.version, grams=state.grams + grams, moved_at=happened.at)


class JarTriedAgain(Jar):
    """The same, where a command is decided again when somebody else's event came first."""

    attempts = 3


def pour(casino_id: int, grams: float, *, jar: type[Jar] = Jar, **how: Any) -> Any:
    return handle(jar(casino_id), Pour(grams=grams), **{"by": BOSS, "now": NOON, **how})


def in_the_record(casino_id: int) -> list[tuple[str, Any]]:
    return [(each.type, each.data["grams"]) for each in read_stream(casino_id, STREAM)]


def test_a_command_is_decided_judged_and_recorded_in_one_append(casino_id: int) -> None:
    outcome = pour(casino_id, 130)
    assert in_the_record(casino_id) == [("poured", 130.0), ("spilt", 30.0)]
    assert (outcome.version, outcome.state) == (2, JarState(version=2, grams=100, moved_at=NOON))
    assert outcome.state == Jar(casino_id).jar()
    written = {"by": msgspec.to_builtins(BOSS), "signed": [], "code": settings.CODE_VERSION}
    assert [each.metadata for each in outcome.events] == [written] * 2


def test_signature_and_cause_are_in_the_metadata(casino_id: int) -> None:
    signature = Signature(person=Person(id="chef", name="Chef (demo)"), role="chef_de_table")
    command = Pour(grams=1, signatures=(signature,))
    outcome = handle(Jar(casino_id), command, by=BOSS, now=NOON, about={"cause": "thirst"})
    metadata = outcome.events[0].metadata
    assert (metadata["cause"], metadata["signed"]) == ("thirst", [msgspec.to_builtins(signature)])


def test_the_state_is_as_the_record_will_give_it(casino_id: int) -> None:
    """A whole number where the event has a fraction, a time in another zone: both are read again another way."""
    elsewhere = (NOON - timedelta(minutes=5)).astimezone(timezone(timedelta(hours=1)))
    state = pour(casino_id, 7, at=elsewhere).state
    again = Jar(casino_id).jar()
    assert msgspec.json.encode(state) == msgspec.json.encode(again)
    assert isinstance(state.grams, float)


def test_refused_command_stores_nothing_and_is_logged(
    casino_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), pytest.raises(Refused, match="more than 500 g"):
        pour(casino_id, 501)
    assert in_the_record(casino_id) == []
    assert "jar/honey refused Pour from boss: more than 500 g" in caplog.text


def test_under_one_key_it_happens_once_and_is_answered_with_what_came_of_it(casino_id: int) -> None:
    first = pour(casino_id, 20, idempotency_key="k")
    pour(casino_id, 5)
    again = pour(casino_id, 20, idempotency_key="k")
    assert again.events == first.events
    assert (again.version, again.state.grams) == (1, 25)
    with pytest.raises(IdempotencyConflict):
        pour(casino_id, 21, idempotency_key="k")


def test_a_command_of_which_nothing_comes_keeps_its_key(casino_id: int) -> None:
    assert pour(casino_id, 0).events == ()
    assert pour(casino_id, 0, idempotency_key="k").events == ()
    with pytest.raises(IdempotencyConflict):
        pour(casino_id, 1, idempotency_key="k")


def test_command_for_an_outdated_state_is_refused_unless_repeated(casino_id: int) -> None:
    pour(casino_id, 20, seen=0, idempotency_key="k")
    assert pour(casino_id, 20, seen=0, idempotency_key="k").version == 1
    with pytest.raises(Refused, match="there are 20 g by now"):
        pour(casino_id, 20, seen=0)

    def full(state: JarState) -> None:
        raise Refused(f"checked at {state.grams:g} g")

    with pytest.raises(Refused, match="checked at 20 g"):
        pour(casino_id, 1, check=full)


def test_nothing_has_happened_that_is_still_to_come(casino_id: int) -> None:
    with expect_refusal("happens-in-the-future"):
        pour(casino_id, 1, at=NOON + timedelta(seconds=1))


def overtaken_by(others: int) -> Callable[[type[Jar]], type[Jar]]:
    """A kind of jar into which somebody else pours a gram each of the first times that a command has met it."""
    left = [others]

    def of(kind: type[Jar]) -> type[Jar]:
        class Overtaken(kind):  # type: ignore[misc,valid-type]
            def prepare(self, state: JarState, command: Pour, how: How) -> JarState:
                if left[0]:
                    left[0] -= 1
                    with ThreadPoolExecutor(1) as other:
                        other.submit(self._pour_elsewhere, how).result()
                return state

            def _pour_elsewhere(self, how: How) -> None:
                try:
                    handle(Jar(self.casino_id), Pour(grams=1), **how)
                finally:
                    connection.close()

        return Overtaken

    return of


def test_overtaken_command_decides_again_where_permitted(
    casino_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        outcome = pour(casino_id, 10, jar=overtaken_by(2)(JarTriedAgain))
    assert (outcome.version, outcome.state.grams) == (3, 12)
    assert "jar/honey moved on while Pour was decided (2)" in caplog.text
    with pytest.raises(ConcurrencyError):
        pour(casino_id, 10, jar=overtaken_by(3)(JarTriedAgain))
    with pytest.raises(ConcurrencyError):
        pour(casino_id, 10, jar=overtaken_by(1)(Jar))


def test_a_caller_that_undoes_all_of_it_itself_hears_of_the_first_time(casino_id: int) -> None:
    with pytest.raises(ConcurrencyError), transaction.atomic():
        pour(casino_id, 10, jar=overtaken_by(1)(JarTriedAgain), undone_by_caller=True)
    assert in_the_record(casino_id) == [("poured", 1.0)]


def test_refused_command_rolls_back_its_other_appends(casino_id: int) -> None:
    class Shelf(Jar):
        def before_append(
            self, state: JarState, command: Pour, events: Sequence[AnyJarEvent], how: How
        ) -> None:
            append(
                self.casino_id,
                "shelf",
                [NewEvent(type="moved", data={}, occurred_at=NOON)],
                expected_version=0,
                now=how["now"],
            )
            raise Refused("the shelf is full")

    with pytest.raises(Refused, match="shelf"):
        pour(casino_id, 1, jar=Shelf)
    assert read_stream(casino_id, "shelf") == []
    assert in_the_record(casino_id) == []


class Weighed(SynchronousProjection):
    """Keeps what it was given."""

    name = "test_weighed"
    types = frozenset({"poured"})

    def __init__(self) -> None:
        self.seen: list[tuple[str, float, float]] = []
        self.applied = 0

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        self.applied += len(events)

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        self.seen += [
            (recorded.type, each.before.grams, each.after.grams)
            for recorded, each in zip(events, evolved, strict=True)
        ]


@pytest.fixture
def weighed() -> Iterator[Weighed]:
    projection = Weighed()
    register_synchronous(projection)
    yield projection
    unregister(projection.name)


def test_a_synchronous_projection_has_the_handlers_states_of_its_own_types(
    casino_id: int, weighed: Weighed
) -> None:
    pour(casino_id, 130)
    pour(casino_id, 10)
    assert weighed.seen == [("poured", 0.0, 130.0), ("poured", 100.0, 110.0)]
    with transaction.atomic():
        new = [NewEvent(type="poured", data={"grams": 1.0}, occurred_at=NOON)]
        append(casino_id, STREAM, new, expected_version=4, now=NOON)
    assert (len(weighed.seen), weighed.applied) == (2, 1)


def test_events_that_were_decided_elsewhere_are_recorded_as_a_commands_are(
    casino_id: int, weighed: Weighed
) -> None:
    events = [(PendingEvent(Poured(grams=2), NOON), {"by": {"id": each}}) for each in ("one", "two")]  # type: ignore[arg-type]
    with transaction.atomic():
        jar = Jar(casino_id)
        state = record(jar, jar.jar(), events, NOON)
    assert state == jar.jar() == JarState(version=2, grams=4, moved_at=NOON)
    assert [each.metadata["by"]["id"] for each in read_stream(casino_id, STREAM)] == ["one", "two"]
    assert [after for *_, after in weighed.seen] == [2.0, 4.0]


@pytest.fixture
def upcast() -> Iterator[None]:
    register_codecs(JAR_EVENTS)
    yield
    remove_upcaster("poured", 1)


def test_old_events_are_read_in_their_newest_shape_and_new_ones_are_written_in_it(
    casino_id: int, upcast: None
) -> None:
    old = NewEvent(type="poured", data={"kilograms": 0.05}, occurred_at=NOON, schema_version=1)
    with transaction.atomic():
        append(casino_id, STREAM, [old], expected_version=0, now=NOON)
    pour(casino_id, 10)
    events = read_stream(casino_id, STREAM)
    assert [(each.schema_version, each.data) for each in events] == [
        (2, {"grams": 50.0}),
        (2, {"grams": 10.0}),
    ]
    assert Jar(casino_id).jar().grams == 60
    assert encode(JAR_EVENTS.read(events[0])) == ("poured", {"grams": 50.0})
