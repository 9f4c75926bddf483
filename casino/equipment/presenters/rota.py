"""The rota of a day as its page shows it: drawing, warnings, and the present state."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.equipment.presenters.rota_drawing import Drawing, drawing, entry_words, look_of, natural
from casino.kit.clauses import cited
from casino.kit.dates import clock_time
from casino.kit.sentences import CODES, sentence
from casino.kit.sentences.words import seat_label
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.events import Person
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.registers.rota.clock import offsets_of_night
from tables.registers.rota.facts import against_facts, ball_now, due_within
from tables.registers.rota.plan import Rota, RotaRules
from tables.registers.rota.warnings import RotaWarning, warnings
from tables.roulette.loader import get_rulebook

SOON = timedelta(minutes=15)


class Warned(msgspec.Struct, frozen=True, kw_only=True):
    """A warning in words, its clause as people cite it, and the entry to look at."""

    at: str
    words: str
    clause: str
    entry: str


class BallNow(msgspec.Struct, frozen=True, kw_only=True):
    """The ball of an open table: its recorded dealer, and the next person by the plan with the time."""

    table: str
    look: str
    spins: str
    next: str
    at: str
    late: bool


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """The seats of a table to choose from, by the value of the field and the label."""

    table: str
    seats: tuple[tuple[str, str], ...]


class RotaOfDay(msgspec.Struct, frozen=True, kw_only=True):
    """The page. `now` is None except on the present day; `twice` has the offsets before and after the clocks go back on
    this day; empty on other days.
    """

    day: date
    before: date
    after: date
    by_table: bool
    drawing: Drawing | None
    warned: tuple[Warned, ...]
    found: tuple[Warned, ...]
    due: tuple[str, ...]
    balls: tuple[BallNow, ...]
    people: tuple[Person, ...]
    tables: tuple[Seats, ...]
    twice: tuple[str, ...]
    break_after: int
    zone: str


def rota_of_day(
    rota: Rota,
    rules: RotaRules,
    views: Sequence[TableSnapshot],
    now: datetime,
    *,
    day: date,
    today: date,
    by_table: bool,
    house: Sequence[Person],
    drawn: Rota | None = None,
) -> RotaOfDay:
    """The page of the rota of `day`. On the gaming day that is on, `today`, it has the state of the tables beside it.

    `house` are the people whom the casino has registered; `drawn` is the plan to draw where it is asked about.
    """
    warned = warnings(rota, rules)
    states = {view.table.code: view.state for view in views if view.state is not None}
    is_on = day == today
    found = against_facts(rota, states, now, rules) if is_on else ()
    plan = drawn or rota
    return RotaOfDay(
        day=day,
        before=day - timedelta(days=1),
        after=day + timedelta(days=1),
        by_table=by_table,
        drawing=drawing(plan, rules, judged(plan, rules, views, now, is_on=is_on), now, by_table=by_table),
        warned=tuple(_warned(each, rules) for each in warned),
        found=tuple(_warned(each, rules) for each in sorted(found, key=lambda each: not each.clause)),
        due=tuple(entry_words(each, rules) for each in due_within(rota, now, SOON)) if is_on else (),
        balls=tuple(_balls(rota, states, now, rules)) if is_on else (),
        people=everybody(rota, states.values(), house),
        tables=tuple(_seats(code, rules) for code in rules.tables),
        twice=offsets_of_night(day, rules.zone, rules.day_begins_at),
        break_after=(rules.break_after_s or 0) // 60,
        zone=str(rules.zone),
    )


def judged(
    rota: Rota, rules: RotaRules, views: Sequence[TableSnapshot], now: datetime, *, is_on: bool
) -> tuple[RotaWarning, ...]:
    """Return all warnings of a plan; on the present gaming day also those from the record."""
    states = {view.table.code: view.state for view in views if view.state is not None}
    return (*warnings(rota, rules), *(against_facts(rota, states, now, rules) if is_on else ()))


def asked_of(caused: Sequence[RotaWarning], rules: RotaRules) -> tuple[Warned, ...]:
    """The warnings that a change would cause, in words; those that break a clause first."""
    return tuple(_warned(each, rules) for each in sorted(caused, key=lambda each: not each.clause))


def everybody(rota: Rota, states: Iterable[State], house: Iterable[Person]) -> tuple[Person, ...]:
    """Everybody whom the casino has registered, who is planned that day or known at a table, each once and by name; of
    one name first who is registered."""
    at_tables = (person for state in states for person in known_at(state))
    planned = (entry.person for entry in rota.entries)
    known = {person.id: person for person in (*house, *at_tables, *planned)}
    return tuple(sorted(known.values(), key=lambda each: natural(each.name)))


def _warned(warning: RotaWarning, rules: RotaRules) -> Warned:
    clause = warning.clause or ""
    return Warned(
        at=clock_time(warning.at, rules.zone),
        words=capfirst(sentence(warning.code, warning.parameters, CODES)),
        clause=cited(get_rulebook(clause.partition("/")[0]), clause) if clause else "",
        entry=next(iter(warning.entries), ""),
    )


def _balls(rota: Rota, states: dict[str, State], now: datetime, rules: RotaRules) -> Iterable[BallNow]:
    for code, table in rules.tables.items():
        state, entries = states.get(code), rota.at(code)
        if state is None or state.phase == "closed" or not any(each.spins for each in entries):
            continue
        ball = ball_now(entries, state, table.rulebook, now)
        yield BallNow(
            table=code,
            look=look_of(code, rules),
            spins=state.spinner.name if state.spinner else gettext("nobody"),
            next=ball.next.person.name if ball.next else "",
            at=clock_time(ball.next.begins, rules.zone) if ball.next else "",
            late=ball.late,
        )


def _seats(code: str, rules: RotaRules) -> Seats:
    table = rules.tables[code]
    return Seats(
        table=code,
        seats=tuple(
            (f"{code}/{layout}/{position}", seat_label(**table.seat(layout, position)))
            for layout in range(1, table.layouts + 1)
            for position in table.rulebook.staff.positions
        ),
    )
