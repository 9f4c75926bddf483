"""Steps as chance makes them with money at a table that is neither bet nor slip: change, advances, cash told wrongly
and put right, a line paid otherwise and decided, another number; and the close of the casino's day over all of it."""

from random import Random
from typing import get_args

from settlement.tests.conserved_house import CHIEF, DESK, INSPECTOR, PIT, ConservedHouse
from tables.play import commands as c
from tables.play.events import PaymentOutcome
from tables.play.payment.prizes import prizes_of, unticked
from tables.play.state import State
from tables.registers.casino_day import commands as h
from tables.roulette.rulebook import Rulebook

NOTES, CHIPS = {5_000: 2}, {2_500: 4}
"""What is handed in for change, and chips of as much."""
CLOSE = h.CloseHouseDay(signatures=(DESK, PIT))
FORCE = h.CloseHouseDay(forced=True, reason="the house is cleared", signatures=(PIT, INSPECTOR))
EXPLAIN = h.ExplainHouseClose(reason="done", signatures=(PIT, DESK))


def cash_corrected(house: ConservedHouse, at: int, random: Random) -> None:
    """Cash was told wrongly: it was nothing, less or more."""
    taken = house.tables[at].state.cash.taken
    if taken:
        entry = random.choice(taken).event
        house.say(at, corrected(entry, random.choice((0, 2_500, 20_000))))


def corrected(entry: int, total: int) -> c.CorrectCash:
    return c.CorrectCash(taken=entry, total=total, reason="told wrongly", signatures=(PIT, CHIEF))


def changed(house: ConservedHouse, at: int, random: Random) -> None:
    """Change is asked for, made or given back."""
    waiting = house.tables[at].state.change.waiting
    steps: tuple[c.Command, ...] = (
        c.AskForChange(player="P1", handed="notes", given=NOTES),
        c.AskForChange(player="P2", given=CHIPS),
        c.ServeChange(),
        c.FinishChange(paid_out=CHIPS),
        *(c.GiveBackChange(number=each.number) for each in waiting[:1]),
    )
    house.say(at, random.choice(steps))


def advanced(house: ConservedHouse, at: int, random: Random) -> None:
    """Chips are advanced, or repaid in part or in full."""
    owed = house.tables[at].state.advances.open
    steps: tuple[c.Command, ...] = (
        c.AdvanceChips(player="P1", amount=60_000, signatures=(INSPECTOR,)),
        *(c.RepayAdvance(ref=each.ref, amount=amount) for each in owed for amount in (each.left, 10_000)),
    )
    house.say(at, random.choice(steps))


def paid_otherwise(house: ConservedHouse, at: int, random: Random) -> None:
    """A line of the coup at hand is paid otherwise than it was worked out; or what differs is decided."""
    state = house.tables[at].state
    for each in state.differences.open:
        house.say(at, decided(each.difference, random.choice(get_args(PaymentOutcome))))
    if state.coup in state.payments_open and state.settled_bets:
        place = random.randrange(len(state.settled_bets))
        house.say(at, differently(state, house.tables[at].rulebook, place, random.choice((-500, 500, 2_500))))


def differently(state: State, rulebook: Rulebook, place: int, more: int) -> c.PayDifferently:
    """The bet at that place of those that the number settled is paid `more` than its prize, minor units."""
    bet = state.settled_bets[place]
    prize = prizes_of(state, state.number or 0, rulebook).get(bet.ref, 0)
    return c.PayDifferently(coup=state.coup, refs=(bet.ref,), paid=max(prize + more, 0), reason="miscounted")


def put_right(house: ConservedHouse, at: int, random: Random) -> None:
    """Another number stands for the last coup, which may be paid and may have been put right before; most often the
    rest of it is paid then."""
    last = house.tables[at].state.last_coup
    if last is None:
        return
    for command in another_number(last.coup, random.choice((0, 1, 4, 17, 36))):
        house.say(at, command)
    if random.randrange(4):
        house.say(at, the_rest_paid(house, at))
        house.say(at, c.ConfirmPayments(coup=last.coup))


def the_rest_paid(house: ConservedHouse, at: int) -> c.PayLines:
    """What is not ticked off yet of the last coup."""
    table = house.tables[at]
    last = table.state.last_coup
    assert last is not None
    coup = last.coup
    return c.PayLines(coup=coup, refs=unticked(table.state, coup, table.rulebook))


def another_number(coup: int, number: int) -> tuple[c.Command, c.Command]:
    return c.DeclareNumber(number=number, coup=coup), c.ResolveDiscrepancy(number=number, reason="camera 3")


def decided(difference: str, outcome: PaymentOutcome) -> c.DecidePaymentDifference:
    return c.DecidePaymentDifference(
        difference=difference, outcome=outcome, reason="camera 3", signatures=(PIT,)
    )


def house_day(house: ConservedHouse, at: int, random: Random) -> None:
    """The house closes the table's day, by force or not, or explains how it closed it."""
    house.close_day(house.tables[at].day, random.choice((CLOSE, FORCE, EXPLAIN)))
