"""A sheet as the fields of its form have it, to be corrected from there."""

from datetime import datetime

from django.utils import timezone

from casino.kit.money import in_a_field
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    FloatFigures,
    SignFigures,
    VideoFigures,
)


def entered_of(content: Content) -> dict[str, str]:
    """The fields by name, as a person would have filled them in."""
    counted_by = content.counted_by
    fields = {
        "counted_by": counted_by.id,
        "counted_name": "" if counted_by.id else counted_by.name,
        "done_at": _moment(content.done_at),
        "remark": content.remark,
    }
    match content.figures:
        case FloatFigures() as of:
            fields |= {f"pieces-{value}": str(pieces) for value, pieces in of.pieces.items()}
        case SignFigures() as of:
            fields |= {
                "seen": of.seen,
                "seats": "" if of.seats is None else str(of.seats),
                "minimum": "" if of.minimum is None else in_a_field(of.minimum),
                "maximum": "" if of.maximum is None else in_a_field(of.maximum),
                "proposed_at": _moment(of.proposed_at),
            }
        case AuditFigures() as of:
            fields |= {
                "balance": in_a_field(of.balance),
                "card_drop": in_a_field(of.card_drop),
                "adjustment": in_a_field(of.adjustment),
                "adjustment_reason": of.reason,
            }
        case VideoFigures() as of:
            fields |= {"recording": of.recording, "minutes": str(of.minutes), "drop": in_a_field(of.drop)}
    return fields


def _moment(at: datetime | None) -> str:
    """Return the moment by the casino's clock, as a browser's field needs it."""
    return f"{timezone.localtime(at):%Y-%m-%dT%H:%M}" if at else ""
