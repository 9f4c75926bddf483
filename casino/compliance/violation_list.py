"""The violations of a house as their list shows them, the newest first."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec

from casino.compliance.filters import ALL, OPEN, rule_label
from casino.compliance.models import Violation
from casino.kit.sentences.violations import violation_sentence
from tables.compliance.state import ENDED
from tables.handling.models import GamingTable
from tables.play.signatures import ROLES
from tables.roulette.loader import get_rulebook

LISTED_AT_MOST = 200
WHAT_WAS_DONE = {
    "violation_acknowledged": "Acknowledged",
    "violation_explained": "Explained",
    "violation_upheld": "Upheld",
    "violation_dismissed": "Dismissed",
    "violation_reopened": "Opened again",
}


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said to a violation; `at` is local."""

    what: str
    by: str
    role: str
    words: str
    at: datetime


class First(msgspec.Struct, frozen=True, kw_only=True):
    """The violation of which another is the repeat; `at` is local."""

    table: str
    day: str
    name: str
    label: str
    coup: int | None
    at: datetime
    shown: bool
    """Whether it stands on the same list."""

    @property
    def anchor(self) -> str:
        """Its place on the page, where it is shown."""
        return _anchor(self.table, self.day, self.name)


class ShownViolation(msgspec.Struct, frozen=True, kw_only=True):
    """A violation as it is shown; times are local."""

    table: str
    day: str
    name: str
    label: str
    reference: str
    detail: str
    coup: int | None
    by: str
    cause_version: int | None
    at: datetime
    late: str
    """How late it was done, or that it is not done; empty where no deadline was missed."""
    not_met: bool
    repeat_of: First | None
    status: str
    ended: bool
    life_version: int
    life: tuple[Step, ...]

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return _anchor(self.table, self.day, self.name)


def violations(
    casino_id: int, chosen: Mapping[str, str | date | None], zone: ZoneInfo
) -> list[ShownViolation]:
    """The violations that a valid filter chooses, with times of this zone. Three queries."""
    found = Violation.objects.filter(casino_id=casino_id, raised_at__isnull=False)
    for field in ("day", "table", "rule", "name"):
        if chosen.get(field):
            found = found.filter(**{field: str(chosen[field])})
    status = chosen.get("status") or OPEN
    if status == OPEN:
        found = found.exclude(status__in=ENDED)
    elif status != ALL:
        found = found.filter(status=status)
    rows = list(found.order_by("-raised_at", "-version")[:LISTED_AT_MOST])
    references, firsts = clauses_as_printed(casino_id), _firsts(rows, zone)
    return [_shown(row, firsts.get((row.table, row.day, row.repeat_of)), references, zone) for row in rows]


def rules_raised(casino_id: int) -> list[str]:
    """The rules of which the house has violations."""
    found = Violation.objects.filter(casino_id=casino_id, raised_at__isnull=False)
    return list(found.order_by("rule").values_list("rule", flat=True).distinct())


def lateness(late_s: int | None) -> str:
    """Seconds in words: `1 h 2 min`, `12 min 5 s`, `40 s`."""
    if late_s is None:
        return ""
    hours, rest = divmod(late_s, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def clauses_as_printed(casino_id: int) -> dict[str, str]:
    """The clauses of the house's rulebooks as they are printed."""
    names = set(GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True))
    return {clause: ref for name in names for clause, ref in get_rulebook(name).clauses.items()}


def _firsts(rows: Sequence[Violation], zone: ZoneInfo) -> dict[tuple[str, str, str], First]:
    """The first violation behind each repeat among these, by table, day and name."""
    listed = {row.pk for row in rows}
    wanted = {(row.casino_id, row.table, row.day, row.repeat_of) for row in rows if row.repeat_of}
    return {
        (row.table, row.day, row.name): First(
            table=row.table,
            day=row.day,
            name=row.name,
            label=rule_label(row.rule),
            coup=row.coup,
            at=row.raised_at.astimezone(zone),
            shown=row.pk in listed,
        )
        for row in Violation.objects.filter(pk__in=list(wanted))
        if row.raised_at is not None
    }


def _anchor(table: str, day: str, name: str) -> str:
    return f"v-{table}-{day}-{name}"


def _shown(
    row: Violation, first: First | None, references: Mapping[str, str], zone: ZoneInfo
) -> ShownViolation:
    assert row.raised_at is not None  # what was not raised yet is not listed
    not_met = row.due_at is not None and row.met_at is None
    return ShownViolation(
        table=row.table,
        day=row.day,
        name=row.name,
        label=rule_label(row.rule),
        reference=references.get(row.clause, row.clause),
        detail=violation_sentence(row),
        coup=row.coup,
        by=row.by,
        cause_version=row.cause_version,
        at=row.raised_at.astimezone(zone),
        late="not done" if not_met else lateness(row.late_s),
        not_met=not_met,
        repeat_of=first,
        status=row.status,
        ended=row.status in ENDED,
        life_version=row.life_version,
        life=tuple(_step(each, zone) for each in row.life),
    )


def _step(said: Mapping[str, str], zone: ZoneInfo) -> Step:
    role = said["signed"][0] if said["signed"] else ""
    return Step(
        what=WHAT_WAS_DONE[said["type"]],
        by=said["by"],
        role=ROLES.get(role, role),
        words=said["words"],
        at=datetime.fromisoformat(said["at"]).astimezone(zone),
    )
