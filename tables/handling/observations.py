"""Recording of a wheel reader's observations: all of them in its own stream, the facts about play at its table."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from django.db import transaction

from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.models import WheelReader
from tables.handling.projections.table_snapshots import held_state
from tables.handling.reader_leases import require_lease
from tables.handling.spin_rules import spin_rule
from tables.handling.streams import reader_stream
from tables.handling.table_readers import TableReaders, readers_of_table
from tables.play.commands import ChangeReader, Command
from tables.play.coup.questions import follows_since
from tables.play.events import ReaderRole
from tables.play.reader.observation import Observation
from tables.play.reader.questions import check_time_of_launch, fact_from, fact_of_witness, game_of_witness
from tables.play.reader.timing import TOLERANCE, Dated, date
from tables.play.state import State
from tables.refusal import Refused
from tables.stream import ANY, IdempotencyKey, NewEvent, RecordedEvent, append
from tables.stream.prepared_rows import PreparedRow
from tables.text import with_visible_texts

log = logging.getLogger(__name__)

READER = PreparedRow(WheelReader, "casino_id", "code", "withdrawn")
SILENT_KINDS = ("reader_offline", "fault")
NUMBER_KINDS = ("result", "result_recovered")


class Heard(msgspec.Struct, frozen=True):
    """Result of an observation: its event in the reader's stream, and the reason why its table refused the fact.

    The reason is None if the table took the fact, and if no table is open for it.
    """

    event: RecordedEvent
    not_taken: Refused | ValueError | None = None


class Standing(msgspec.Struct, frozen=True):
    """A reader with its open table, which this transaction holds, and the table's other readers."""

    registered: WheelReader
    state: State
    readers: TableReaders

    @property
    def role(self) -> ReaderRole:
        return self.readers.role_of(self.registered.code)

    def settles(self, seen: Observation) -> bool:
        """Return True if the observation counts for the table: as its primary reader's, or as one of the witness
        that acts for that one. Late numbers of a witness are compared: the coups before may have theirs from other
        sources.
        """
        if self.role == "primary":
            return True
        return self.readers.is_acting(self.registered.code, self.state) and not self._is_late_number(seen)

    def follows(self, seen: Observation) -> datetime | None:
        """Return when the event happened that its fact follows. A witness reports also of coups that are over."""
        return follows_since(self.state) if self.settles(seen) else None

    def _is_late_number(self, seen: Observation) -> bool:
        """Return True if it is a number that may be of a coup before: not of the running game, and not seen since
        the last event of the coup.
        """
        if seen.kind not in NUMBER_KINDS or (
            seen.game is not None and game_of_witness(seen) == self.state.game
        ):
            return False
        if seen.kind == "result_recovered" or seen.observed_at is None:
            return True
        follows = follows_since(self.state)
        return follows is not None and seen.observed_at < follows - TOLERANCE


Hand = Callable[[Command, datetime, Mapping[str, str]], State]
"""Carry out a command at the table, dated and with metadata; return the state after it. Raises Refused, ValueError."""


def observe(
    casino_id: int,
    reader: str,
    observation: Observation,
    now: datetime,
    *,
    received: bytes | None = None,
    by_wrong_clock: bool = False,
) -> Heard:
    """Record an observation once, for any number of deliveries by any route.

    `received` is its body, if a later delivery may differ in its time of arrival. Raises IdempotencyConflict if
    another observation has its sequence, and Refused if another gateway has the reader's lease.

    An observation is dated by its own time if that is possible: after the table's event that it follows, and not in the
    future. Otherwise the events have `dated_by` (`arrival`, or `receipt` by the casino), and `claimed_at` if its own
    time was wrong; a number is then in doubt. `by_wrong_clock`: both times come from a gateway whose clock is wrong.

    The reader's stream gets it unchanged; its table, if one is open, gets the fact that it reports. A fact that the
    table cannot take (a number not on its wheel) is still in the reader's stream, and in the log.
    """
    key = key_of(observation, received)
    # A reader cannot write it again: its fact is recorded with placeholders for unreadable characters.
    observation = with_visible_texts(observation)
    with transaction.atomic():
        standing = standing_of(casino_id, reader)
        follows = None if standing is None else standing.follows(observation)
        dated = date(observation, now, follows, by_wrong_clock=by_wrong_clock)
        appended = append(
            casino_id,
            reader_stream(reader),
            [noted(reader, observation, dated)],
            expected_version=ANY,
            now=now,
            idempotency=key,
        )
        if appended.replayed:
            return Heard(appended.events[0])
        require_lease(casino_id, reader, observation)
        if standing is None:
            return Heard(appended.events[0])
        hand = _handled(casino_id, standing.registered.table, reader_as_actor(reader), now)
        not_taken = report_to_table(standing, observation, dated, hand)
    return Heard(appended.events[0], not_taken)


def key_of(observation: Observation, received: bytes | None = None) -> IdempotencyKey:
    """Return the idempotency key of an observation, which came in the body `received` if one is given."""
    encoded = received or msgspec.json.encode(observation, order="sorted")
    return IdempotencyKey(f"observation:{observation.key}", encoded)


def noted(reader: str, observation: Observation, dated: Dated) -> NewEvent:
    """Return the event of an observation in its reader's stream."""
    return NewEvent(
        type=f"observed_{observation.kind}",
        data=msgspec.to_builtins(observation),
        occurred_at=dated.at,
        metadata={"by": msgspec.to_builtins(reader_as_actor(reader)), **_about(dated)},
    )


def _handled(casino_id: int, table: str, by: Actor, now: datetime) -> Hand:
    """Return the hand that handles each command by itself."""

    def hand(command: Command, at: datetime, about: Mapping[str, str]) -> State:
        return handle(TableAggregate(casino_id, table), command, by=by, now=now, at=at, about=about).state

    return hand


def reader_as_actor(reader: str) -> Actor:
    """Return a wheel reader as an actor in the record."""
    return Actor(id=reader, name=f"Reader {reader}")


def standing_of(casino_id: int, reader: str) -> Standing | None:
    """Return the reader with its open table, held so that the time of an observation is judged by the state that takes
    it.
    """
    registered = READER.find(casino_id=casino_id, code=reader, withdrawn=False)
    state = held_state(casino_id, registered.table) if registered is not None and registered.table else None
    if registered is None or state is None or state.phase == "closed":
        return None
    return Standing(registered, state, readers_of_table(casino_id, registered.table))


def _about(dated: Dated) -> dict[str, str]:
    """Return the dating of an event for its metadata; empty if the event's own time is right."""
    about = {} if dated.live else {"dated_by": dated.by}
    return about | ({} if dated.claimed is None else {"claimed_at": dated.claimed.isoformat()})


def _is_live(standing: Standing) -> bool:
    known = standing.state.readers.get(standing.registered.code)
    return known is not None and (known.state, known.role) == ("live", standing.role)


def report_to_table(
    standing: Standing, observation: Observation, dated: Dated, hand: Hand
) -> Refused | ValueError | None:
    """Report an observation to the reader's table; return the reason if the table did not take it."""
    reader, table = standing.registered.code, standing.registered.table
    about = {"cause": f"observation:{observation.key}"} | _about(dated)
    try:
        if standing.role == "witness" and standing.readers.has_lost_primary(standing.state):
            # Nothing else announces that it gives no numbers any more.
            gone = ChangeReader(reader=standing.readers.primary, state="silent", detail="out_of_service")
            standing = msgspec.structs.replace(standing, state=hand(gone, dated.at, about))
        if observation.kind not in SILENT_KINDS and not _is_live(standing):
            hand(ChangeReader(reader=reader, state="live", role=standing.role), dated.at, about)
        settles = standing.settles(observation)
        if settles:
            check_time_of_launch(observation, dated, standing.state)
        rule = spin_rule(standing.registered)
        if standing.role == "primary":
            fact: Command | None = fact_from(observation, dated, rule)
        else:
            fact = fact_of_witness(observation, dated, rule, acts=settles)
        if fact is not None:
            hand(fact, dated.at, about)
    except (Refused, ValueError) as refusal:
        log.warning(
            "reader %s at table %s, %s %s: %s", reader, table, observation.kind, observation.key, refusal
        )
        return refusal
    return None
