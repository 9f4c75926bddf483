"""People's part in a coup at a living table: they place bets, launch the ball, and pay the prizes.

Each function does the next thing by the table's state, and returns the seconds until the next look.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

import msgspec

from casino.one_machine.living.day_at_table import DayAtTable
from casino.one_machine.living.wheel_hand import Wheel, may_spin
from tables.play import commands as c
from tables.play.payment.prizes import ahead_of, unticked
from tables.play.reader.observation import OTHER_WAY
from tables.refusal import Refused
from tables.simulation.bettors import Bettor, Choices
from tables.simulation.chips import buy_in, stake
from tables.simulation.coups import choose_in_prison, see_late_bet
from tables.simulation.payments import confirm_payments, pay_out_of_turn, winning_lines
from tables.simulation.unclaimed_stakes import leave_unclaimed, take_for_abandoned

BETS = (5, 15)
LATE_BET = 0.03
TICKED_OFF = 0.3
"""Probability that prizes are ticked off one by one before the coup is confirmed paid."""
BETWEEN_BETS_S = (0.8, 3.0)
WHEEL_NOT_READY_S = 1.0
SHEET_IS_READ_S = (4.0, 8.0)
A_PRIZE_S = (1.5, 3.0)
PAID_AT_ONCE_S = 12.0
NO_NUMBER_AFTER_S = 120.0
"""Longest wait for a number after rien ne va plus; then the coup is null.

It is also the longest wait for the end of bets after a launch; then the launch has failed.
"""


class CoupPlan(msgspec.Struct, frozen=True):
    """Random plan of a coup: the number of bets before the launch, a late bet, and payment line by line."""

    bets: int
    late_bet: bool
    ticked_off: bool


def plan_of(table: str, day: str, coup: int) -> CoupPlan:
    """Return the plan of a coup. Its seed is table, day and coup, so a restart gets the same plan."""
    random = Random(f"{table}/{day}/{coup}")
    return CoupPlan(
        bets=random.randint(*BETS),
        late_bet=random.random() < LATE_BET,
        ticked_off=random.random() < TICKED_OFF,
    )


class Guests(NamedTuple):
    """The players at a table, and the bets that they can choose."""

    players: Sequence[Bettor]
    choices: Choices


def laid_now(day: DayAtTable) -> int:
    """Return the number of bets placed for this coup, without stakes that stay or are in prison."""
    return sum(not bet.level and bet.stays_of is None for bet in day.state.bets)


def lay_bets(day: DayAtTable, random: Random, guests: Guests, plan: CoupPlan, wheel: Wheel) -> float:
    """Let a player bet; launch the ball after enough bets or at the end of the time. Return the seconds until the next
    look.
    """
    since = day.state.phase_since
    enough = plan.bets * BETWEEN_BETS_S[1]
    if laid_now(day) < plan.bets and since is not None and day.passed(since) < enough:
        player = random.choice(guests.players)
        if _needs_to_buy_in(day, player):
            buy_in(day, player)
        stake(day, random, player, guests.choices)
        if laid_now(day) == plan.bets:
            take_for_abandoned(day, random)
        return random.uniform(*BETWEEN_BETS_S)
    return launch(day, wheel)


def launch(day: DayAtTable, wheel: Wheel) -> float:
    """Launch the ball opposite to its last direction if table and wheel are ready; return the seconds to wait."""
    if may_spin(day.state) and not day.ball_runs:
        last = day.state.last_direction
        wheel.spin(OTHER_WAY[last] if last else None)
    return WHEEL_NOT_READY_S


def give_up_lost_ball(day: DayAtTable) -> bool:
    """Record that a launch failed if nothing more was heard of it, for example after its wheel was switched off.

    Return True if there was such a launch.
    """
    state, since = day.state, day.state.phase_since
    if state.phase != "launched" or since is None or state.course.hangs_since is not None:
        return False
    if day.passed(since) <= NO_NUMBER_AFTER_S:
        return False
    day.must(c.FailLaunch(reason="the wheel says nothing more of it (demonstration)"))
    return True


def _needs_to_buy_in(day: DayAtTable, player: Bettor) -> bool:
    if day.rulebook.seats is not None:
        seat = day.state.live.seats.get(player.seat)
        return seat is None or not seat.taken
    colours = day.state.colours
    return bool(colours.registered and colours.free) and colours.of_player(player.seat) is None


def while_the_ball_runs(
    day: DayAtTable, random: Random, guests: Guests, plan: CoupPlan, wheel: Wheel, *, late: bool
) -> float:
    """Wait for the number; return the seconds until the next look.

    A late player lays one chip all the same. The ball is launched if nobody has launched it.
    """
    since = day.state.phase_since
    if not day.ball_runs:
        return launch(day, wheel)
    if day.state.phase != "bets_closed" or since is None:
        return WHEEL_NOT_READY_S
    if day.passed(since) > NO_NUMBER_AFTER_S:
        day.must(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    elif plan.late_bet and not late:
        see_late_bet(day, random, guests.players)
    return 2 * WHEEL_NOT_READY_S


def pay(day: DayAtTable, random: Random, plan: CoupPlan) -> float:
    """Pay the coup whose number has fallen: clear the losing chips, read the sheet, pay the prizes."""
    since, coup = day.state.phase_since or day.now, day.state.coup
    if day.passed(since) < SHEET_IS_READ_S[0]:
        return random.uniform(*SHEET_IS_READ_S)
    if day.state.phase == "paying" and day.rulebook.reopening and day.state.course.cleared != coup:
        day.must(c.ClearLosers())
        return random.uniform(*SHEET_IS_READ_S)
    paying = day.state.payments_open[0]
    left = unticked(day.state, paying, day.rulebook)
    begun = any(prize.coup == paying for prize in day.state.course.paid)
    if left and paying == coup and (begun or plan.ticked_off):
        day.must(c.PayLines(coup=paying, refs=_next_line(day, paying, left)))
    elif not left or day.passed(since) >= PAID_AT_ONCE_S:
        confirm_payments(day)
    return random.uniform(*A_PRIZE_S)


def before_payment(day: DayAtTable, random: Random, *, breaks_rule: bool) -> None:
    """Let players choose about stakes in prison and leave wins unclaimed; pay a prize out of turn if `breaks_rule`."""
    choose_in_prison(day, random)
    leave_unclaimed(day, random)
    if breaks_rule:
        pay_out_of_turn(day, random)


def _next_line(day: DayAtTable, coup: int, left: Sequence[str]) -> tuple[str, ...]:
    """The bets of the line that is next on the sheet: nothing that comes before it there is unpaid."""
    lines = [tuple(bet.ref for bet in line if bet.ref in left) for line in winning_lines(day)]
    in_turn = (line for line in lines if line and not ahead_of(day.state, coup, line, day.rulebook))
    return next(in_turn, tuple(left))


def settle_doubts(day: DayAtTable) -> bool:
    """Decide one doubt as the chief does: the number of a coup, or a null coup. Return False if there is no doubt."""
    state = day.state
    why = "as the camera over the wheel shows (demonstration)"
    if state.discrepancy is not None:
        day.must(c.ResolveDiscrepancy(number=state.discrepancy.recorded, reason=why))
    elif state.doubted:
        day.must(c.DeclareNumber(number=state.doubted[0].number, coup=state.coup_of_new_bets))
    elif state.past and any(past.doubts for past in state.past):
        past = next(past for past in state.past if past.doubts)
        day.must(c.DeclareNumber(number=past.number, coup=past.coup))
    elif state.void:
        day.must(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    else:
        return False
    return True


def unless_refused(action: Callable[[], object]) -> None:
    """Run the action; if the table refuses it, drop it. The handler logs the refusal."""
    with suppress(Refused):
        action()
