"""Payments of the last number's wins, and prizes that are not paid in their turn."""

from random import Random

from tables.play import commands as c
from tables.play.payment.prizes import prizes_of, unticked
from tables.roulette.stake import Stake
from tables.simulation.day_under_way import DayUnderWay

Line = tuple[Stake, ...]


def winning_lines(day: DayUnderWay) -> list[Line]:
    """Return the bets that have won the last number, by player, bet and layout, as the payout sheet has its lines."""
    lines: dict[tuple[str, str, int], list[Stake]] = {}
    if day.state.number is None:
        return []
    prizes = prizes_of(day.state, day.state.number, day.rulebook)
    for bet in day.state.settled_bets:
        if bet.ref in prizes:
            lines.setdefault((bet.player, bet.bet, bet.layout), []).append(bet)
    return [tuple(line) for line in lines.values()]


def pay_out_of_turn(day: DayUnderWay, random: Random) -> None:
    """Pay a player's prize while another of the same player comes before it on the sheet, if there are two such."""
    group_of = {kind: place for place, kinds in enumerate(day.rulebook.payment.order) for kind in kinds}
    on_the_cloth = [line for line in winning_lines(day) if _kind(line) in group_of]
    pairs = [
        (first, other)
        for first in on_the_cloth
        for other in on_the_cloth
        if first[0].player == other[0].player and group_of[_kind(first)] < group_of[_kind(other)]
    ]
    if pairs:
        _, other = random.choice(pairs)
        day.say(c.PayLines(coup=day.state.coup, refs=_refs(other)))


def _kind(line: Line) -> str:
    return line[0].bet.partition(":")[0]


def _refs(line: Line) -> tuple[str, ...]:
    return tuple(bet.ref for bet in line)


def confirm_payments(day: DayUnderWay) -> None:
    """Pay all prizes of the coup to be paid next; if some were ticked off one by one, so are the others."""
    coup = day.state.payments_open[0]
    if any(prize.coup == coup for prize in day.state.course.paid):
        left = unticked(day.state, coup, day.rulebook)
        if left:
            day.must(c.PayLines(coup=coup, refs=left))
    day.must(c.ConfirmPayments(coup=coup))
