"""Missing parts of a casino before its tables are played, for the administrator's first page."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.api.models import WaitingRequest
from casino.people.models import Person, Role
from tables.handling.chip_series_in_force import casino_series, series_rule
from tables.handling.models import Ball, GamingTable, Wheel
from tables.handling.registers import entries
from tables.registers.entries.kinds.readers import NUMBERS_ONLY
from tables.registers.entries.state import Entry

RUNS_A_TABLE = (Role.PIT_BOSS, Role.CHEF_DE_TABLE)


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is still to be done, and the page where it is; no address where another role does it."""

    words: str
    address: str = ""
    action: str = ""


def still_to_do(casino_id: int, person: Any) -> list[Task]:
    """Return the missing entries of the casino as tasks, in the order of work."""
    return [
        *_requests(casino_id),
        *_tables(casino_id),
        *_people(casino_id),
        *_equipment(casino_id, person),
        *_readers(casino_id),
    ]


def _requests(casino_id: int) -> Iterator[Task]:
    number = WaitingRequest.objects.filter(
        casino_id=casino_id, state=WaitingRequest.PENDING, expires_at__gt=timezone.now()
    ).count()
    if number:
        words = ngettext(
            "%(number)s request of an API client waits for an officer.",
            "%(number)s requests of API clients wait for an officer.",
            number,
        )
        yield Task(words=words % {"number": number}, address=reverse("requests:index"), action=_("Requests"))


def _tables(casino_id: int) -> Iterator[Task]:
    if not entries(casino_id, "table", withdrawn=False):
        new = reverse("registers:new", args=["table"])
        yield Task(words=_("There are no tables yet."), address=new, action=_("Register the first"))


def _people(casino_id: int) -> Iterator[Task]:
    there = set(Person.objects.filter(casino_id=casino_id, is_active=True).values_list("role", flat=True))
    if not there & set(RUNS_A_TABLE):
        yield Task(words=_("Nobody can open a table yet: engage a pit boss, and croupiers who sit at it."))


def _equipment(casino_id: int, person: Any) -> Iterator[Task]:
    standing = (
        {
            *Wheel.objects.filter(casino_id=casino_id, withdrawn=False).values_list("table", flat=True),
        },
        {
            *Ball.objects.filter(casino_id=casino_id, withdrawn=False)
            .exclude(letter="")
            .values_list("table", flat=True),
        },
    )
    page = reverse("house:equipment") if person.has_perm("equipment.see") else ""
    for table in GamingTable.objects.filter(casino_id=casino_id).order_by("code"):
        lacks = [
            what
            for what, tables, own in (
                (_("wheel"), standing[0], table.cylinder_mm),
                (_("ball"), standing[1], table.balls),
            )
            if table.code not in tables and not own
        ]
        if lacks:
            words = _("No %(what)s stands at %(table)s: the pit boss registers and inspects them.")
            yield Task(
                words=words % {"what": _(" and no ").join(lacks), "table": table.code},
                address=page,
                action=_("Wheels and balls") if page else "",
            )
    if series_rule(casino_id) is not None and not casino_series(casino_id).series:
        yield Task(
            words=_("No series of chips is issued, and a rulebook of the casino asks for one."),
            address=reverse("house:series"),
            action=_("Series of chips"),
        )


def _readers(casino_id: int) -> Iterator[Task]:
    readers = entries(casino_id, "reader", withdrawn=False)
    read = {reader.values["table"] for reader in readers}
    unread = [each.code for each in entries(casino_id, "table", withdrawn=False) if each.code not in read]
    if unread:
        yield Task(
            words=_("No reader reads the wheel of %(tables)s: numbers are entered by hand there.")
            % {"tables": ", ".join(unread)},
            address=reverse("connect_reader:start"),
            action=_("Connect a reader"),
        )
    yield from _launches_to_choose(readers)
    yield from _second_primaries(readers)


def _launches_to_choose(readers: Sequence[Entry]) -> Iterator[Task]:
    """Readers of numbers only that were registered before the register asked how their launches are known."""
    for reader in readers:
        if reader.values.get("protocol") == NUMBERS_ONLY and "launch" not in reader.values:
            words = _(
                "Choose how launches are known for reader %(reader)s: staff enter them, or its table displays only."
            )
            yield Task(words=words % {"reader": reader.code}, **_change_of(reader))


def _second_primaries(readers: Sequence[Entry]) -> Iterator[Task]:
    """Tables with more than one primary reader, as they were registered before readers had roles."""
    primaries: dict[str, list[Entry]] = {}
    for reader in readers:
        is_primary = reader.values.get("role", "primary") == "primary" and reader.values.get("enabled", True)
        if is_primary and reader.values.get("table"):
            primaries.setdefault(reader.values["table"], []).append(reader)
    for table, found in sorted(primaries.items()):
        if len(found) > 1:
            codes = [each.code for each in found]
            words = _(
                "Table %(table)s has %(count)s primary readers: %(readers)s. Make all but one of them witnesses. Until "
                "then %(first)s counts as the primary."
            )
            named = {"table": table, "count": len(found), "readers": ", ".join(codes), "first": codes[0]}
            yield Task(words=words % named, **_change_of(found[1]))


def _change_of(reader: Entry) -> dict[str, str]:
    """Return the page on which a reader is changed, and the label of the link to it."""
    address = reverse("registers:entry", args=[reader.kind, reader.code])
    return {"address": address, "action": _("Change %(reader)s") % {"reader": reader.code}}
