"""An alert is raised once, ended once, and acknowledged once, by the staff."""

from collections.abc import Iterator

from tables.compliance.alerts.commands import AcknowledgeAlert, AnyAlertCommand, EndAlert, RaiseAlert
from tables.compliance.alerts.events import AlertAcknowledged, AlertEnded, AlertRaised, AnyAlertEvent
from tables.compliance.alerts.state import Alerts
from tables.compliance.decide import STAFF
from tables.play.signatures import check_any_signed
from tables.refusal import Refused


class UnknownAlert(Refused):
    """No such alert was raised at the table on that day."""


def decide(state: Alerts, command: AnyAlertCommand, table: str, day: str) -> Iterator[AnyAlertEvent]:
    """Yield the events of `command` about an alert of that table and gaming day.

    A repetition by the watch changes nothing; a second person is refused with the first one's name. Raises Refused.
    """
    known = state.alerts.get(command.alert)
    match command:
        case RaiseAlert():
            if known is None:
                yield AlertRaised(
                    alert=command.alert,
                    kind=command.kind,
                    code=command.code,
                    parameters=command.parameters,
                    since=command.since,
                    subject=command.subject,
                )
        case EndAlert():
            if known is not None and not known.ended:
                yield AlertEnded(alert=command.alert)
        case AcknowledgeAlert():
            if known is None:
                raise UnknownAlert("alert-unknown", alert=command.alert[:60], table=table, day=day)
            check_any_signed(command, STAFF, Refused("alert-unsigned", roles=STAFF))
            if known.acknowledged_by:
                raise Refused("alert-known-already", by=known.acknowledged_by)
            by = next(each.person for each in command.signatures if each.role in STAFF)
            yield AlertAcknowledged(alert=command.alert, by=by)
