"""The violations of a casino and the excuses at its balls, as their page shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from django.utils.translation import gettext

from casino.compliance.models import Violation
from casino.compliance.rule_labels import rule_label
from casino.kit.actors import called
from casino.kit.clauses import cited
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.violations import violation_sentence
from casino.kit.sentences.words import seat_label, word
from tables.compliance.state import ENDED
from tables.handling.models import GamingTable
from tables.handling.projections.table_snapshots import table_snapshots
from tables.play.staff.questions import seats_of
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook

OPEN, ALL = "open", "all"
STATUSES = {
    OPEN: _("Open"),
    "raised": _("Raised"),
    "acknowledged": _("Acknowledged"),
    "explained": _("Explained"),
    "reopened": _("Opened again"),
    "upheld": _("Upheld"),
    "dismissed": _("Dismissed"),
    ALL: _("All"),
}
STEPS = {
    "violation_acknowledged": _("Acknowledged"),
    "violation_explained": _("Explained"),
    "violation_upheld": _("Upheld"),
    "violation_dismissed": _("Dismissed"),
    "violation_reopened": _("Opened again"),
}
EXCUSES = {"notice": _("by notice to the inspector"), "force-majeure": _("by force majeure")}


class LifeStep(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a violation; `at` is local."""

    what: str
    by: str
    role: str
    words: str
    at: datetime


class FirstViolation(msgspec.Struct, frozen=True, kw_only=True):
    """The first violation of a rule, which another repeats; `at` is local. `is_listed`: it is on the same list."""

    table: str
    day: str
    name: str
    label: str
    coup: int | None
    at: datetime
    is_listed: bool

    @property
    def anchor(self) -> str:
        return anchor(self.table, self.day, self.name)


class ListedViolation(msgspec.Struct, frozen=True, kw_only=True):
    """A violation on the list; times are local. `late` is empty if no deadline was missed."""

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
    not_met: bool
    repeat_of: FirstViolation | None
    status: str
    status_label: str
    ended: bool
    life_version: int
    life: tuple[LifeStep, ...]

    @property
    def anchor(self) -> str:
        return anchor(self.table, self.day, self.name)


class RejectedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was rejected, for its place on the page, with the words that were entered."""

    anchor: str
    detail: str
    clause: str | None
    words: str


class OpenExcuse(msgspec.Struct, frozen=True, kw_only=True):
    """A person who stays at the ball of a table until the replacement: since when (UTC), why, by which clause.

    `position` is empty for a person who spins without a seat.
    """

    table: str
    person: str
    position: str
    by: str
    words: str
    since: datetime
    at_the_ball_since: datetime
    reference: str


def listed_violations(rows: Sequence[Violation], casino_id: int, zone: ZoneInfo) -> list[ListedViolation]:
    """Return the violations of these rows, with times of this zone. Two queries."""
    references, firsts = clauses_as_printed(casino_id), _firsts(rows, zone)
    return [_listed(row, firsts.get((row.table, row.day, row.repeat_of)), references, zone) for row in rows]


def lateness(late_s: int | None) -> str:
    """Return seconds in words: `1 h 2 min`, `12 min 5 s`, `40 s`."""
    if late_s is None:
        return ""
    hours, rest = divmod(late_s, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def clauses_as_printed(casino_id: int) -> dict[str, str]:
    names = set(GamingTable.ever.filter(casino_id=casino_id).values_list("rulebook", flat=True))
    return {clause: ref for name in names for clause, ref in get_rulebook(name).clauses.items()}


def anchor(table: str, day: str, name: str) -> str:
    return f"v-{table}-{day}-{name}"


def _firsts(rows: Sequence[Violation], zone: ZoneInfo) -> dict[tuple[str, str, str], FirstViolation]:
    """Return the first violation behind each repeat among these, by table, day and name."""
    listed = {row.pk for row in rows}
    wanted = {(row.casino_id, row.table, row.day, row.repeat_of) for row in rows if row.repeat_of}
    return {
        (row.table, row.day, row.name): FirstViolation(
            table=row.table,
            day=row.day,
            name=row.name,
            label=rule_label(row.rule),
            coup=row.coup,
            at=row.raised_at.astimezone(zone),
            is_listed=row.pk in listed,
        )
        for row in Violation.objects.filter(pk__in=list(wanted))
        if row.raised_at is not None
    }


def _listed(
    row: Violation, first: FirstViolation | None, references: Mapping[str, str], zone: ZoneInfo
) -> ListedViolation:
    assert row.raised_at is not None  # a violation that was not raised yet is not listed
    not_met = row.due_at is not None and row.met_at is None
    return ListedViolation(
        table=row.table,
        day=row.day,
        name=row.name,
        label=rule_label(row.rule),
        reference=references.get(row.clause, row.clause),
        detail=violation_sentence(row),
        coup=row.coup,
        by=called(row.by),
        cause_version=row.cause_version,
        at=row.raised_at.astimezone(zone),
        late=gettext("not done") if not_met else lateness(row.late_s),
        not_met=not_met,
        repeat_of=first,
        status=row.status,
        status_label=gettext(STATUSES[row.status]),
        ended=row.status in ENDED,
        life_version=row.life_version,
        life=tuple(_step(each, zone) for each in row.life),
    )


def _step(step: Mapping[str, str], zone: ZoneInfo) -> LifeStep:
    return LifeStep(
        what=gettext(STEPS[step["type"]]),
        by=called(step["by"]),
        role=word("role", step["signed"][0]) if step["signed"] else "",
        words=step["words"],
        at=datetime.fromisoformat(step["at"]).astimezone(zone),
    )


def open_excuses(casino_id: int) -> list[OpenExcuse]:
    """Return the people who stay longer at the ball, the newest first. Two queries.

    The reason is a notice or force majeure (it-campione/13, pt-americana/35).
    """
    states = (view.state for view in table_snapshots(casino_id))
    return sorted(_excuses(states), key=lambda each: each.since, reverse=True)


def _excuses(states: Iterable[State | None]) -> Iterator[OpenExcuse]:
    for state in states:
        if state is None or state.phase == "closed":
            continue
        excused, spinner, since = state.roster.excused, state.spinner, state.spinner_since
        if excused is None or spinner is None or since is None:
            continue
        rulebook = get_rulebook(state.rulebook, state.rulebook_version)
        rule = rulebook.time_at_ball
        yield OpenExcuse(
            table=state.table,
            person=spinner.name,
            position=_position(state, rulebook),
            by=gettext(EXCUSES[excused.kind]),
            words=excused.words,
            since=excused.since,
            at_the_ball_since=since,
            reference=cited(rulebook, rule.clause if rule else None),
        )


def _position(state: State, rulebook: Rulebook) -> str:
    for (layout, position), holder in seats_of(state).items():
        if holder == state.spinner:
            label = rulebook.staff.labels.get(position, position)
            return seat_label(label, layout if layout > 1 else None)
    return ""
