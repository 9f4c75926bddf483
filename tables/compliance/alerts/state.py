"""The alerts of a gaming day at a table, evolved from their stream."""

import msgspec
from msgspec.structs import replace

from tables.compliance.alerts.events import AlertAcknowledged, AlertEnded, AlertRaised, AnyAlertEvent

PREFIX = "alerts/"
NAME_PREFIX = "alert-"
"""With this the name of an alert begins; no violation of a table's day is called so."""


class AlertState(msgspec.Struct, frozen=True, kw_only=True):
    """One alert. `acknowledged_by` is empty until a person has acknowledged it."""

    ended: bool = False
    acknowledged_by: str = ""


class Alerts(msgspec.Struct, frozen=True, kw_only=True):
    """The alerts by their names, at a version of their stream."""

    version: int = 0
    alerts: dict[str, AlertState] = {}


def alerts_stream(table: str, day: str) -> str:
    """Return the stream of the alerts that were raised at a table on a gaming day: `alerts/RF1/2026-11-20`."""
    return f"{PREFIX}{table}/{day}"


def alert_name(kind: str, number: int) -> str:
    """Return the name of a day's `number`th alert of that kind: `alert-pace-2`."""
    return f"{NAME_PREFIX}{kind}-{number}"


def evolve(state: Alerts, event: AnyAlertEvent) -> Alerts:
    known = state.alerts.get(event.alert, AlertState())
    match event:
        case AlertRaised():
            known = AlertState()
        case AlertEnded():
            known = replace(known, ended=True)
        case AlertAcknowledged():
            known = replace(known, acknowledged_by=event.by.name)
    return Alerts(version=state.version + 1, alerts={**state.alerts, event.alert: known})
