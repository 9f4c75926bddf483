"""Events of a gaming day's alerts at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from tables.codec import EventCodec
from tables.play.event import Person

AlertKind = Literal["bias", "drop-zone", "pace", "no-coup", "rotor-speed", "direction", "device-offline"]
"""bias, drop-zone: the numbers of the wheel, or their distances from the number before, are not those of chance. pace:
the table is slower or faster than is wanted. no-coup: an open table has had no coup for minutes. rotor-speed: the rotor
is outside its band. direction: launches all ran the same way. device-offline: the wheel's reader is silent or reports a
fault."""


class AlertEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the events of an alert. `alert` names the alert within the table's day: `alert-pace-2`."""

    alert: str


class AlertRaised(AlertEvent, frozen=True, kw_only=True, tag="alert_raised"):
    """Something is so that somebody should see. `code` is of its sentence, which names the `parameters`.

    `subject` is the reader, or the wheel and its stretch, that it is about; empty for the table itself. `since` is when
    it began, as far as that is known.
    """

    kind: AlertKind
    code: str
    parameters: dict[str, Any]
    since: datetime
    subject: str = ""


class AlertEnded(AlertEvent, frozen=True, kw_only=True, tag="alert_ended"):
    """End of an alert's condition. The alert stays open until somebody has acknowledged it."""


class AlertAcknowledged(AlertEvent, frozen=True, kw_only=True, tag="alert_acknowledged"):
    """Acknowledgement of an alert. `by` is the first person of the staff who acknowledged it."""

    by: Person


AnyAlertEvent = AlertRaised | AlertEnded | AlertAcknowledged
ALERT_EVENTS = EventCodec[AnyAlertEvent](AnyAlertEvent)
TYPES = ALERT_EVENTS.types
"""The types of all events of alerts, as the record has them."""
