"""Unclaimed wins and abandoned stakes of a simulated day: the table keeps them until the end that the rulebook sets."""

from random import Random

from tables.play import commands as c
from tables.play import events as e
from tables.simulation.day_under_way import DIRECTION, DayUnderWay, Teller, signature
from tables.simulation.payments import winning_lines

OFTEN = 0.02
"""Chance that nobody claims a win of a coup, or that one of its stakes counts as abandoned."""


def leave_unclaimed(day: DayUnderWay, random: Random) -> None:
    """Now and then nobody claims a win when it is to be paid."""
    if day.rulebook.held is None or random.random() > OFTEN:
        return
    lines = winning_lines(day)
    if lines:
        refs = tuple(bet.ref for bet in random.choice(lines))
        day.say(c.SeeUnclaimed(coup=day.state.coup, refs=refs))


def take_for_abandoned(day: DayUnderWay, random: Random) -> None:
    """Now and then the chief takes a stake for abandoned, where that is for the chief to do."""
    rule = day.rulebook.held
    if rule is None or not rule.abandoned or random.random() > OFTEN:
        return
    lying = [bet for bet in day.state.bets if not bet.level and bet.stays_of is None]
    if lying:
        day.say(c.SeeAbandoned(ref=random.choice(lying).ref))


def end_held(day: DayUnderWay, random: Random) -> None:
    """Let somebody claim a win, or after a while pay it in or end it by the rulebook."""
    for held in day.state.held.items:
        chance = random.random()
        if chance < 0.1:
            reason = "the player was seen laying it (simulated)" if held.until_coup is None else ""
            day.must(c.ClaimHeld(ref=held.ref, by=held.player, reason=reason))
        elif chance < 0.15 and held.until_coup is None:
            _end(day, held)


def _end(day: DayUnderWay, held: e.HeldStake) -> None:
    roles = day.rulebook.held.paid_in_by if day.rulebook.held else ()
    if roles:
        signed = tuple(
            signature(Teller(role, f"the {role.replace('_', ' ')} (simulated)"), role) for role in roles
        )
        day.must(c.PayIn(ref=held.ref, signatures=signed))
    else:
        ended = c.EndHeld(ref=held.ref, outcome="kept at the cash desk", reason="nobody came (simulated)")
        day.must(ended, DIRECTION)
