"""Disputed coups: two numbers are given for a coup until the chief decides, or a player disputes it."""

from random import Random

from tables.play import commands as c
from tables.simulation.bettors import Bettor
from tables.simulation.day_under_way import DIRECTION, DayUnderWay, signature

OFTEN = 0.006
"""Chance that two numbers are given for a coup, and chance that a number is disputed."""
DISPUTED = (
    "the stake lay across the line",
    "the prize was another player's",
    "the bet was announced in time and not laid",
    "a chip was moved after the number",
)
NO_MORE_THAN = 2
"""Disputes that wait at a time."""


def give_two_numbers(day: DayUnderWay, random: Random) -> None:
    """Now and then staff reads another number than the reader, and the chief looks and decides, with a reason."""
    last = day.state.last_coup
    if random.random() > OFTEN or last is None:
        return
    day.wait(2)
    seen = random.choice([number for number in day.rulebook.numbers if number != last.number])
    day.must(c.DeclareNumber(number=seen, coup=last.coup))
    if day.state.discrepancy is None:
        return
    day.wait(random.uniform(20, 90))
    stands = random.choice(day.state.discrepancy.numbers)
    day.must(c.ResolveDiscrepancy(number=stands, reason="as the camera over the wheel shows (simulated)"))


def dispute(day: DayUnderWay, random: Random, player: Bettor) -> None:
    """Now and then a player disputes the coup that was played last."""
    if random.random() < OFTEN and len(day.state.corrections.disputes) < NO_MORE_THAN:
        day.must(c.OpenDispute(coup=day.state.coup, player=player.seat, words=random.choice(DISPUTED)))


def decide_disputes(day: DayUnderWay, random: Random, *, often: float = 0.2) -> None:
    """Let the management decide the disputes: most are turned down, and the casino pays something for the others."""
    assert day.state.limits is not None, "the table is open"
    for difference in day.state.differences.open:
        decided = c.DecidePaymentDifference(
            difference=difference.difference,
            outcome="given_back" if difference.over > 0 else "made_good",
            reason="as the recording shows (simulated)",
            signatures=(signature(DIRECTION, "direction"),),
        )
        day.must(decided, DIRECTION)
    for each in day.state.corrections.disputes:
        if random.random() > often:
            continue
        pays = random.random() < 0.3
        day.must(
            c.DecideDispute(
                dispute=each.dispute,
                outcome="pay" if pays else "none",
                amount=day.state.limits.minimum * random.randrange(1, 10) if pays else 0,
                reason="as the recording shows (simulated)",
                signatures=(signature(DIRECTION, "direction"),),
            ),
            DIRECTION,
        )
