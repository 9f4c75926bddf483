"""What was recorded of a gaming day after the casino had closed it. Facts count to the day they belong to, whenever
they are recorded, and are shown as what came after its closing."""

from datetime import datetime

import msgspec

from settlement.day_entries import movements_since
from settlement.models import BoxStep, GamingDay
from tables.roulette.money import in_words


class AfterClosing(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """Something that came later: when (UTC), at which table, and what it was, in words."""

    at: datetime
    table: str
    what: str


def after_closing(casino_id: int, day: str, closed_at: datetime) -> tuple[AfterClosing, ...]:
    """All of it, the oldest first: counts of boxes and their acceptance, and every other movement. Three queries."""
    days = GamingDay.objects.filter(casino_id=casino_id, day=day)
    currency = dict(days.values_list("table", "currency"))
    moved = [
        AfterClosing(
            at=each.at,
            table=table,
            what=f"{each.reason}: {in_words(each.amount, currency[table])} "
            f"from {each.from_where} to {each.to_where}",
        )
        for table, each in movements_since(casino_id, day, closed_at)
    ]
    steps = BoxStep.objects.filter(casino_id=casino_id, day=day, at__gt=closed_at)
    counted = [
        AfterClosing(
            at=step.at,
            table=step.table,
            what=f"box {step.serial} {step.step}: {in_words(step.total, currency[step.table])}",
        )
        for step in steps
    ]
    return tuple(sorted([*moved, *counted]))
