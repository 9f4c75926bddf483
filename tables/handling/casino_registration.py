"""A new casino: its row, which gives it the number that everything else is kept by, and the entry of its register."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import declare
from tables.registers.entries.kinds import CASINO


def register_casino(
    values: Mapping[str, Any],
    *,
    by: Actor,
    now: datetime,
    casino_id: int | None = None,
    demonstration: bool = False,
) -> Casino:
    """Register a casino with the values of its entry, under the next number or this one. Raises EntryRefused, and then
    there is none."""
    with transaction.atomic():
        casino = Casino.objects.create(pk=casino_id, name="", demonstration=demonstration)
        declare(casino.pk, CASINO, CASINO, values, by=by, now=now)
        casino.refresh_from_db()
    return casino
