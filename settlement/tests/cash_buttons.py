"""The buttons of the cash desk and of those who count: slips, boxes, the casino's day, the chip bank, the series."""

from settlement.bank import commands as b
from settlement.bank_aggregate import BankAggregate
from settlement.box_aggregate import BoxAggregate
from settlement.boxes import commands as x
from settlement.casino_day_aggregate import CasinoDayAggregate
from settlement.desk_claim_aggregate import DeskClaimAggregate
from settlement.desk_claims import commands as k
from settlement.desk_claims.state import receipt_of
from settlement.models import BankEntry
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as s
from settlement.tests.button import Button, Second, nothing
from settlement.tests.test_boxes_at_the_door import ACCEPT, BOX, COUNT, box_with_notes
from settlement.tests.test_boxes_at_the_door import say as say_of_box
from settlement.tests.test_slips_at_the_door import (
    AT_THE_DESK,
    BOSS,
    CARRY,
    DESK,
    HAND_OVER,
    ISSUE,
    PIECES,
    RECEIVE,
    VOID,
    ask,
)
from settlement.tests.test_slips_at_the_door import say as say_of_slip
from settlement.tests.test_the_house_closes_its_day import DAY, EXPLAIN, FORCE
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.play import commands as t
from tables.play.events import SlipKind
from tables.registers import chip_series_commands
from tables.registers.casino_day import commands as h
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse

# -------------------------------------------------------------- slips


def slip_button(
    command: s.AnyOnSlip, kind: SlipKind, *before: s.AnyOnSlip, second: Second = "refused"
) -> Button:
    """A step of the house's first slip of a kind, after those before it."""
    number = {"fill": "F-000001", "credit": "C-000001"}[kind]

    def prepare(house: OpenHouse) -> None:
        ask(house, kind)
        for step in before:
            say_of_slip(house, number, step)

    def press(house: OpenHouse, key: str | None) -> object:
        return handle(
            SlipAggregate(house.casino_id, number),
            command,
            by=AT_THE_DESK,
            now=house.now,
            idempotency_key=key,
        ).state

    return Button(type(command), kind, prepare, press, second)


def ask_button(kind: SlipKind) -> Button:
    request = s.RequestSlip(kind=kind, table="T1", pieces=PIECES, signatures=(BOSS,))

    def press(house: OpenHouse, key: str | None) -> object:
        return handle(
            NextSlipAggregate(house.casino_id), request, by=AT_THE_PIT, now=house.now, idempotency_key=key
        ).state

    return Button(s.RequestSlip, kind, nothing, press, second="done")


AT_THE_BANK = s.ReceiveSlip(signatures=(DESK,))
REPRINT = s.ReprintSlip(signatures=(DESK,))
SLIPS = (
    ask_button("fill"),
    ask_button("credit"),
    slip_button(ISSUE, "fill"),
    slip_button(ISSUE, "credit"),
    slip_button(CARRY, "fill", ISSUE),
    slip_button(RECEIVE, "fill", ISSUE, CARRY),
    slip_button(HAND_OVER, "credit", ISSUE),
    slip_button(AT_THE_BANK, "credit", ISSUE, HAND_OVER),
    slip_button(VOID, "fill", ISSUE),
    slip_button(s.VoidSlip(reason="back", signatures=RECEIVE.signatures), "credit", ISSUE, HAND_OVER),
    slip_button(REPRINT, "fill", ISSUE, second="done"),
)

# -------------------------------------------------------------- boxes and the casino's day


def box_button(command: x.AnyOnBox, *before: x.AnyOnBox) -> Button:
    def prepare(house: OpenHouse) -> None:
        box_with_notes(house)
        for step in before:
            say_of_box(house, step)

    def press(house: OpenHouse, key: str | None) -> object:
        return handle(
            BoxAggregate(house.casino_id, BOX), command, by=AT_THE_DESK, now=house.now, idempotency_key=key
        ).state

    return Button(type(command), "", prepare, press)


def day_button(command: h.AnyOfTheDay, *before: h.AnyOfTheDay) -> Button:
    def say(house: OpenHouse, of_the_day: h.AnyOfTheDay, key: str | None = None) -> object:
        return handle(
            CasinoDayAggregate(house.casino_id, DAY),
            of_the_day,
            by=AT_THE_DESK,
            now=house.now,
            idempotency_key=key,
        ).state

    def prepare(house: OpenHouse) -> None:
        box_with_notes(house)
        house.do(t.CloseTable())
        for step in before:
            say(house, step)

    return Button(type(command), "", prepare, lambda house, key: say(house, command, key))


BOXES = (box_button(COUNT), box_button(ACCEPT, COUNT))
DAYS = (day_button(FORCE), day_button(EXPLAIN, FORCE))

# -------------------------------------------------------------- the bank and the series

CAMPIONE = "it-campione"
OF_B = {"B": {10_000: 90, 500: 400}}
FIRST = chip_series_commands.IntroduceSeries(series="B", pieces={10_000: 100, 500: 500})
SECOND = chip_series_commands.IntroduceSeries(series="C", pieces={10_000: 50})
END = chip_series_commands.EndSeries(series="B")


def say_of_series(
    house: OpenHouse, command: chip_series_commands.SeriesCommand, key: str | None = None
) -> object:
    return handle(
        SeriesAggregate(house.casino_id), command, by=AT_THE_PIT, now=house.now, idempotency_key=key
    ).state


def bank_button(command: b.AnyAtTheBank) -> Button:
    def press(house: OpenHouse, key: str | None) -> object:
        return handle(
            BankAggregate(house.casino_id), command, by=AT_THE_DESK, now=house.now, idempotency_key=key
        ).state

    return Button(type(command), "", lambda house: say_of_series(house, FIRST), press, "done", CAMPIONE)


def series_button(
    command: chip_series_commands.SeriesCommand,
    *before: chip_series_commands.SeriesCommand,
    second: Second = "refused",
) -> Button:
    def prepare(house: OpenHouse) -> None:
        for step in before:
            say_of_series(house, step)

    return Button(
        type(command), "", prepare, lambda house, key: say_of_series(house, command, key), second, CAMPIONE
    )


BANK = (
    bank_button(b.CountBank(currency="CHF", by_series=OF_B, reason="as found", signatures=(DESK, BOSS))),
    bank_button(b.SellChips(currency="CHF", by_series={"B": {500: 10}}, signatures=(DESK,))),
    bank_button(b.RedeemChips(currency="CHF", by_series={"B": {500: 10}}, signatures=(DESK,))),
)
SALE = b.SellChips(currency="CHF", by_series={"B": {500: 10}}, signatures=(DESK,))


def sold(house: OpenHouse) -> None:
    """Sell chips, which gives the first receipt of the cash desk."""
    say_of_series(house, FIRST)
    handle(BankAggregate(house.casino_id), SALE, by=AT_THE_DESK, now=house.now)


def say_of_claim(house: OpenHouse, command: k.AnyOnDeskClaim, key: str | None = None) -> object:
    return handle(
        DeskClaimAggregate(house.casino_id), command, by=AT_THE_DESK, now=house.now, idempotency_key=key
    ).state


def claim(house: OpenHouse, key: str | None = None) -> object:
    """Record a claim about that receipt."""
    (entry,) = BankEntry.objects.filter(casino_id=house.casino_id)
    receipt = receipt_of(entry.day, entry.version)
    return say_of_claim(house, k.ClaimAtDesk(receipt=receipt, what="one short", signatures=(DESK,)), key)


def claimed(house: OpenHouse) -> None:
    sold(house)
    claim(house)


ANSWER = k.AnswerDeskClaim(claim=1, upheld=True, answer="counted again", signatures=(BOSS,))
DESK_CLAIMS = (
    Button(k.ClaimAtDesk, "", sold, claim, "done", CAMPIONE),
    Button(
        k.AnswerDeskClaim,
        "",
        claimed,
        lambda house, key: say_of_claim(house, ANSWER, key),
        "refused",
        CAMPIONE,
    ),
)
SERIES = (
    series_button(FIRST),
    series_button(chip_series_commands.IssueChips(series="B", pieces={500: 10}), FIRST, second="done"),
    series_button(END, FIRST, SECOND),
    series_button(chip_series_commands.WithdrawChips(series="B", pieces={500: 10}), FIRST, second="done"),
    series_button(
        chip_series_commands.ExchangeChips(series="B", into="C", pieces={10_000: 2}),
        FIRST,
        SECOND,
        END,
        second="done",
    ),
)
