"""A form, read field by field and strictly: each reader gives the value or raises Unclear."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from casino.kit.money import reader_figures
from tables.roulette.refusal import Refused

Form = Mapping[str, str]
COUNTED = re.compile(r"[0-9]{1,5}")


class Unclear(Refused):
    """A form of which no command can be made."""


def text(form: Form, field: str) -> str:
    """What was written there, without spaces around it; empty where nothing was."""
    return form.get(field, "").strip()


def required(form: Form, field: str, missing: Unclear) -> str:
    """What was written there. Raises `missing` where nothing was."""
    entered = text(form, field)
    if not entered:
        raise missing
    return entered


def ticked(form: Form, field: str) -> bool:
    """Return True if the box was ticked."""
    return form.get(field) == "yes"


def amount(form: Form, field: str) -> int:
    """An amount typed in major units, in minor units."""
    try:
        return reader_figures().entered(text(form, field))
    except ValueError as error:
        raise Unclear("amount-malformed", entered=text(form, field)[:20]) from error


def count(form: Form, field: str, what: str) -> int:
    """A whole number in the digits 0 to 9. `what` is the key of the thing that it is none of: `number` of the wheel."""
    entered = text(form, field)
    if not COUNTED.fullmatch(entered):
        raise Unclear("no-whole-number", entered=entered[:12], what=what)
    return int(entered)


def moment(form: Form, field: str) -> datetime:
    """A date with its time by the casino's clock, as `2026-11-20T21:30`, in UTC."""
    entered = text(form, field)
    try:
        read = parse_datetime(entered)
        if read is None:
            raise ValueError(entered)
        return (timezone.make_aware(read) if timezone.is_naive(read) else read).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Unclear("moment-malformed", entered=entered[:16]) from error


def millimetres(form: Form, field: str) -> float:
    """A diameter in millimetres, to a tenth or a hundredth: `20` or `20.5`."""
    entered = text(form, field)
    if (read := _measure(entered)) is None:
        raise Unclear("diameter-malformed", entered=entered[:12])
    return read


def grams(form: Form, field: str) -> float:
    """A weight in grams, to a tenth or a hundredth: `8` or `8.5`."""
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
