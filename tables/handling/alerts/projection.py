"""The rows of the alerts, carried along by every event of their streams."""

from collections.abc import Sequence

from tables.compliance.alerts.events import ALERT_EVENTS, TYPES, AlertAcknowledged, AlertEnded, AlertRaised
from tables.handling.alerts.models import Alert
from tables.handling.streams import table_and_day
from tables.stream import RecordedEvent, SynchronousProjection


class AlertRows(SynchronousProjection):
    name = "alerts"
    version = 1
    types = TYPES
    models = (Alert,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for recorded in events:
            table, day = table_and_day(recorded.stream_id)
            event = ALERT_EVENTS.read(recorded)
            of = Alert.objects.filter(casino_id=recorded.casino_id, table=table, day=day, name=event.alert)
            match event:
                case AlertRaised():
                    Alert.objects.create(
                        casino_id=recorded.casino_id,
                        table=table,
                        day=day,
                        name=event.alert,
                        kind=event.kind,
                        subject=event.subject,
                        code=event.code,
                        parameters=event.parameters,
                        since=event.since,
                        raised_at=recorded.occurred_at,
                        version=recorded.version,
                    )
                case AlertEnded():
                    of.update(ended_at=recorded.occurred_at, version=recorded.version)
                case AlertAcknowledged():
                    of.update(
                        acknowledged_at=recorded.occurred_at,
                        acknowledged_by=event.by.name,
                        version=recorded.version,
                    )
