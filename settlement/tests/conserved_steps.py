"""Steps as chance makes them in a house whose chips are counted along: any of them at any moment, right or not."""

from datetime import timedelta
from random import Random

from msgspec.structs import replace

from settlement.bank import commands as b
from settlement.models import Box, Slip
from settlement.slip_rows import pieces_of
from settlement.slips import commands as s
from settlement.tests.conserved_house import (
    AMERICAN,
    CAMPIONE,
    CHIEF,
    CONTROLLER,
    CROUPIER,
    DESK,
    FLOAT,
    INSPECTOR,
    PIT,
    ConservedHouse,
)
from settlement.tests.conserved_table_money import (
    advanced,
    cash_corrected,
    changed,
    house_day,
    paid_otherwise,
    put_right,
)
from tables.handling.chip_series_in_force import casino_series
from tables.play import commands as c
from tables.play.events import Moment, SlipKind
from tables.registers import chip_series_commands as r
from testkit.play import DIRECTOR

VALUES = (10_000, 2_500, 500)


def coup(house: ConservedHouse, at: int, random: Random) -> None:
    """A coup with some bets, paid; some of the bets may be refused, and nobody may be there for what has won."""
    if not house.say(at, c.AnnounceBetsOpen()):
        return
    for player in random.sample(("P1", "P2", "P3"), random.randrange(4)):
        bet = random.choice(("rouge", "noir", "plein:17", "douzaine:1"))
        house.say(at, c.PlaceBet(player=player, bet=bet, amount=random.choice((1_000, 2_500, 10_000))))
    number = random.choice((0, 1, 4, 17, 36))
    fell = all(
        house.say(at, command) for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    )
    state = house.tables[at].state
    if fell and state.coup in state.payments_open:
        if random.randrange(3) == 0 and state.settled_bets:
            ref = random.choice(state.settled_bets).ref
            house.say(at, c.SeeUnclaimed(coup=state.coup, refs=(ref,)))
        if random.randrange(3) == 0:
            paid_otherwise(house, at, random)
        house.say(at, c.ConfirmPayments(coup=state.coup))


def abandoned(house: ConservedHouse, at: int, random: Random) -> None:
    """A stake is taken for abandoned, or what is held is counted, claimed or paid in."""
    state = house.tables[at].state
    if state.held.items:
        held = random.choice(state.held.items)
        chips, series = {500: held.amount // 500}, house.newest_series(at)
        both = (PIT, CHIEF, CONTROLLER)
        by_series = {series: chips} if series else {}
        steps: tuple[c.Command, ...] = (
            c.CountHeld(ref=held.ref, pieces=chips, by_series=by_series, signatures=(PIT, DESK)),
            c.ClaimHeld(ref=held.ref, by="P1", reason="back from the bar"),
            c.PayIn(ref=held.ref, signatures=both),
            c.EndHeld(ref=held.ref, outcome="kept", reason="nobody came"),
        )
        house.say(at, random.choice(steps))
        return
    if state.phase == "idle":
        house.say(at, c.AnnounceBetsOpen())
        house.say(at, c.PlaceBet(player="P1", bet="noir", amount=2_500))
    bets = house.tables[at].state.bets
    if bets:
        house.say(at, c.SeeAbandoned(ref=random.choice(bets).ref))


def slip_asked(house: ConservedHouse, at: int, random: Random) -> None:
    """A fill or a credit is asked for, now and then a closing one."""
    kind: SlipKind = random.choice(("fill", "credit"))
    pieces = {random.choice(VALUES): random.randrange(1, 20)}
    house.ask(at, kind, pieces, closing=random.randrange(4) == 0)


def slip_on(house: ConservedHouse, at: int, random: Random) -> None:
    """A slip that is open takes a step, the right one or any other; a credit may have a chip more."""
    slip = random.choice(house.open_slips() or [None])
    if slip is None:
        return
    right = following(slip)
    command = random.choice((*every_step().values(), *(right,) * 5))
    otherwise = slip.kind == "credit" and slip.status == "handed_over" and random.randrange(3) == 0
    if isinstance(command, s.ReceiveSlip) and otherwise:
        pieces = pieces_of(slip.pieces)
        value = random.choice(sorted(pieces))
        command = replace(command, pieces=pieces | {value: pieces[value] + 1}, reason="one more")
    house.on_slip(slip, command)


def every_step() -> dict[str, s.AnyOnSlip]:
    """What may be said to a slip, signed by everybody whom it may take."""
    signatures = (DESK, CROUPIER, CHIEF)
    return {
        "issued": s.IssueSlip(carrier="Carrier", signatures=signatures),
        "carried": s.CarrySlip(signatures=signatures),
        "handed over": s.HandOverSlip(signatures=signatures),
        "received": s.ReceiveSlip(signatures=signatures),
        "voided": s.VoidSlip(reason="not needed", signatures=signatures),
        "printed": s.ReprintSlip(signatures=signatures),
    }


def following(slip: Slip) -> s.AnyOnSlip:
    """The step that comes next on its way."""
    after_issue = "carried" if slip.kind == "fill" else "handed over"
    return every_step()[{"requested": "issued", "issued": after_issue}.get(slip.status, "received")]


def bank_desk(house: ConservedHouse, at: int, random: Random) -> None:
    """The bank sells, redeems, or is counted: as it is by the record, or a chip short."""
    currency, value, stock = house.currency(at), random.choice(VALUES), house.stock(at)
    chips = {house.newest_series(at): {value: random.randrange(1, 10)}}
    what = random.choice(("sell", "redeem", "count"))
    if what == "sell":
        house.at_bank(at, b.SellChips(currency=currency, by_series=chips, signatures=(DESK,)))
    elif what == "redeem":
        house.at_bank(at, b.RedeemChips(currency=currency, by_series=chips, signatures=(DESK,)))
    else:
        series = random.choice(sorted(stock))
        short = max(stock[series].get(value, 0) - random.randrange(2), 0)
        found = {**stock, series: {**stock[series], value: short}}
        house.at_bank(
            at, b.CountBank(currency=currency, by_series=found, reason="as found", signatures=(DESK, PIT))
        )


def series(house: ConservedHouse, at: int, random: Random) -> None:
    """Chips of a series are issued, withdrawn or exchanged; now and then a new one comes, and an old one ends."""
    known = casino_series(house.id)
    pieces = {random.choice(VALUES): random.randrange(1, 10)}
    one, newest = random.choice(known.series).series, known.in_play[-1]
    steps: tuple[r.SeriesCommand, ...] = (
        r.IssueChips(series=newest, pieces=pieces),
        r.WithdrawChips(series=one, pieces=pieces),
        r.ExchangeChips(series=one, into=newest, pieces=pieces),
        r.ExchangeChips(series=one, into=newest, pieces={2_500: 4}, given={10_000: 1}),
        r.IntroduceSeries(series=chr(ord(newest[0]) + 1), pieces={10_000: 200, 2_500: 200, 500: 500}),
        r.EndSeries(series=one),
    )
    house.change_series(random.choice(steps))


def colours(house: ConservedHouse, at: int, random: Random) -> None:
    """Chips of a colour are bought or handed back."""
    colour = random.choice(("red", "blue"))
    steps: tuple[c.Command, ...] = (
        c.AssignColour(colour=colour, player="P1", value=500, count=20),
        c.BuyMoreChips(colour=colour, count=10),
        c.LiftStakes(player="P1"),
        c.PresentChips(colour=colour, count=20),
        c.RedeemColour(colour=colour, count=20, accepted=True),
    )
    house.say(AMERICAN, random.choice(steps))


def notes(house: ConservedHouse, at: int, random: Random) -> None:
    """Cash comes, boxes are placed and removed, tips counted."""
    both, table = (PIT, CHIEF), house.tables[at]
    box = table.state.cash.box
    about_a_box: c.Command = (
        c.RemoveBox(serial=box.serial, reason="full", signatures=both)
        if box
        else c.PlaceBox(serial=f"{table.table}-{random.choice('ABC')}", signatures=both)
    )
    steps: tuple[c.Command, ...] = (
        c.TakeCash(pieces={5_000: 2}, player="P1"),
        c.TakeCash(total=12_500),
        about_a_box,
        about_a_box,
        c.CountTips(shift="night", total=700, reason="again", signatures=both),
    )
    house.say(at, random.choice(steps))


def boxes_counted(house: ConservedHouse, at: int, random: Random) -> None:
    """Every box that has left a table is counted, or its count accepted."""
    for box in Box.objects.filter(casino_id=house.id).order_by("pk"):
        if random.randrange(3):
            house.count_box(box, {5_000: random.randrange(1, 4)})
        else:
            house.accept_box(box)


def float_counted(house: ConservedHouse, at: int, random: Random) -> None:
    """The float is counted: as it lies there by the record, or otherwise."""
    direction = house.tables[at].state.direction
    again = direction.float_at_closing is None and random.randrange(5) == 0
    opening = direction.float_at_opening is None or again
    moment: Moment = "opening" if opening else "closing"
    newest = house.newest_series(at)
    found = {name: dict(of) for name, of in house.in_float(at).items()} or {newest: dict(FLOAT)}
    of, value = found[random.choice(sorted(found))], random.choice(VALUES)
    of[value] = of.get(value, 0) + random.choice((-3, 0, 0, 5))
    found = {name: {each: max(number, 0) for each, number in of.items()} for name, of in found.items()}
    house.count_float(at, moment, found)


def closed(house: ConservedHouse, at: int, random: Random) -> None:
    """The books are closed; or, where something is left open, now and then under pressure. Never uncounted here."""
    if house.tables[at].state.direction.float_at_closing is None:
        return
    closing = c.CloseTable(carry_late_chips=True, signatures=(PIT,))
    forced = replace(closing, forced=True, reason="the house is cleared", signatures=(PIT, INSPECTOR))
    if not house.say(at, closing, "closed") and random.randrange(2):
        house.say(at, forced, "closed by force")


def opened(house: ConservedHouse, at: int, random: Random) -> None:
    """A closed table opens the next day."""
    table = house.tables[at]
    if table.state.phase == "closed":
        table.now += timedelta(days=1)
        house.open_next(at)


def explained(house: ConservedHouse, at: int, random: Random) -> None:
    """What holds a day up is said: the last coup, a difference of the float, a close under pressure."""
    both = (PIT, INSPECTOR)
    house.say(at, c.ExplainForcedClose(reason="done", signatures=both))
    house.say(at, c.ExplainVariance(reason="a wrong count", signatures=both))
    if random.randrange(3) == 0:
        house.say(at, c.AnnounceLastCoup())


def disputed(house: ConservedHouse, at: int, random: Random) -> None:
    """A coup is disputed and decided, on the day or once its books are closed."""
    state = house.tables[at].state
    if not state.coup or not house.say(
        at, c.OpenDispute(coup=state.coup, player="P1", words="my chip lay on 17")
    ):
        return
    decided = c.DecideDispute(
        dispute=house.tables[at].state.corrections.disputes[-1].dispute,
        outcome="correct",
        amount=random.choice((-500, 2_500)),
        reason="camera 3",
        signatures=(DIRECTOR,),
    )
    when = "after closing" if state.phase == "closed" else "on the day"
    house.say(at, decided, f"decided {when}")


STEPS = (
    *(coup,) * 2,
    abandoned,
    slip_asked,
    *(slip_on,) * 6,
    bank_desk,
    series,
    colours,
    *(notes,) * 2,
    boxes_counted,
    float_counted,
    *(closed,) * 2,
    explained,
    disputed,
    cash_corrected,
    *(changed,) * 2,
    advanced,
    paid_otherwise,
    *(put_right,) * 2,
    house_day,
)
"""What may come next; what stands here more often comes more often."""


def any_step(house: ConservedHouse, random: Random) -> None:
    """A step at one of the tables; a closed one is most often opened again, for little else is done there."""
    at, step = random.choice((CAMPIONE, AMERICAN)), random.choice(STEPS)
    state = house.tables[at].state
    if state.phase == "closed":
        step = random.choice((opened, opened, disputed, house_day, step))
    elif state.direction.forced_close is not None:
        step = random.choice((explained, step))
    step(house, at, random)
