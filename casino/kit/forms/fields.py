"""A form, read field by field and strictly: each reader gives the value or raises Unclear."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from casino.kit.money import reader_figures
from tables.local_time import moment_of, offsets_of
from tables.refusal import Refused

Form = Mapping[str, str]
OFFSET = "_offset"
"""End of the name of the field that chooses between two equal times."""
COUNTED = re.compile(r"[0-9]{1,5}")


class Unclear(Refused):
    """A form of which no command can be made."""


def text(form: Form, field: str) -> str:
    """Return the entered text without spaces around it; empty if there is none."""
    return form.get(field, "").strip()


def required(form: Form, field: str, missing: Unclear) -> str:
    """Return the entered text. Raises `missing` if there is none."""
    entered = text(form, field)
    if not entered:
        raise missing
    return entered


def ticked(form: Form, field: str) -> bool:
    """Return True if the box was ticked."""
    return form.get(field) == "yes"


def amount(form: Form, field: str, currency: str) -> int:
    """Return an amount typed in major units of the currency, in minor units. Raises Unclear."""
    try:
        return reader_figures().entered(text(form, field), currency)
    except Refused as refused:
        raise Unclear.again(refused.refusal) from None


def count(form: Form, field: str, what: str) -> int:
    """Return a whole number in the digits 0 to 9. `what` is the key of the thing that it is none of: `number` of the
    wheel.
    """
    entered = text(form, field)
    if not COUNTED.fullmatch(entered):
        raise Unclear("no-whole-number", entered=entered[:12], what=what)
    return int(entered)


def moment(form: Form, field: str) -> datetime:
    """Return a date with its time by the casino's clock, as `2026-11-20T21:30`, in UTC.

    The field `<field>_offset` chooses between two equal times. Raises Unclear, also for a time that does not occur, and
    for one that occurs twice without such a choice.
    """
    entered = text(form, field)
    try:
        read = parse_datetime(entered)
        if read is None:
            raise ValueError(entered)
        if timezone.is_aware(read):
            return read.astimezone(UTC)
        return moment_of(read, timezone.get_current_timezone(), text(form, f"{field}{OFFSET}"))
    except Refused as refused:
        raise Unclear.again(refused.refusal) from None
    except (ValueError, OverflowError) as error:
        raise Unclear("moment-malformed", entered=entered[:16]) from error


def offsets_of_entered(entered: str) -> tuple[str, ...]:
    """Return both offsets of an entered time that occurs twice on the casino's clock; empty for any other text."""
    try:
        read = parse_datetime(entered)
        if read is None or timezone.is_aware(read):
            return ()
        return offsets_of(read, timezone.get_current_timezone())
    except (ValueError, OverflowError):
        return ()


def millimetres(form: Form, field: str) -> float:
    """Return a diameter in millimetres, to a tenth or a hundredth: `20` or `20.5`."""
    entered = text(form, field)
    if (read := _measure(entered)) is None:
        raise Unclear("diameter-malformed", entered=entered[:12])
    return read


def grams(form: Form, field: str) -> float:
    """Return a weight in grams, to a tenth or a hundredth: `8` or `8.5`."""
    entered = text(form, field)
    if (read := _measure(entered)) is None:
        raise Unclear("weight-malformed", entered=entered[:12])
    return read


def _measure(entered: str) -> float | None:
    try:
        read = Decimal(entered.replace(",", "."))
    except InvalidOperation:
        return None
    return float(read) if read.is_finite() and 0 < read < 1000 else None
