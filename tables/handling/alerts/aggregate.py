"""The alerts of a table's gaming day under the command handler: they have a stream of their own."""

from collections.abc import Iterator
from datetime import datetime

from tables.compliance.alerts.commands import AnyAlertCommand
from tables.compliance.alerts.decide import decide
from tables.compliance.alerts.events import ALERT_EVENTS, AnyAlertEvent
from tables.compliance.alerts.state import Alerts, alerts_stream, evolve
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.refusal import Refused
from tables.stream import Appended, read_stream


class AlertsAggregate(Aggregate[AnyAlertCommand, Alerts, AnyAlertEvent]):
    """The alerts that were raised at a table on a gaming day (ISO date)."""

    codec = ALERT_EVENTS

    def __init__(self, casino_id: int, table: str, day: str) -> None:
        super().__init__(casino_id)
        self.table, self.day = table, day

    @property
    def stream_id(self) -> str:
        return alerts_stream(self.table, self.day)

    def load(self, command: AnyAlertCommand, now: datetime) -> Alerts:
        """Lock and load the alerts: two messages with the same content wait here for each other, and the second
        changes nothing.
        """
        hold_casino(self.casino_id)
        return self.as_stands()

    def as_stands(self) -> Alerts:
        return self.evolved(read_stream(self.casino_id, self.stream_id), Alerts())

    def current(self, earlier: Appended) -> Alerts:
        return self.as_stands()

    def overtaken(self, state: Alerts) -> Refused:
        return Refused("alert-changed-meanwhile")

    def decide(self, state: Alerts, command: AnyAlertCommand, at: datetime) -> Iterator[AnyAlertEvent]:
        return decide(state, command, self.table, self.day)

    def evolve(self, state: Alerts, happened: Happened[AnyAlertEvent]) -> Alerts:
        return evolve(state, happened.event)
