"""The rota of a living table: its croupiers take turns, planned an hour or two ahead, and change seats by it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from casino.one_machine.living.day_at_table import DayAtTable
from casino.people.demonstration_house import CASINO_ID
from tables.handling import Actor, handle
from tables.handling.aggregates.rota import RotaAggregate, recorded_rota
from tables.play import commands as c
from tables.play.coup.questions import BALL_RUNS
from tables.play.events import Person
from tables.play.staff.questions import seats_of
from tables.registers.rota.plan import Entry, Rota
from tables.registers.rota.planning import PlanEntry
from tables.roulette.rulebook import Rulebook

AHEAD = timedelta(minutes=30)
"""Least time planned ahead; with less, more turns are planned."""
TURNS_AT_ONCE = 4
BEFORE_THE_RULE_S = 210
"""A turn ends so long before the rulebook's time at the ball: a ball that runs is waited for."""
USUAL_TURN_S = 2700
"""Length of a turn under a rulebook without a limit of the time at the ball."""
Seat = tuple[int, str]


def turn_of(rulebook: Rulebook) -> timedelta:
    """Return the planned length of a turn at the ball."""
    rule = rulebook.time_at_ball
    return timedelta(seconds=rule.at_most_s - BEFORE_THE_RULE_S if rule else USUAL_TURN_S)


def plan_ahead(day: DayAtTable, people: Sequence[Person], *, by: Actor) -> None:
    """Plan the next turns of a table's croupiers if the rota ends soon; other people's plans stay."""
    gaming_day = date.fromisoformat(day.day)
    entries = recorded_rota(CASINO_ID, gaming_day).at(day.table)
    planned_until = max((each.ends for each in entries), default=day.now)
    if planned_until > day.now + AHEAD:
        return
    for entry in _turns(day, people, max(planned_until, day.now).replace(microsecond=0)):
        handle(RotaAggregate(CASINO_ID, gaming_day), entry, by=by, now=day.now)


def _turns(day: DayAtTable, people: Sequence[Person], begins: datetime) -> Iterator[PlanEntry]:
    """Yield turns from the ball through the other seats to a break; the present dealer's turn ends first."""
    positions, staff = day.rulebook.staff.positions, day.rulebook.staff.required
    seats = (positions[-1], *(each for each in staff if each != positions[-1]))
    order = _order(day, people, seats)
    turn = turn_of(day.rulebook)
    since = day.state.spinner_since or begins
    ends = (
        max(since + turn, begins + timedelta(minutes=1)) if since <= begins < since + turn else begins + turn
    )
    for number in range(TURNS_AT_ONCE):
        for place, position in enumerate(seats):
            yield PlanEntry(
                person=order[(number + place) % len(order)],
                begins=begins,
                ends=ends,
                table=day.table,
                position=position,
                spins=place == 0,
            )
        begins, ends = ends, ends + turn


def _order(day: DayAtTable, people: Sequence[Person], seats: Sequence[str]) -> list[Person]:
    """Return the people in these seats in their order, then the free ones."""
    spinner = day.state.spinner
    seated = [spinner, *(day.state.staff.get(position) for position in seats[1:])]
    ids = [person.id for person in seated if person is not None]
    known = {person.id: person for person in people}
    first = [known[each] for each in dict.fromkeys(ids) if each in known]
    return first + [person for person in people if person not in first]


def hand_over(day: DayAtTable, rota: Rota) -> None:
    """Seat the people whom the rota has here now, and give the ball to the planned one; not while a ball runs."""
    if day.state.phase in BALL_RUNS:
        return
    now = [entry for entry in rota.at(day.table) if entry.is_at(day.now)]
    while entry := _next_seat(day, now):
        day.must(c.ChangeStaff(position=entry.position, person=entry.person, layout=entry.layout))
    for entry in now:
        if entry.spins and (day.state.spinner is None or day.state.spinner.id != entry.person.id):
            day.must(c.ChangeSpinner(person=entry.person))


def _next_seat(day: DayAtTable, now: Sequence[Entry]) -> Entry | None:
    """Return the next person to sit down: people from another table come first, so that no seat is left empty."""
    seats = seats_of(day.state)
    to_come = [
        entry
        for entry in now
        if (holder := seats.get((entry.layout, entry.position))) is None or holder.id != entry.person.id
    ]
    seated = {holder.id for holder in seats.values()}
    return next((entry for entry in to_come if entry.person.id not in seated), next(iter(to_come), None))
