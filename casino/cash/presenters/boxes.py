"""Presenter of a drop box: the table's record, the counted contents, and the signatories."""

from collections.abc import Collection, Iterable
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.cash.presenters.steps import ShownStep, signatories
from casino.commands.slip_presenter import counted
from casino.kit.forms.chip_counts import NOTES, Row
from casino.kit.money import in_a_field, money, plain
from casino.people.acting import identity
from casino.people.models import Person
from settlement.models import Box, BoxStep, GamingDay
from settlement.slip_rows import pieces_of
from tables.play.events import Pieces

STATUSES = {
    "in_place": gettext_noop("at the table"),
    "left_in_place": gettext_noop("stayed at the table over its closing"),
    "waiting": gettext_noop("waits for its count"),
    "counted": gettext_noop("counted"),
    "accepted": gettext_noop("accepted"),
}
REASONS = {
    "full": gettext_noop("it was full"),
    "closing": gettext_noop("the table closed"),
    "other": gettext_noop("for another reason"),
}
STEPS = {"counted": gettext_noop("Counted"), "accepted": gettext_noop("Accepted")}
MAY = {"waiting": frozenset({"count"}), "counted": frozenset({"count", "accept"})}
"""The steps that can be made with a box, by its status."""


class ShownBox(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box. `use` is empty for its first of the day; `total` and `difference` are empty until it is counted.

    So is `recorded`, the amount that its table has for it: the count is blind. For its counters both stay empty until
    the count is accepted, as they may count it again. `found` is `more`, `less` or `as recorded`, empty if that is
    withheld. `words` are its status in words.
    """

    table: str
    day: str
    serial: str
    place: int
    use: str
    status: str
    words: str
    since: datetime
    reason: str
    currency: str
    recorded: str
    total: str
    difference: str
    found: str


class BoxPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """A box's page. `may` are its next steps; `rows` count its notes; `removed_by` signed for its removal."""

    box: ShownBox
    version: int
    notes: tuple[tuple[str, int, str], ...]
    steps: tuple[ShownStep, ...]
    removed_by: str
    from_before: str
    rows: tuple[Row, ...]
    may: frozenset[str]


def shown_boxes(rows: Iterable[Box], viewer: Person) -> list[ShownBox]:
    """Return the boxes of these rows for this person, each in its table's currency. Three queries at most."""
    found = list(rows)
    days = GamingDay.objects.filter(
        casino_id__in={row.casino_id for row in found},
        table__in={row.table for row in found},
        day__in={row.day for row in found},
    )
    currency = {
        (table, day): money_of for table, day, money_of in days.values_list("table", "day", "currency")
    }
    own = _counted_by(viewer, [row for row in found if row.status == "counted"])
    return [_shown(row, currency.get((row.table, row.day), ""), blind=row.pk in own) for row in found]


def _counted_by(viewer: Person, rows: Collection[Box]) -> set[tuple[object, ...]]:
    if not rows:
        return set()
    steps = BoxStep.objects.filter(
        step="counted",
        casino_id=viewer.casino_id,
        table__in={row.table for row in rows},
        day__in={row.day for row in rows},
        signed__contains=[{"id": identity(viewer)}],
    )
    return set(steps.values_list("casino_id", "table", "day", "serial", "use"))


def present_box(row: Box, entered: Pieces, viewer: Person) -> BoxPresenter:
    """Return the page of that row's box; `entered` are notes that were counted in a form that was refused."""
    (box,) = shown_boxes([row], viewer)
    made = BoxStep.objects.filter(
        casino_id=row.casino_id, table=row.table, day=row.day, serial=row.serial, use=row.use
    )
    notes = pieces_of(row.pieces)
    return BoxPresenter(
        box=box,
        version=row.version,
        notes=tuple(
            (plain(value, box.currency), notes[value], money(value * notes[value], box.currency))
            for value in sorted(notes, reverse=True)
        ),
        steps=tuple(_step(step, box.currency) for step in made.order_by("version")),
        removed_by=", ".join(signatories(row.removed_by)),
        from_before=money(row.from_before, box.currency) if row.from_before and box.recorded else "",
        rows=_rows(entered, box.currency),
        may=MAY.get(row.status, frozenset()),
    )


def _shown(row: Box, currency: str, *, blind: bool) -> ShownBox:
    more = None if row.total is None or blind else row.total - row.recorded
    return ShownBox(
        table=row.table,
        day=row.day,
        serial=row.serial,
        place=row.use,
        use="" if row.use == 1 else _("use {use} of the day").format(use=row.use),
        status=row.status,
        words=_(STATUSES[row.status]),
        since=row.counted_at or row.removed_at or row.placed_at,
        reason=_(REASONS[row.reason]) if row.reason in REASONS else "",
        currency=currency,
        recorded="" if more is None else money(row.recorded, currency),
        total="" if row.total is None else money(row.total, currency),
        difference=""
        if more is None
        else money(more, currency)
        if more <= 0
        else f"+ {money(more, currency)}",
        found="" if more is None else "more" if more > 0 else "less" if more else "as recorded",
    )


def _step(step: BoxStep, currency: str) -> ShownStep:
    notes = counted(pieces_of(step.pieces), currency) or _("empty")
    found = f"{notes} = {money(step.total, currency)}" if step.step == "counted" else ""
    return ShownStep(
        label=_(STEPS[step.step]),
        at=step.at,
        signed=signatories(step.signed),
        words="; ".join(filter(None, (found, step.words))),
    )


def _rows(entered: Pieces, currency: str) -> tuple[Row, ...]:
    values = sorted({*NOTES, *entered})[:12]
    return tuple(
        Row(
            place=place,
            value=in_a_field(value, currency),
            label=plain(value, currency),
            pieces=str(entered.get(value, "")),
        )
        for place, value in enumerate(values, start=1)
    )
