"""What happens on a table's day, as tests bring it about: counts, coups, slips, change; and its ledger."""

from collections.abc import Sequence

from settlement.day_ledger import ledger_of_table
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as s
from settlement.table_ledger import TableLedger
from tables.handling import handle
from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import chips_in_boxes
from tables.play.direction.events import Moment
from tables.play.events import SlipKind
from testkit.house import BOSS, OpenHouse

DAY = "2026-11-20"
FLOAT = {10_000: 20, 500: 40}
WORTH = 220_000
PIT = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
DESK = e.Signature(person=e.Person(id="person/2", name="Desk"), role="cash_desk")
CHIEF = e.Signature(person=e.Person(id="person/3", name="Chief"), role="chef_de_table")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")


def count(house: OpenHouse, moment: Moment, pieces: dict[int, int] = FLOAT) -> None:
    boxes = chips_in_boxes(house.state, house.rulebook)
    house.do(c.CountFloat(moment=moment, pieces=pieces, colours=boxes, signatures=(PIT, DESK)))


def coup(house: OpenHouse, number: int, *bets: tuple[str, str, int]) -> None:
    house.coup(number, *(c.PlaceBet(player=player, bet=bet, amount=amount) for player, bet, amount in bets))


def slip(
    house: OpenHouse,
    kind: SlipKind,
    pieces: dict[int, int],
    *,
    closing: bool = False,
    received: bool = True,
) -> str:
    request = s.RequestSlip(kind=kind, table=house.table, pieces=pieces, closing=closing, signatures=(PIT,))
    number = handle(NextSlipAggregate(house.casino_id), request, by=BOSS, now=house.now).state.number
    steps: Sequence[s.AnyOnSlip] = (
        (
            s.IssueSlip(carrier="Rosa", signatures=(DESK,)),
            s.CarrySlip(signatures=(DESK,)),
            s.ReceiveSlip(signatures=(CROUPIER, CHIEF)),
        )
        if kind == "fill"
        else (
            s.IssueSlip(carrier="Rosa", signatures=(DESK,)),
            s.HandOverSlip(signatures=(CROUPIER, CHIEF)),
            s.ReceiveSlip(signatures=(DESK,)),
        )
    )
    for step in steps if received else steps[:-1]:
        handle(SlipAggregate(house.casino_id, number), step, by=BOSS, now=house.now)
    return number


def change_notes(house: OpenHouse, pieces: dict[int, int]) -> None:
    for command in (
        c.AskForChange(player="P1", handed="notes", given=pieces),
        c.ServeChange(),
        c.FinishChange(paid_out=pieces),
    ):
        house.do(command)


def ledger(house: OpenHouse, day: str = DAY) -> TableLedger:
    found = ledger_of_table(house.casino_id, house.table, day)
    assert found is not None
    return found
