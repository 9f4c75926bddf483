"""Commands about alerts: the watch raises and ends them, a person acknowledges."""

from datetime import datetime
from typing import Any

from tables.compliance.alerts.events import AlertKind
from tables.play.command import Fact, Request, Signed


class RaiseAlert(Fact, frozen=True, kw_only=True, tag="raise-alert"):
    """Something is so that somebody should see."""

    alert: str
    kind: AlertKind
    code: str
    parameters: dict[str, Any]
    since: datetime
    subject: str = ""


class EndAlert(Fact, frozen=True, kw_only=True, tag="end-alert"):
    """It is so no longer."""

    alert: str


class AcknowledgeAlert(Request, Signed, frozen=True, kw_only=True, tag="acknowledge-alert"):
    """Say that the staff knows of it."""

    alert: str


AnyAlertCommand = RaiseAlert | EndAlert | AcknowledgeAlert
