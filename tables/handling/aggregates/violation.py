"""The later life of a violation under the command handler: each violation has a stream of its own."""

from datetime import datetime

from tables.compliance.commands import AnyViolationCommand
from tables.compliance.decide import decide
from tables.compliance.events import VIOLATION_EVENTS, AnyViolationEvent
from tables.compliance.state import ViolationState, evolve, violation_stream
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.streams import table_stream
from tables.play.events import TABLE_EVENTS, ViolationRaised
from tables.refusal import Refused
from tables.stream import Appended, read_stream


class UnknownViolation(Refused):
    """No such violation was raised at the table on that day."""


class ViolationAggregate(Aggregate[AnyViolationCommand, ViolationState, AnyViolationEvent]):
    """A violation that was raised at a table on a gaming day (ISO date), by its name there."""

    codec = VIOLATION_EVENTS
    raised: ViolationRaised

    def __init__(self, casino_id: int, table: str, day: str, violation: str) -> None:
        super().__init__(casino_id)
        self.table, self.day, self.violation = table, day, violation

    @property
    def stream_id(self) -> str:
        return violation_stream(self.table, self.day, self.violation)

    def load(self, command: AnyViolationCommand, now: datetime) -> ViolationState:
        """Lock the violation's casino, and return its state. Requests at the same moment wait here, and are judged one
        after the other.
        """
        hold_casino(self.casino_id)
        self.raised = _raised(self.casino_id, self.table, self.day, self.violation)
        return self.as_stands()

    def as_stands(self) -> ViolationState:
        return self.evolved(read_stream(self.casino_id, self.stream_id), ViolationState())

    def current(self, earlier: Appended) -> ViolationState:
        return self.as_stands()

    def overtaken(self, state: ViolationState) -> Refused:
        return Refused("violation-changed-meanwhile", self.raised.clause, status=state.status)

    def decide(
        self, state: ViolationState, command: AnyViolationCommand, at: datetime
    ) -> tuple[AnyViolationEvent]:
        return (decide(state, command, self.raised.clause),)

    def evolve(self, state: ViolationState, happened: Happened[AnyViolationEvent]) -> ViolationState:
        return evolve(state, happened.event)


def violation_state(casino_id: int, table: str, day: str, name: str) -> ViolationState:
    """Return the state of a violation; as raised if nobody has answered it."""
    return ViolationAggregate(casino_id, table, day, name).as_stands()


def _raised(casino_id: int, table: str, day: str, name: str) -> ViolationRaised:
    for record in read_stream(casino_id, table_stream(table, day)):
        if record.type == "violation_raised" and record.data["violation"] == name:
            event = TABLE_EVENTS.read(record)
            assert isinstance(event, ViolationRaised)
            return event
    raise UnknownViolation("violation-unknown", violation=name, table=table, day=day)
