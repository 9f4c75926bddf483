"""What happens to a violation after it was raised, under the command handler: it has a stream of its own."""

from datetime import datetime

from tables.compliance.commands import AnyLifeCommand
from tables.compliance.decide import decide
from tables.compliance.events import VIOLATION_EVENTS, AnyLifeEvent
from tables.compliance.state import Life, evolve, violation_stream
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_house
from tables.handling.streams import table_stream
from tables.play.events import TABLE_EVENTS, ViolationRaised
from tables.roulette.refusal import Refused
from tables.stream import Appended, read_stream


class UnknownViolation(Refused):
    """No such violation was raised at the table on that day."""


class ViolationAggregate(Aggregate[AnyLifeCommand, Life, AnyLifeEvent]):
    """A violation that was raised at a table on a gaming day (ISO date), by its name there."""

    codec = VIOLATION_EVENTS
    raised: ViolationRaised

    def __init__(self, casino_id: int, table: str, day: str, violation: str) -> None:
        super().__init__(casino_id)
        self.table, self.day, self.violation = table, day, violation

    @property
    def stream_id(self) -> str:
        return violation_stream(self.table, self.day, self.violation)

    def load(self, command: AnyLifeCommand, now: datetime) -> Life:
        """Who says something at the same moment waits here, and is judged on what was said first."""
        hold_house(self.casino_id)
        self.raised = _raised(self.casino_id, self.table, self.day, self.violation)
        return self.life()

    def life(self) -> Life:
        """Its life, folded from its stream; untouched where nobody has said anything to it."""
        return self.fold(read_stream(self.casino_id, self.stream_id), Life())

    def current(self, earlier: Appended) -> Life:
        return self.life()

    def overtaken(self, state: Life) -> Refused:
        return Refused("violation-changed-meanwhile", self.raised.clause, status=state.status)

    def decide(self, state: Life, command: AnyLifeCommand, at: datetime) -> tuple[AnyLifeEvent]:
        return (decide(state, command, self.raised.clause),)

    def evolve(self, state: Life, happened: Happened[AnyLifeEvent]) -> Life:
        return evolve(state, happened.event)


def life_of(casino_id: int, table: str, day: str, name: str) -> Life:
    """The life of a violation; untouched where nobody has said anything to it."""
    return ViolationAggregate(casino_id, table, day, name).life()


def _raised(casino_id: int, table: str, day: str, name: str) -> ViolationRaised:
    for record in read_stream(casino_id, table_stream(table, day)):
        if record.type == "violation_raised" and record.data["violation"] == name:
            event = TABLE_EVENTS.read(record)
            assert isinstance(event, ViolationRaised)
            return event
    raise UnknownViolation("violation-unknown", violation=name, table=table, day=day)
