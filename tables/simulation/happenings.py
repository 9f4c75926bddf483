"""What happens between the coups of a day: balls and staff change, limits do, somebody is suspended or rests.

In a clean day everything comes in time and as the rulebook asks; in another one some of it is late, unannounced or
forgotten, as it is in life.
"""

from collections.abc import Callable
from datetime import datetime
from random import Random

from tables.play import commands as c
from tables.play import events as e
from tables.play.staff import seats_of
from tables.roulette.limits import limits_for
from tables.roulette.rulebook import Limits
from tables.simulation.day_under_way import DIRECTION, DayUnderWay

SLIPS = 0.25
"""How often something that has its time comes too late, in a day that is not clean."""
RELIEF = tuple(e.Person(id=f"croupier-{number}", name=f"Croupier {number}") for number in range(101, 109))
"""Who takes the ball in turn; more than a table has seats."""
Happening = Callable[[DayUnderWay, Random, bool], None]


def between_coups(day: DayUnderWay, random: Random, *, clean: bool) -> None:
    """Whatever is due or comes to mind now."""
    for happening in HAPPENINGS:
        happening(day, random, clean)


def _slips(random: Random, clean: bool) -> bool:
    return not clean and random.random() < SLIPS


def _due(day: DayUnderWay, since: datetime | None, lasts_s: int, *, early_s: int, late: bool) -> bool:
    """Whether something that is to be done within `lasts_s` is done now: some minutes early, or ten minutes late."""
    if since is None:
        return False
    passed = (day.now - since).total_seconds()
    return passed >= (lasts_s + 600 if late else lasts_s - early_s)


def _change_ball(day: DayUnderWay, random: Random, clean: bool) -> None:
    rule = day.rulebook.ball_change
    if rule is None:
        return
    # Drawn once for each ball, so that a change that slips goes on slipping until it comes.
    late = _slips(Random(f"{day.state.ball_version}"), clean)
    if _due(day, day.state.ball_since, rule.every_s, early_s=420, late=late):
        day.must(c.ChangeBall(announced=not _slips(random, clean)))


def _relieve(day: DayUnderWay, random: Random, clean: bool) -> None:
    rule, spinner = day.rulebook.time_at_ball, day.state.spinner
    if rule is None or spinner is None:
        return
    late = _slips(Random(f"{day.state.roster.spinner_version}"), clean)
    if not _due(day, day.state.spinner_since, rule.at_most_s, early_s=240, late=late):
        return
    relief = random.choice([person for person in RELIEF if person not in seats_of(day.state).values()])
    seat = next((seat for seat, holder in day.state.staff.items() if holder == spinner), None)
    if seat is None:
        day.must(c.ChangeSpinner(person=relief))
    else:
        day.must(c.ChangeStaff(position=seat, person=relief))
        if day.state.spinner == spinner:
            day.must(c.ChangeSpinner(person=relief))


def _rest(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Now and then a seat that may stay free is left for a break."""
    resting = day.state.roster.breaks
    if resting and (day.now - resting[0].since).total_seconds() > 900:
        day.must(c.EndBreak(person=resting[0].person))
    required = day.rulebook.staff.required
    free_to_go = [
        holder
        for position, holder in day.state.staff.items()
        if position not in required and holder != day.state.spinner
    ]
    if free_to_go and not resting and random.random() < 0.01:
        day.must(c.BeginBreak(person=random.choice(free_to_go)))


def _change_limits(day: DayUnderWay, random: Random, clean: bool) -> None:
    """About twice a day the minimum changes; where the sign has some minutes, it takes one or two, or too long."""
    told = day.state.direction.announced_limits
    within_s = day.rulebook.limits.sign_within_s
    if told is not None and within_s is not None:
        late = _slips(Random(f"{told.version}"), clean)
        if _due(day, told.since, within_s, early_s=within_s - 60, late=late):
            day.must(c.ConfirmSign(), DIRECTION)
        return
    if day.state.limits is None or random.random() > 0.006:
        return
    usual = day.rulebook.default_limits
    other = 2 * usual.minimum if day.state.limits.minimum == usual.minimum else usual.minimum
    posted = day.rulebook.limits.kind == "posted"
    limits = Limits(minimum=other) if posted else limits_for(day.rulebook, other)
    sign_follows = within_s is not None and random.random() < 0.7
    day.must(c.ChangeLimits(limits=limits, players_told=True, sign_changed=not sign_follows), DIRECTION)


def _suspend(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Once in some days play stands still for some minutes, and control is told, or is not."""
    if random.random() > 0.002:
        return
    rule = day.rulebook.suspension
    reason = random.choice(sorted(rule.reasons)) if rule and rule.reasons else ""
    day.must(c.SuspendTable(reason=reason, detail="simulated"), DIRECTION)
    if rule and rule.notify_within_s:
        _wait_watchfully(day, random, rule.notify_within_s + 120 if _slips(random, clean) else 90, clean)
        day.must(c.NotifyControl(notice="by telephone (simulated)"), DIRECTION)
    _wait_watchfully(day, random, random.uniform(120, 400), clean)
    day.must(c.ResumeTable(), DIRECTION)


def _wait_watchfully(day: DayUnderWay, random: Random, seconds: float, clean: bool) -> None:
    """Lets time pass while nothing is played: balls and people are due all the same."""
    while seconds > 0:
        day.wait(min(seconds, 60))
        seconds -= 60
        relieve_and_change(day, random, clean)


def relieve_and_change(day: DayUnderWay, random: Random, clean: bool) -> None:
    """What is due whether a coup is under way or not: the ball, and whoever spins it."""
    _change_ball(day, random, clean)
    _relieve(day, random, clean)


HAPPENINGS: tuple[Happening, ...] = (_change_ball, _relieve, _rest, _change_limits, _suspend)
