"""One coup after the other, as it goes at a table: bets, launch, rien ne va plus, number, payments."""

from collections.abc import Callable, Sequence
from random import Random

from tables.play import commands as c
from tables.play.reader.observation import OTHER_WAY, Rotation
from tables.roulette.wheel import written
from tables.simulation.bettors import Bettor, Choices
from tables.simulation.chips import stake
from tables.simulation.day_under_way import READER, DayUnderWay
from tables.simulation.disputed_coups import give_two_numbers
from tables.simulation.payments import confirm_payments, pay_out_of_turn
from tables.simulation.unclaimed_stakes import leave_unclaimed, take_for_abandoned

SLIPS = 0.01
"""Chance that an act in a coup breaks a clause, in a day that is not clean."""


def play_coup(
    day: DayUnderWay,
    random: Random,
    players: Sequence[Bettor],
    choices: Choices,
    *,
    clean: bool,
    last: bool,
    meanwhile: Callable[[], None],
) -> None:
    """Play a coup to its payment. Most tables have a reader, which reports first.

    In a day that is not clean the next ball may be launched before everybody is paid, and then that coup is played
    as well; not with the `last` one at hand, or next.

    `meanwhile` does the due acts before each launch: a coup that is null repeatedly can be long.
    """
    day.must(c.AnnounceBetsOpen())
    take_up(day)
    for _ in range(random.randrange(4, 16)):
        day.wait(random.uniform(0.5, 3))
        stake(day, random, random.choice(players), choices)
    take_for_abandoned(day, random)
    while True:
        meanwhile()
        _launch(day, random, clean=clean)
        day.wait(random.uniform(8, 14))
        _hang(day, random)
        day.must(c.CloseBets(source="reader"), READER)
        if not _is_null(day, random):
            break
    if not clean and random.random() < SLIPS:
        see_late_bet(day, random, players)
    day.wait(random.uniform(5, 9))
    day.must(c.DeclareNumber(number=random.choice(day.rulebook.numbers), source="reader"), READER)
    if random.random() < 0.3:
        day.wait(2)
        day.must(c.DeclareNumber(number=day.state.number or 0))
    else:
        give_two_numbers(day, random)
    choose_in_prison(day, random)
    leave_unclaimed(day, random)
    if not clean and random.random() < SLIPS:
        pay_out_of_turn(day, random)
    day.purses.settle(day.state, day.rulebook)
    _pay(day, random, hasty=not clean and not last and random.random() < SLIPS / 2)


def take_up(day: DayUnderWay) -> None:
    """Take most of the staying stakes up, move some, and leave some to play once more."""
    pockets = day.rulebook.numbers
    for number, bet in enumerate(day.state.bets):
        mood = (number + day.state.coup) % 10
        if bet.stays_of and mood < 6:
            day.say(c.WithdrawBet(ref=bet.ref))
        elif bet.stays_of and mood == 6:
            day.say(c.MoveBet(ref=bet.ref, bet=f"plein:{written(pockets[day.state.coup % len(pockets)])}"))


def see_late_bet(day: DayUnderWay, random: Random, players: Sequence[Bettor]) -> None:
    """Let a player place a chip after rien ne va plus: it takes no part in the coup."""
    day.must(c.SeeLateBet(player=random.choice(players).seat, bet="plein:17", amount=500))


def _launch(day: DayUnderWay, random: Random, *, clean: bool) -> None:
    last: Rotation = day.state.last_direction or "clockwise"
    rotor = last if not clean and random.random() < SLIPS else OTHER_WAY[last]
    ball = rotor if not clean and random.random() < SLIPS else OTHER_WAY[rotor]
    day.must(c.LaunchBall(source="reader", rotor_direction=rotor, ball_direction=ball), READER)


def _hang(day: DayUnderWay, random: Random) -> None:
    """Now and then the ball hangs on an obstacle, and nothing is added or taken until it runs again."""
    if random.random() < 0.005:
        day.must(c.HangBall())
        day.wait(random.uniform(10, 40))
        day.must(c.FreeBall())


def _is_null(day: DayUnderWay, random: Random) -> bool:
    """Now and then something falls in, and the ball is launched again."""
    if random.random() > 0.005:
        return False
    day.must(c.AnnulCoup(reason=random.choice(sorted(day.rulebook.null_coup.reasons))))
    day.wait(random.uniform(20, 60))
    return True


def choose_in_prison(day: DayUnderWay, random: Random) -> None:
    """Divide some of the stakes in prison, where this is permitted."""
    rule = day.rulebook.zero.prison
    for pending in day.state.choices:
        if rule and rule.partage and random.random() < 0.4:
            day.say(c.ChoosePrison(ref=pending.stake.ref, choice="partage"))


def _pay(day: DayUnderWay, random: Random, *, hasty: bool) -> None:
    """Wait for the payments. Who is `hasty` launches the ball of the next coup meanwhile."""
    if not day.state.payments_open:
        day.wait(random.uniform(5, 15))
        return
    day.wait(random.uniform(10, 60))
    if hasty and day.rulebook.launch.payments_first:
        last: Rotation = day.state.last_direction or "clockwise"
        rotor = OTHER_WAY[last]
        day.must(c.LaunchBall(source="reader", rotor_direction=rotor, ball_direction=last), READER)
        if day.state.payments_open:  # Without due payments the launch has confirmed them.
            confirm_payments(day)
        day.wait(12)
        day.must(c.CloseBets(source="reader"), READER)
        day.must(c.DeclareNumber(number=random.choice(day.rulebook.numbers), source="reader"), READER)
    while day.state.payments_open:
        confirm_payments(day)
