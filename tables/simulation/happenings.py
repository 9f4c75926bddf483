"""Events between the coups of a simulated day.

Balls, staff and limits change, notes are changed for chips, and people go on a break. Play is suspended. Items in
safekeeping and disputes come to their end. In a clean day everything comes in time and as the rulebook asks. In another
day some of it is late, unannounced or forgotten.
"""

from collections.abc import Callable
from datetime import datetime
from random import Random

from tables.play import commands as c
from tables.play.staff.questions import seats_of
from tables.roulette.limits import limits_for
from tables.roulette.rulebook import Limits
from tables.simulation.day_under_way import DIRECTION, PIT_BOSS, DayUnderWay
from tables.simulation.disputed_coups import decide_disputes
from tables.simulation.table_slips import end_slips, seconds_until_slips_end
from tables.simulation.unclaimed_stakes import end_held

SLIPS = 0.25
"""Chance that an act with a time limit comes too late, in a day that is not clean."""
SLIPS_OF_THE_SIGN = 0.5
"""Chance that the sign is changed too late, in a day that is not clean: few changes have a time limit."""
NOTES = (2_000, 5_000, 10_000, 20_000)
"""Notes that players hand in for chips, in minor units."""
CHANGED_INTO = 500
"""The value of the chips that are given for it."""
Happening = Callable[[DayUnderWay, Random, bool], None]


def between_coups(day: DayUnderWay, random: Random, *, clean: bool) -> None:
    """Do the due acts, and some at random."""
    for happening in HAPPENINGS:
        happening(day, random, clean)


def _slips(random: Random, clean: bool) -> bool:
    return not clean and random.random() < SLIPS


def _due(day: DayUnderWay, since: datetime | None, lasts_s: int, *, early_s: int, late: bool) -> bool:
    """Return True if something that is to be done within `lasts_s` is done now: some minutes early, or ten minutes
    late.
    """
    if since is None:
        return False
    passed = (day.now - since).total_seconds()
    return passed >= (lasts_s + 600 if late else lasts_s - early_s)


def change_ball(day: DayUnderWay, random: Random, clean: bool) -> None:
    rule = day.rulebook.ball_change
    if rule is None:
        return
    # Drawn once for each ball, so that a change that slips goes on slipping until it comes.
    late = _slips(Random(f"{day.state.ball_version}"), clean)
    if _due(day, day.state.ball_since, rule.every_s, early_s=420, late=late):
        day.must(c.ChangeBall(announced=not _slips(random, clean)))


def relieve(day: DayUnderWay, random: Random, clean: bool) -> None:
    rule, spinner = day.rulebook.time_at_ball, day.state.spinner
    if rule is None or spinner is None:
        return
    late = _slips(Random(f"{day.state.roster.spinner_version}"), clean)
    if not _due(day, day.state.spinner_since, rule.at_most_s, early_s=240, late=late):
        return
    free = [person for person in day.reliefs if person not in seats_of(day.state).values()]
    relief = random.choice(free)
    seat = next((seat for seat, holder in day.state.staff.items() if holder == spinner), None)
    if seat is None:
        day.must(c.ChangeSpinner(person=relief))
    else:
        day.must(c.ChangeStaff(position=seat, person=relief))
        if day.state.spinner == spinner:
            day.must(c.ChangeSpinner(person=relief))


def rest(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Now and then a seat that may stay free is left for a break."""
    resting = day.state.roster.breaks
    if resting and day.passed(resting[0].since) > 900:
        day.must(c.EndBreak(person=resting[0].person))
    required = day.rulebook.staff.required
    free_to_go = [
        holder
        for position, holder in day.state.staff.items()
        if position not in required and holder != day.state.spinner
    ]
    if free_to_go and not resting and random.random() < 0.01:
        day.must(c.BeginBreak(person=random.choice(free_to_go)))


def change_limits(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Some times a day the minimum changes; where the sign has some minutes, it takes one or two, or too long."""
    announced = day.state.direction.announced_limits
    within_s = day.rulebook.limits.sign_within_s
    if announced is not None and within_s is not None:
        late = not clean and Random(f"{announced.version}").random() < SLIPS_OF_THE_SIGN
        if _due(day, announced.since, within_s, early_s=within_s - 60, late=late):
            day.must(c.ConfirmSign(), PIT_BOSS)
        return
    if day.state.limits is None or random.random() > 0.01:
        return
    usual = day.rulebook.default_limits
    other = 2 * usual.minimum if day.state.limits.minimum == usual.minimum else usual.minimum
    posted = day.rulebook.limits.kind == "posted"
    limits = Limits(minimum=other) if posted else limits_for(day.rulebook, other)
    sign_follows = within_s is not None and random.random() < 0.7
    day.must(c.ChangeLimits(limits=limits, players_told=True, sign_changed=not sign_follows), DIRECTION)


def _suspend(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Suspend play once in some days for some minutes; control is notified, or not."""
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


def change_notes(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Hand a note in for chips about five times a day.

    Change that is not paid out before the next ball is launched is paid out after it, which breaks the clause on
    launches where there is one.
    """
    if day.rulebook.change is None:
        return
    if day.state.change.serving is not None:
        pay_change_out(day)
        return
    if random.random() > 0.012:
        return
    note, player = random.choice(NOTES), f"P{random.randrange(1, 5)}"
    chips = note // CHANGED_INTO
    day.must(c.AskForChange(player=player, given={note: 1}, wanted={CHANGED_INTO: chips}, handed="notes"))
    day.wait(5)
    day.must(c.ServeChange())
    day.wait(15)
    if not _slips(random, clean):
        pay_change_out(day)


def pay_change_out(day: DayUnderWay) -> None:
    """Pay the change out that is being served, if any is."""
    serving = day.state.change.serving
    if serving is not None:
        day.must(c.FinishChange(paid_out={CHANGED_INTO: serving.total // CHANGED_INTO}))


def _inspect(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Find the wheel unfit about once in a day that is not clean, and suspend play until it is mended."""
    if clean or random.random() > 0.003:
        return
    rule = day.rulebook.suspension
    wheel = c.FindUnfit(what="wheel", serial=day.wheel_serial, remarks="it does not run level (simulated)")
    day.must(wheel, PIT_BOSS)
    reason = random.choice(sorted(rule.reasons)) if rule and rule.reasons else ""
    day.must(c.SuspendTable(reason=reason, detail="the wheel is levelled (simulated)"), DIRECTION)
    if rule and rule.notify_within_s:
        day.must(c.NotifyControl(notice="by telephone (simulated)"), DIRECTION)
    _wait_watchfully(day, random, random.uniform(200, 600), clean)
    day.must(c.ResumeTable(), DIRECTION)


def see_foreign_chips(day: DayUnderWay, random: Random, clean: bool) -> None:
    """About once in a day that is not clean somebody plays with the chips of another table."""
    if (
        clean
        or day.rulebook.colour_chips is None
        or not day.state.colours.registered
        or random.random() > 0.003
    ):
        return
    count, player = random.randrange(1, 6), f"P{random.randrange(1, 5)}"
    symbol = next(each for each in ("■", "◆") if each != day.state.colours.symbol)
    day.must(c.SeeForeignChips(symbol=symbol, player=player, count=count, where="on the cloth (simulated)"))


def end_what_waits(day: DayUnderWay, random: Random, clean: bool) -> None:
    decide_disputes(day, random)
    end_held(day, random)


def before_closing(day: DayUnderWay, random: Random, *, clean: bool) -> None:
    """Finish all matters that may not be open when a table closes."""
    _wait_watchfully(day, random, seconds_until_slips_end(day), clean)
    end_slips(day)
    pay_change_out(day)
    decide_disputes(day, random, often=1)


def _wait_watchfully(day: DayUnderWay, random: Random, seconds: float, clean: bool) -> None:
    """Let time pass while nothing is played: balls and people are due all the same."""
    while seconds > 0:
        day.wait(min(seconds, 60))
        seconds -= 60
        relieve_and_change(day, random, clean)


def relieve_and_change(day: DayUnderWay, random: Random, clean: bool) -> None:
    """Change ball and dealer when due, also during a coup."""
    change_ball(day, random, clean)
    relieve(day, random, clean)


HAPPENINGS: tuple[Happening, ...] = (
    change_ball,
    relieve,
    rest,
    change_limits,
    _suspend,
    change_notes,
    _inspect,
    see_foreign_chips,
    end_what_waits,
)
