"""The plan compared with the record: planned and real people now, the next ones, and whether they are in time."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from tables.compliance.rules.time_at_ball import at_the_ball
from tables.play.events import Person
from tables.play.staff.questions import seats_of, stay_of_spinner
from tables.play.state import State
from tables.registers.rota.plan import Entry, Rota, RotaRules, TableRules
from tables.registers.rota.warnings import RotaWarning, local
from tables.roulette.rulebook import Rulebook


class BallNow(msgspec.Struct, frozen=True, kw_only=True):
    """Ball of a table at a moment: its planned dealer, and the entry that is to replace the present one. `rule_ends` is
    the rulebook's latest time for that, by `clause` (UTC).
    """

    planned: Entry | None
    next: Entry | None
    rule_ends: datetime | None = None
    clause: str | None = None

    @property
    def late(self) -> bool:
        """True if the plan replaces the dealer only after the rule's end."""
        return self.next is not None and self.rule_ends is not None and self.next.begins > self.rule_ends


def ball_now(entries: Iterable[Entry], state: State, rulebook: Rulebook, now: datetime) -> BallNow:
    """Return the ball of an open table by the plan. `entries` are the table's, by their begin."""
    spins = [each for each in entries if each.spins and each.ends > now]
    planned = next((each for each in spins if each.is_at(now)), None)
    has_it = state.spinner or (planned.person if planned else None)
    next_ = next((e for e in spins if e.begins > now and (has_it is None or e.person.id != has_it.id)), None)
    stay = stay_of_spinner(state)
    case = next((due for due in at_the_ball(state, rulebook) if stay is None or due.key == stay.key), None)
    return BallNow(
        planned=planned,
        next=next_,
        rule_ends=case.due_at if case else None,
        clause=case.clause if case else None,
    )


def due_within(rota: Rota, now: datetime, within: timedelta) -> tuple[Entry, ...]:
    """Return the entries that begin within that time from now on, the next first."""
    return tuple(each for each in rota.entries if now < each.begins <= now + within)


def against_facts(
    rota: Rota, states: Mapping[str, State], now: datetime, rules: RotaRules
) -> tuple[RotaWarning, ...]:
    """Return the differences of the record from the plan for now, and late replacements. `states` are the tables as
    they are, by code.
    """
    found: list[RotaWarning] = []
    for code, table in rules.tables.items():
        entries, state = rota.at(code), states.get(code)
        if state is None or state.phase == "closed":
            found += _not_open(entries, table, now)
        elif entries:
            found += _ball(entries, state, table, now, rules)
            found += _seats(entries, state, states, table, now)
    found += _breaks(rota, states, now, rules)
    return tuple(found)


def _not_open(entries: tuple[Entry, ...], table: TableRules, now: datetime) -> Iterator[RotaWarning]:
    planned = tuple(each for each in entries if each.is_at(now))
    if planned:
        yield _fact(
            code="table-not-open-as-planned", parameters={"table": table.code}, entries=planned, at=now
        )


def _fact(
    *,
    code: str,
    parameters: dict[str, Any],
    entries: Iterable[Entry],
    at: datetime,
    clause: str | None = None,
) -> RotaWarning:
    concerned = tuple(entries)
    return RotaWarning(
        kind="fact",
        code=code,
        parameters=parameters,
        at=at,
        clause=clause,
        table=concerned[0].table if concerned else "",
        entries=tuple(each.entry for each in concerned),
    )


def _ball(
    entries: tuple[Entry, ...], state: State, table: TableRules, now: datetime, rules: RotaRules
) -> Iterator[RotaWarning]:
    """Yield a warning unless the dealer is the planned one, and is replaced before the rule's end."""
    ball, spinner = ball_now(entries, state, table.rulebook, now), state.spinner
    if ball.planned is not None and (spinner is None or ball.planned.person.id != spinner.id):
        yield _fact(
            code="another-at-ball-than-planned",
            parameters={
                "name": ball.planned.person.name,
                "table": table.code,
                "other": spinner.name if spinner else "",
                **local(rules.zone, begins=ball.planned.begins),
            },
            entries=[ball.planned],
            at=ball.planned.begins,
        )
        return
    if spinner is None or ball.rule_ends is None:
        return
    if ball.late and ball.next is not None:
        yield _fact(
            code="planned-to-replace-spinner-late",
            parameters={
                "name": spinner.name,
                "table": table.code,
                **local(rules.zone, begins=ball.next.begins, ends=ball.rule_ends),
            },
            entries=[ball.next],
            at=ball.rule_ends,
            clause=ball.clause,
        )
    elif ball.next is None and ball.planned is not None and ball.planned.ends > ball.rule_ends:
        yield _fact(
            code="nobody-planned-to-replace-spinner",
            parameters={"name": spinner.name, "table": table.code, **local(rules.zone, ends=ball.rule_ends)},
            entries=[ball.planned],
            at=ball.rule_ends,
            clause=ball.clause,
        )


def _seats(
    entries: tuple[Entry, ...], state: State, states: Mapping[str, State], table: TableRules, now: datetime
) -> Iterator[RotaWarning]:
    """Yield a warning for each planned seat that the planned person does not hold. The ball has a check of its own."""
    seated = seats_of(state)
    for entry in entries:
        holder = seated.get((entry.layout, entry.position))
        if entry.spins or not entry.is_at(now) or (holder is not None and holder.id == entry.person.id):
            continue
        rests = _rests(entry.person, states)
        yield _fact(
            code="resting-while-planned-at-table" if rests else "another-seated-than-planned",
            parameters={
                "name": entry.person.name,
                "seat": table.seat(entry.layout, entry.position),
                "table": table.code,
                "other": holder.name if holder else "",
            },
            entries=[entry],
            at=entry.begins,
        )


def _breaks(
    rota: Rota, states: Mapping[str, State], now: datetime, rules: RotaRules
) -> Iterator[RotaWarning]:
    """Yield a warning for each person on a planned break who sits at an open table."""
    for entry in rota.entries:
        if not entry.rests or not entry.is_at(now):
            continue
        at = next((code for code, state in states.items() if _sits(entry.person, state)), None)
        if at is not None:
            yield _fact(
                code="at-table-while-planned-to-rest",
                parameters={"name": entry.person.name, "table": at, **local(rules.zone, ends=entry.ends)},
                entries=[entry],
                at=entry.begins,
            )


def _sits(person: Person, state: State) -> bool:
    return state.phase != "closed" and any(each.id == person.id for each in seats_of(state).values())


def _rests(person: Person, states: Mapping[str, State]) -> bool:
    return any(each.person.id == person.id for state in states.values() for each in state.roster.breaks)
