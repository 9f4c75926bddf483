"""A sheet as the fields of its form have it, to be corrected from there."""

from datetime import datetime

from django.utils import timezone

from casino.kit.forms.fields import OFFSET
from casino.kit.money import in_a_field
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    FloatFigures,
    SignFigures,
    VideoFigures,
)
from tables.local_time import occurs_twice, offset_of


def entered_of(content: Content, currency: str) -> dict[str, str]:
    """Return the fields by name, as a person would have filled them in."""
    counted_by = content.counted_by
    fields = {
        "counted_by": counted_by.id,
        "counted_name": "" if counted_by.id else counted_by.name,
        **_moment("done_at", content.done_at),
        "remark": content.remark,
    }
    match content.figures:
        case FloatFigures() as of:
            fields |= {f"pieces-{value}": str(pieces) for value, pieces in of.pieces.items()}
        case SignFigures() as of:
            fields |= {
                "seen": of.seen,
                "seats": "" if of.seats is None else str(of.seats),
                "minimum": "" if of.minimum is None else in_a_field(of.minimum, currency),
                "maximum": "" if of.maximum is None else in_a_field(of.maximum, currency),
                **_moment("proposed_at", of.proposed_at),
            }
        case AuditFigures() as of:
            fields |= {
                "balance": in_a_field(of.balance, currency),
                "card_drop": in_a_field(of.card_drop, currency),
                "adjustment": in_a_field(of.adjustment, currency),
                "adjustment_reason": of.reason,
            }
        case VideoFigures() as of:
            fields |= {
                "recording": of.recording,
                "minutes": str(of.minutes),
                "drop": in_a_field(of.drop, currency),
            }
    return fields


def _moment(field: str, at: datetime | None) -> dict[str, str]:
    """Return the moment by the casino's clock for a browser's field, with its offset if the time occurs twice."""
    if at is None:
        return {field: ""}
    local = timezone.localtime(at)
    offset = {f"{field}{OFFSET}": offset_of(local)} if occurs_twice(local) else {}
    return {field: f"{local:%Y-%m-%dT%H:%M}", **offset}
