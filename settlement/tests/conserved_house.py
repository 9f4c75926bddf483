"""A house whose chips are counted along: what may be done in it, and what must hold after whatever was.

Two tables of two currencies: one of Campione, whose house tells its series of chips apart and holds what nobody claims,
and an American one of Portugal with chips of colours. All of it goes through the real doors.
"""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

from django.db.models import Sum

from settlement.bank import commands as b
from settlement.bank.pieces import BySeries, added, by_series_of, less, worth
from settlement.bank_aggregate import BankAggregate, stock_of
from settlement.box_aggregate import BoxAggregate
from settlement.boxes import commands as x
from settlement.boxes.state import BoxName
from settlement.casino_chips import house_chips
from settlement.casino_day_aggregate import CasinoDayAggregate
from settlement.ledger.accounts import Account
from settlement.models import Box, LedgerEntry, Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slip_rows import pieces_of
from settlement.slips import commands as s
from settlement.tests.colours_owed import check_colours
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import casino_series
from tables.play import commands as c
from tables.play.colours.boxes import chips_in_boxes
from tables.play.events import Moment, Person, Pieces, Signature, SlipKind
from tables.play.pieces import sum_of
from tables.refusal import Refused
from tables.registers import chip_series_commands as r
from tables.registers.casino_day import commands as h
from testkit.house import BOSS, OpenHouse

PIT = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="chief", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="desk", name="Desk"), role="cash_desk")
INSPECTOR = Signature(person=Person(id="inspector", name="Inspector"), role="games_inspector")
CONTROLLER = Signature(person=Person(id="controller", name="Controller"), role="public_controller")
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
CAMPIONE, AMERICAN = 0, 1
"""The places of the two tables."""
FLOAT: Pieces = {10_000: 60, 2_500: 80, 500: 100}
IN_THE_BANK: Pieces = {10_000: 400, 2_500: 400, 500: 900}
ISSUED: Pieces = {10_000: 600, 2_500: 700, 500: 1_500}
FIRST_SERIES = "A"


class ConservedHouse:
    """Its doors, and `chips`: what there is in floats, at the bank and on the way, by the table of that currency.

    A step that is refused has recorded nothing. `done` is how often each kind of step was carried out.
    """

    def __init__(self, casino_id: int, done: Counter[str]) -> None:
        self.id, self.done, self.refused = casino_id, done, ""
        self.tables = (
            OpenHouse(casino_id, "it-campione"),
            OpenHouse(casino_id, "pt-americana", table="T2", chip_colours={"red": 300, "blue": 300}),
        )
        self.chips: dict[str, BySeries] = {"T1": {}, "T2": {}}
        self._left_to_the_house: Counter[str] = Counter()
        self.change_series(r.IntroduceSeries(series=FIRST_SERIES, pieces=ISSUED))
        for at, house in enumerate(self.tables):
            series = self.newest_series(at)
            house.do(self._count(at, "opening", {series: FLOAT}))
            first = b.CountBank(
                currency=self.currency(at),
                by_series={series: IN_THE_BANK},
                reason="the first count",
                signatures=(DESK, PIT),
            )
            handle(BankAggregate(casino_id), first, by=BOSS, now=house.now)
            self.chips[house.table] = self.found(at)

    # ------------------------------------------------------------ what it knows

    def currency(self, at: int) -> str:
        """In which the table plays."""
        return self.tables[at].rulebook.currency

    def newest_series(self, at: int) -> str:
        """The series that the table plays with; empty where none is known."""
        return (self.tables[at].state.chip_series.in_play or ("",))[-1]

    def stock(self, at: int) -> BySeries:
        """What the bank has of the table's currency, by the record."""
        return stock_of(self.id, self.currency(at))

    def in_float(self, at: int) -> BySeries:
        """The chips of the table's float, by the record."""
        places = house_chips(self.id, self.currency(at)).places
        (chips,) = (place.chips for place in places if place.kind == "float")
        return dict(chips or {})

    def found(self, at: int) -> BySeries:
        """The chips of the table's currency that lie in its float, at the bank and on the way."""
        places = house_chips(self.id, self.currency(at)).places
        return added({}, *(place.chips or {} for place in places if place.kind != "held"))

    def open_slips(self) -> list[Slip]:
        """Those of which something is still to come."""
        slips = Slip.objects.filter(casino_id=self.id).exclude(status__in=("received", "voided"))
        return list(slips.order_by("number"))

    # ------------------------------------------------------------ what is done in it

    def do(self, kind: str, step: Callable[[], object]) -> bool:
        """Carries a step out; False where it was refused, and `refused` says why."""
        for house in self.tables:
            house.now += timedelta(seconds=20)
        try:
            step()
        except Refused as refusal:
            self.refused = f"{kind}: {refusal}"
            return False
        self.done[kind] += 1
        return True

    def say(self, at: int, command: c.Command, kind: str = "") -> bool:
        """Says a command at a table."""
        return self.do(kind or type(command).__name__, lambda: self.tables[at].do(command))

    def ask(self, at: int, kind: SlipKind, pieces: Pieces, *, closing: bool = False) -> bool:
        """Asks for a fill or a credit, of the newest series."""
        house, series = self.tables[at], self.newest_series(at)
        request = s.RequestSlip(
            kind=kind,
            table=house.table,
            pieces=pieces,
            by_series={series: pieces} if series else {},
            closing=closing,
            signatures=(PIT,),
        )
        what = f"{'closing ' if closing else ''}{kind} asked"
        return self.do(
            what, lambda: handle(NextSlipAggregate(self.id), request, by=BOSS, now=house.now).state
        )

    def on_slip(self, slip: Slip, command: s.AnyOnSlip) -> bool:
        """A slip takes a step; what the bank finds of a credit may be other chips."""
        at = next(at for at, house in enumerate(self.tables) if house.table == slip.table)
        now = self.tables[at].now
        kind = f"{slip.kind}: {type(command).__name__}"
        if isinstance(command, s.ReceiveSlip) and command.pieces:
            kind += " otherwise"
        if not self.do(
            kind, lambda: handle(SlipAggregate(self.id, slip.number), command, by=BOSS, now=now).state
        ):
            return False
        if isinstance(command, s.ReceiveSlip) and command.pieces:
            left = by_series_of(
                pieces_of(slip.pieces), {name: pieces_of(of) for name, of in slip.by_series.items()}
            )
            (series,) = left
            self._instead(at, left, {series: command.pieces})
        return True

    def at_bank(self, at: int, command: b.AnyAtTheBank) -> bool:
        """The bank is counted, sells or redeems chips of the table's currency."""
        stock = self.stock(at)
        if not self.do(
            type(command).__name__,
            lambda: handle(BankAggregate(self.id), command, by=BOSS, now=self.tables[at].now).state,
        ):
            return False
        match command:
            case b.CountBank():
                self._instead(at, stock, command.by_series)
            case b.SellChips():
                self._instead(at, command.by_series, {})
            case b.RedeemChips():
                self._instead(at, {}, command.by_series)
        return True

    def change_series(self, command: r.SeriesCommand) -> bool:
        """Chips of a series are issued, withdrawn or given for those of one that has ended."""
        now = self.tables[CAMPIONE].now
        if not self.do(
            type(command).__name__, lambda: handle(SeriesAggregate(self.id), command, by=BOSS, now=now).state
        ):
            return False
        match command:
            case r.IntroduceSeries() | r.IssueChips():
                self._instead(CAMPIONE, {}, {command.series: command.pieces})
            case r.WithdrawChips():
                self._instead(CAMPIONE, {command.series: command.pieces}, {})
            case r.ExchangeChips():
                self._instead(CAMPIONE, {command.into: command.given or command.pieces}, {})
        return True

    def open_next(self, at: int) -> bool:
        """The table opens the day that it is; cash that no box of it took was left to the house."""
        house = self.tables[at]
        for each in self.tables:
            each.now = max(each.now, house.now)
        recorded = house.state.cash.recorded
        if not self.do("opened", lambda: house.open(f"{house.now:%Y-%m-%d}")):
            return False
        self._left_to_the_house[house.table] += recorded - house.state.cash.recorded
        return True

    def count_float(self, at: int, moment: Moment, found: BySeries) -> bool:
        """The float is counted, and these chips are found in it."""
        before = self.in_float(at)
        if not self.say(at, self._count(at, moment, found), f"float-counted-{moment}"):
            return False
        self._instead(at, before, found)
        return True

    def count_box(self, box: Box, pieces: Pieces) -> bool:
        """Two count a box that has left its table."""
        counted = x.CountBox(pieces=pieces, reason="as found", signatures=(DESK, INSPECTOR))
        return self._to_box(box, counted)

    def accept_box(self, box: Box) -> bool:
        """A third accepts the count."""
        return self._to_box(box, x.AcceptBox(signatures=(CONTROLLER,)))

    def close_day(self, day: str, command: h.AnyOfTheDay) -> bool:
        """The house closes a gaming day, or explains how it did."""
        now = max(house.now for house in self.tables)
        kind = f"{'forced ' if isinstance(command, h.CloseHouseDay) and command.forced else ''}{type(command).__name__}"
        return self.do(
            kind, lambda: handle(CasinoDayAggregate(self.id, day), command, by=BOSS, now=now).state
        )

    def _to_box(self, box: Box, command: x.AnyOnBox) -> bool:
        name, now = BoxName(box.table, box.day, box.serial, box.use), self.tables[CAMPIONE].now
        kind = type(command).__name__
        return self.do(kind, lambda: handle(BoxAggregate(self.id, name), command, by=BOSS, now=now).state)

    def _count(self, at: int, moment: Moment, found: BySeries) -> c.CountFloat:
        boxes = chips_in_boxes(self.tables[at].state, self.tables[at].rulebook)
        known = {} if set(found) == {""} else {name: of for name, of in found.items() if any(of.values())}
        return c.CountFloat(
            moment=moment, pieces=sum_of(found), by_series=known, colours=boxes, signatures=(PIT, DESK)
        )

    def _instead(self, at: int, before: BySeries, after: BySeries) -> None:
        """These chips are there, and those are not any more."""
        table = self.tables[at].table
        self.chips[table] = added(self.chips[table], less(before), after)

    # ------------------------------------------------------------ what always holds

    def check_money(self) -> None:
        """All entries of each currency come to nothing, and every place has what its keeper knows of it."""
        sums = LedgerEntry.objects.filter(casino_id=self.id).order_by().values_list("currency")
        assert not any(dict(sums.annotate(sum=Sum("amount"))).values())
        for at, house in enumerate(self.tables):
            currency = self.currency(at)
            assert self._lies(Account.BANK, currency) == worth(self.stock(at))
            slips = Slip.objects.filter(casino_id=self.id, currency=currency)
            on_the_way = slips.filter(kind="fill", status__in=("issued", "carried")) | slips.filter(
                status="handed_over"
            )
            assert self._lies(Account.TRANSIT, currency) == sum(slip.total for slip in on_the_way)
            held = sum(each.amount for each in house.state.held.items if each.until_coup is None)
            assert self._lies(Account.HELD, currency) == held
            self._check_cash(house, currency)
            check_colours(house)
        circulating = {each.series: dict(each.circulating) for each in casino_series(self.id).series}
        assert self._lies(Account.ISSUED, self.currency(CAMPIONE)) == -worth(circulating)

    def _check_cash(self, house: OpenHouse, currency: str) -> None:
        """In boxes that wait and at the table lies what was recorded for them, until it is counted."""
        waiting = Box.objects.filter(casino_id=self.id, table=house.table, status="waiting")
        recorded = sum(box.recorded for box in waiting) + house.state.cash.recorded
        assert self._lies(Account.CASH, currency) == recorded + self._left_to_the_house[house.table]

    def check_chips(self) -> None:
        """There are as many of each series and value as there were, but for what a step brought or took."""
        for at, house in enumerate(self.tables):
            assert self.found(at) == self.chips[house.table], house.table

    def _lies(self, account: Account, currency: str) -> int:
        entries = LedgerEntry.objects.filter(casino_id=self.id, account=account, currency=currency)
        return entries.aggregate(sum=Sum("amount"))["sum"] or 0
