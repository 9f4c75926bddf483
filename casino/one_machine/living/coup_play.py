"""A coup at a living table, as far as people make it: bets are laid, the ball is launched, what has won is paid.

Each function does the one thing that comes next by the table's state, and says after how many seconds to look again.
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
"""How often prizes are ticked off one by one before the coup is confirmed paid."""
BETWEEN_BETS_S = (0.8, 3.0)
WHEEL_NOT_READY_S = 1.0
SHEET_IS_READ_S = (4.0, 8.0)
A_PRIZE_S = (1.5, 3.0)
PAID_AT_ONCE_S = 12.0
NO_NUMBER_AFTER_S = 120.0
"""So long after rien ne va plus nobody has heard a number, and the coup is null. So long after a launch bets are not
even closed, and it has come to nothing."""


class CoupPlan(msgspec.Struct, frozen=True):
    """What a coup is to bring: how many bets players lay before the ball is launched, and what else there is to see."""

    bets: int
    late_bet: bool
    ticked_off: bool


def plan_of(table: str, day: str, coup: int) -> CoupPlan:
    """By table, day and coup, so that it is the same after a restart."""
    random = Random(f"{table}/{day}/{coup}")
    return CoupPlan(
        bets=random.randint(*BETS),
        late_bet=random.random() < LATE_BET,
        ticked_off=random.random() < TICKED_OFF,
    )


class Guests(NamedTuple):
    """Who plays at a table, and what can be bet there."""

    players: Sequence[Bettor]
    choices: Choices


def laid_now(day: DayAtTable) -> int:
    """How many bets were laid for the coup at hand; not what lies on or in prison."""
    return sum(not bet.level and bet.stays_of is None for bet in day.state.bets)


def lay_bets(day: DayAtTable, random: Random, guests: Guests, plan: CoupPlan, wheel: Wheel) -> float:
    """Lets a player bet; once enough lies, or time is up, the ball is launched."""
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
    """Launches the ball, if the wheel is ready and nothing speaks against it; the other way than the last time."""
    if may_spin(day.state) and not day.ball_runs:
        last = day.state.last_direction
        wheel.spin(OTHER_WAY[last] if last else None)
    return WHEEL_NOT_READY_S


def give_up_lost_ball(day: DayAtTable) -> bool:
    """Says that a launch came to nothing of which nobody has heard any more, as where its wheel was switched off
    meanwhile. Whether there was one."""
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
    """Waits for the number. Whoever is late lays a chip all the same, once; and a ball that nobody launched is."""
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
    """Pays the coup of which the number has fallen: the losing chips go, the sheet is read, prizes are paid."""
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
    """What players choose or leave, once a coup; and a prize that is paid before its turn."""
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
    """What the chief decides once there was time to look: which number stands, and whether a launch was void. Whether
    there was anything to decide."""
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
    """Does it; what the table refuses is left undone, and stands in the handler's log."""
    with suppress(Refused):
        action()
