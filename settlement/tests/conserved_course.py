"""A course through a house whose chips are counted along, on which every step there is is carried out once or more."""

from collections.abc import Callable
from datetime import timedelta

from settlement.bank import commands as b
from settlement.models import Box
from settlement.slips import commands as s
from settlement.tests.conserved_house import (
    AMERICAN,
    CAMPIONE,
    CHIEF,
    CONTROLLER,
    DESK,
    INSPECTOR,
    PIT,
    ConservedHouse,
)
from settlement.tests.conserved_steps import every_step
from settlement.tests.conserved_table_money import (
    CHIPS,
    NOTES,
    another_number,
    corrected,
    differently,
    the_rest_paid,
)
from settlement.tests.conserved_table_money import CLOSE as CLOSE_THE_DAY
from settlement.tests.conserved_table_money import EXPLAIN as EXPLAIN_THE_DAY
from settlement.tests.conserved_table_money import FORCE as FORCE_THE_DAY
from settlement.tests.conserved_table_money import decided as difference_decided
from tables.play import commands as c
from tables.play.events import Moment, Pieces, SlipKind
from tables.registers import chip_series_commands as r
from tables.registers.casino_day import commands as h
from testkit.play import DIRECTOR

Step = Callable[[ConservedHouse], bool]
"""A step of the course: whether it was carried out."""
BOTH = (PIT, CHIEF)
PIECES: Pieces = {500: 20, 2_500: 4}


def at_table(at: int, command: c.Command, kind: str = "") -> Step:
    return lambda house: house.say(at, command, kind)


def coup(at: int, number: int, *bets: c.PlaceBet) -> tuple[Step, ...]:
    """A coup to its number; it is still to be paid."""
    commands = (c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    return tuple(at_table(at, command) for command in commands)


def unclaimed(at: int, bet: str) -> Step:
    """Nobody is there for what this bet has won."""

    def step(house: ConservedHouse) -> bool:
        state = house.tables[at].state
        refs = tuple(each.ref for each in state.settled_bets if each.bet == bet)
        return house.say(at, c.SeeUnclaimed(coup=state.coup, refs=refs))

    return step


def of_held(at: int, about: Callable[[ConservedHouse, str, int], c.Command]) -> Step:
    """Something comes of the newest of what is held."""

    def step(house: ConservedHouse) -> bool:
        held = house.tables[at].state.held.items[-1]
        return house.say(at, about(house, held.ref, held.amount))

    return step


def count_held(house: ConservedHouse, ref: str, amount: int) -> c.Command:
    pieces = {500: amount // 500}
    by_series = {house.newest_series(CAMPIONE): pieces}
    return c.CountHeld(ref=ref, pieces=pieces, by_series=by_series, signatures=(PIT, DESK))


def abandoned(at: int) -> Step:
    return lambda house: house.say(at, c.SeeAbandoned(ref=house.tables[at].state.bets[-1].ref))


def slip_requested(at: int, kind: SlipKind, pieces: Pieces = PIECES, *, closing: bool = False) -> Step:
    return lambda house: house.ask(at, kind, pieces, closing=closing)


def on_slip(*names: str) -> tuple[Step, ...]:
    """The only open slip takes these steps."""

    def step(name: str) -> Step:
        return lambda house: house.on_slip(house.open_slips()[0], every_step()[name])

    return tuple(step(name) for name in names)


def received_short(house: ConservedHouse) -> bool:
    received = s.ReceiveSlip(pieces={500: 19, 2_500: 4}, reason="one is missing", signatures=(DESK,))
    return house.on_slip(house.open_slips()[0], received)


def bank_sells(house: ConservedHouse) -> bool:
    chips = {house.newest_series(CAMPIONE): {500: 5}}
    command = b.SellChips(currency=house.currency(CAMPIONE), by_series=chips, signatures=(DESK,))
    return house.at_bank(CAMPIONE, command)


def bank_redeems(house: ConservedHouse) -> bool:
    command = b.RedeemChips(currency=house.currency(AMERICAN), by_series={"": {2_500: 3}}, signatures=(DESK,))
    return house.at_bank(AMERICAN, command)


def bank_is_counted(at: int) -> Step:
    """A chip of the oldest series is missing."""

    def step(house: ConservedHouse) -> bool:
        stock = house.stock(at)
        first = min(stock)
        found = {**stock, first: {**stock[first], 500: stock[first][500] - 1}}
        command = b.CountBank(
            currency=house.currency(at), by_series=found, reason="one is missing", signatures=(DESK, PIT)
        )
        return house.at_bank(at, command)

    return step


def float_is_counted(at: int, moment: Moment, *, more: int = 0) -> Step:
    """As it lies there by the record, and so many 500s of the oldest series besides."""

    def step(house: ConservedHouse) -> bool:
        found = {name: dict(of) for name, of in house.in_float(at).items()}
        found[min(found)][500] += more
        return house.count_float(at, moment, found)

    return step


def decided(at: int, when: str) -> Step:
    def step(house: ConservedHouse) -> bool:
        dispute = house.tables[at].state.corrections.disputes[-1].dispute
        command = c.DecideDispute(
            dispute=dispute, outcome="correct", amount=2_500, reason="camera 3", signatures=(DIRECTOR,)
        )
        return house.say(at, command, f"decided {when}")

    return step


def disputed(at: int, when: str) -> tuple[Step, ...]:
    def opened(house: ConservedHouse) -> bool:
        coup = house.tables[at].state.coup
        return house.say(at, c.OpenDispute(coup=coup, player="P1", words="my chip lay on 17"))

    return (opened, decided(at, when))


def box_counted(serial: str) -> Step:
    return lambda house: house.count_box(Box.objects.get(casino_id=house.id, serial=serial), {5_000: 3})


def box_accepted(house: ConservedHouse) -> bool:
    return house.accept_box(Box.objects.get(casino_id=house.id, serial="T1-A"))


def last_cash_is(at: int, total: int) -> Step:
    return lambda house: house.say(at, corrected(house.tables[at].state.cash.taken[-1].event, total))


def change_given_back(at: int) -> Step:
    return lambda house: house.say(
        at, c.GiveBackChange(number=house.tables[at].state.change.waiting[0].number)
    )


def advance_repaid(at: int, amount: int) -> Step:
    return lambda house: house.say(
        at, c.RepayAdvance(ref=house.tables[at].state.advances.open[0].ref, amount=amount)
    )


def paid_too_much(at: int) -> Step:
    """The last of the bets that the number settled."""

    def step(house: ConservedHouse) -> bool:
        state = house.tables[at].state
        return house.say(at, differently(state, house.tables[at].rulebook, -1, 500))

    return step


def house_day_is(day: str, command: h.AnyOfTheDay) -> Step:
    return lambda house: house.close_day(day, command)


def next_day(at: int) -> Step:
    def step(house: ConservedHouse) -> bool:
        house.tables[at].now += timedelta(days=1)
        return house.open_next(at)

    return step


def series(*commands: r.SeriesCommand) -> tuple[Step, ...]:
    def step(command: r.SeriesCommand) -> Step:
        return lambda house: house.change_series(command)

    return tuple(step(command) for command in commands)


CLOSE = c.CloseTable(carry_late_chips=True, signatures=(PIT,))
FORCE = c.CloseTable(
    carry_late_chips=True, forced=True, reason="the house is cleared", signatures=(PIT, INSPECTOR)
)
COURSE: tuple[Step, ...] = (
    *series(
        r.IssueChips(series="A", pieces={500: 100}),
        r.WithdrawChips(series="A", pieces={500: 40}),
        r.IntroduceSeries(series="B", pieces={10_000: 200, 2_500: 300, 500: 900}),
        r.EndSeries(series="A"),
        r.ExchangeChips(series="A", into="B", pieces={2_500: 4}, given={10_000: 1}),
        r.ExchangeChips(series="A", into="B", pieces={500: 6}),
    ),
    bank_sells,
    bank_redeems,
    bank_is_counted(CAMPIONE),
    bank_is_counted(AMERICAN),
    # Cash and boxes
    at_table(CAMPIONE, c.PlaceBox(serial="T1-A", signatures=BOTH)),
    at_table(CAMPIONE, c.TakeCash(pieces={5_000: 2}, player="P1")),
    at_table(CAMPIONE, c.TakeCash(total=5_000)),
    at_table(AMERICAN, c.TakeCash(total=12_500)),
    at_table(CAMPIONE, c.RemoveBox(serial="T1-A", reason="full", signatures=BOTH)),
    box_counted("T1-A"),
    box_accepted,
    # Coups, and what nobody claims
    *coup(
        CAMPIONE,
        17,
        c.PlaceBet(player="P1", bet="plein:17", amount=1_000),
        c.PlaceBet(player="P2", bet="noir", amount=2_500),
        c.PlaceBet(player="P3", bet="rouge", amount=1_000),
    ),
    unclaimed(CAMPIONE, "plein:17"),
    at_table(CAMPIONE, c.ConfirmPayments(coup=1)),
    of_held(CAMPIONE, count_held),
    of_held(CAMPIONE, lambda _, ref, __: c.ClaimHeld(ref=ref, by="P1", reason="back from the bar")),
    *coup(CAMPIONE, 4, c.PlaceBet(player="P2", bet="noir", amount=2_500)),
    unclaimed(CAMPIONE, "noir"),
    at_table(CAMPIONE, c.ConfirmPayments(coup=2)),
    *coup(CAMPIONE, 0, c.PlaceBet(player="P1", bet="rouge", amount=1_000)),
    at_table(CAMPIONE, c.ConfirmPayments(coup=3)),
    at_table(CAMPIONE, c.AnnounceBetsOpen()),
    at_table(CAMPIONE, c.PlaceBet(player="P3", bet="noir", amount=2_500)),
    abandoned(CAMPIONE),
    of_held(CAMPIONE, lambda _, ref, __: c.PayIn(ref=ref, signatures=(PIT, CHIEF, CONTROLLER))),
    *disputed(CAMPIONE, "on the day"),
    # Slips
    slip_requested(CAMPIONE, "fill"),
    *on_slip("issued", "printed", "carried", "received"),
    slip_requested(AMERICAN, "fill"),
    *on_slip("issued", "voided"),
    slip_requested(AMERICAN, "credit"),
    *on_slip("issued", "printed", "handed over", "voided"),
    slip_requested(AMERICAN, "credit"),
    *on_slip("issued", "handed over"),
    received_short,
    slip_requested(CAMPIONE, "credit"),
    *on_slip("issued", "handed over", "received"),
    # Colours
    at_table(AMERICAN, c.AssignColour(colour="red", player="P1", value=500, count=20)),
    at_table(AMERICAN, c.BuyMoreChips(colour="red", count=10)),
    *coup(AMERICAN, 17, c.PlaceBet(player="P1", bet="plein:17", amount=1_000)),
    at_table(AMERICAN, c.ConfirmPayments(coup=1)),
    at_table(AMERICAN, c.LiftStakes(player="P1")),
    at_table(AMERICAN, c.PresentChips(colour="red", count=20)),
    at_table(AMERICAN, c.RedeemColour(colour="red", count=20, accepted=True)),
    # The number was another: the colour is nobody's by now, so what is wrong is put right out of the float.
    *(at_table(AMERICAN, command) for command in another_number(1, 0)),
    at_table(AMERICAN, c.ConfirmPayments(coup=1)),
    at_table(AMERICAN, difference_decided("x1", "given_back")),
    # The day ends
    at_table(CAMPIONE, c.CountTips(shift="night", total=700, signatures=BOTH)),
    at_table(AMERICAN, c.AnnounceLastCoup()),
    float_is_counted(AMERICAN, "closing", more=3),
    slip_requested(AMERICAN, "fill", {500: 10}, closing=True),
    *on_slip("issued", "carried", "received"),
    slip_requested(AMERICAN, "credit", {2_500: 10}, closing=True),
    *on_slip("issued", "handed over"),
    at_table(AMERICAN, CLOSE, "closed"),
    *disputed(AMERICAN, "after closing"),
    *on_slip("received"),
    next_day(AMERICAN),
    float_is_counted(AMERICAN, "opening", more=-2),
    at_table(AMERICAN, c.ExplainVariance(reason="a wrong count", signatures=(PIT, INSPECTOR))),
    slip_requested(AMERICAN, "fill"),
    float_is_counted(AMERICAN, "closing"),
    at_table(AMERICAN, FORCE, "closed by force"),
    next_day(AMERICAN),
    at_table(AMERICAN, c.ExplainForcedClose(reason="done", signatures=(PIT, INSPECTOR))),
    *on_slip("issued", "carried", "received"),
    float_is_counted(AMERICAN, "opening"),
    # Money that is neither bet nor slip
    at_table(CAMPIONE, c.PlaceBox(serial="T1-B", signatures=BOTH)),
    at_table(CAMPIONE, c.TakeCash(total=15_000)),
    last_cash_is(CAMPIONE, 20_000),
    at_table(CAMPIONE, c.AskForChange(player="P1", handed="notes", given=NOTES)),
    at_table(CAMPIONE, c.ServeChange()),
    at_table(CAMPIONE, c.FinishChange(paid_out=CHIPS)),
    at_table(CAMPIONE, c.AskForChange(player="P2", given=CHIPS)),
    change_given_back(CAMPIONE),
    at_table(CAMPIONE, c.AdvanceChips(player="P1", amount=60_000, signatures=(INSPECTOR,))),
    advance_repaid(CAMPIONE, 10_000),
    advance_repaid(CAMPIONE, 50_000),
    *coup(
        CAMPIONE,
        4,
        c.PlaceBet(player="P2", bet="rouge", amount=1_000),
        c.PlaceBet(player="P1", bet="noir", amount=1_000),
    )[1:],
    paid_too_much(CAMPIONE),
    at_table(CAMPIONE, c.ConfirmPayments(coup=4)),
    # Another number stands, and at last the first one again
    *(at_table(CAMPIONE, command) for command in another_number(4, 1)),
    lambda house: house.say(CAMPIONE, the_rest_paid(house, CAMPIONE)),
    *(at_table(CAMPIONE, command) for command in another_number(4, 4)),
    at_table(CAMPIONE, c.ConfirmPayments(coup=4)),
    *(at_table(CAMPIONE, difference_decided(each, "given_back")) for each in ("x3", "x4")),
    # The house closes the day with a box that nobody has counted
    at_table(CAMPIONE, c.AnnounceLastCoup()),
    *coup(CAMPIONE, 1),
    at_table(CAMPIONE, c.RemoveBox(serial="T1-B", reason="closing", signatures=BOTH)),
    float_is_counted(CAMPIONE, "closing"),
    at_table(CAMPIONE, CLOSE, "closed"),
    house_day_is("2026-11-20", FORCE_THE_DAY),
    house_day_is("2026-11-20", EXPLAIN_THE_DAY),
    box_counted("T1-B"),
    house_day_is("2026-11-21", CLOSE_THE_DAY),
)
"""Every step is carried out; what must be done before another is."""
