"""Money at a table counted a second time, from the events alone, for tests: what is evolved must come to the same.

Amounts in minor units. The books go on over the days of a table, as its seats and advances do.
"""

from collections import Counter
from typing import Any

from tables.play import events as e
from tables.play.pieces import worth_of
from tables.play.state import State


class Books:
    """Money of each seat, advance and item in safekeeping, by the events."""

    def __init__(self) -> None:
        self.seats: Counter[str] = Counter()
        self.advances: Counter[str] = Counter()
        self.held: dict[str, int] = {}
        self.change: dict[int, int] = {}
        self.slips: dict[str, int] = {}
        self.moved: Counter[int] = Counter()
        self.notes = 0
        self.in_boxes = 0
        self.handed_for_change: dict[int, int] = {}
        self.tips: dict[str, int] = {}
        self.differences: dict[str, int] = {}
        self.standing: dict[str, int] = {}

    def take(self, event: e.Event) -> None:
        """Book the money of an event."""
        _check_whole(event)
        self._seats(event)
        self._advances(event)
        self._held(event)
        self._payments(event)
        self._change(event)
        self._slips(event)
        self._cash(event)

    def check(self, state: State) -> None:
        """Check that the evolved table has the money of these books. Fails otherwise."""
        there = {name: seat.balance + seat.unclaimed for name, seat in state.live.seats.items()}
        for name, amount in self.seats.items():
            assert there.get(name, 0) == amount, f"seat {name} has {there.get(name)}, by the books {amount}"
        for name, seat in state.live.seats.items():
            assert seat.balance >= 0, f"seat {name} owes"
            assert seat.unclaimed >= 0, f"seat {name} has less than nothing unclaimed"
            assert seat.taken or not seat.balance, f"nobody sits at {name}, and its balance is {seat.balance}"
        open_advances = {each.ref: each.left for each in state.advances.open}
        assert open_advances == +self.advances
        for each in state.advances.open:
            assert 0 < each.left <= each.amount
            assert each.staked >= 0
        assert {each.ref: each.amount for each in state.held.items} == self.held
        assert {each.number: each.total for each in state.change.open} == self.change
        assert {each.difference: each.over for each in state.differences.open} == self.differences
        standing = {each.difference: each.over for each in state.differences.standing}
        assert standing.items() <= self.standing.items(), "what was decided to stand"
        assert {each.slip: each.total for each in state.slips.open} == self.slips
        assert state.cash.recorded == self.notes, "notes that are in no box that has left"
        assert sum(each.recorded for each in state.cash.removed) == self.in_boxes
        assert {each.shift: each.total for each in state.cash.tips} == self.tips
        if state.phase != "closed":
            moved = {value: count for value, count in self.moved.items() if count}
            assert dict(state.slips.moved.pieces) == moved, "what came into the float by slips and went out"

    def _seats(self, event: e.Event) -> None:
        match event:
            case e.BoughtIn():
                self.seats[event.seat] += event.amount
            case e.SeatStaked():
                assert event.amount == sum(bet.amount for bet in event.bets)
                self.seats[event.seat] -= event.amount
            case e.StakesReturned():
                self.seats.update(event.stakes)
            case e.WinsCredited():
                self.seats.update(event.wins)
                self.seats.subtract(event.taken_back)
            case e.SeatLeft() | e.UnclaimedCollected():
                self.seats[event.seat] -= event.amount

    def _advances(self, event: e.Event) -> None:
        match event:
            case e.ChipsAdvanced():
                assert event.ref not in self.advances, f"a second advance {event.ref}"
                self.advances[event.ref] = event.amount
            case e.AdvanceRepaid():
                self.advances[event.ref] -= event.amount
                assert self.advances[event.ref] == event.left
            case e.TableOpened():
                self.advances = Counter({each.ref: each.amount for each in event.advances})

    def _held(self, event: e.Event) -> None:
        match event:
            case e.WinUnclaimed() | e.HeldSetAside():
                assert self.held.get(event.held.ref, event.held.amount) == event.held.amount
                self.held[event.held.ref] = event.held.amount
            case e.HeldCounted():
                assert self.held[event.held.ref] == event.held.amount == worth_of(event.held.pieces)
            case e.HeldUndone(ended=str()):
                assert event.held.ref not in self.held, "it had ended"
            case e.HeldClaimed() | e.HeldPaidIn() | e.HeldEnded() | e.HeldUndone():
                assert self.held.pop(event.held.ref) == event.held.amount

    def _payments(self, event: e.Event) -> None:
        match event:
            case e.PaymentDiffered():
                assert event.difference not in self.differences, f"a second difference {event.difference}"
                assert event.paid != event.worked_out
                self.differences[event.difference] = event.paid - event.worked_out
            case e.PaymentDifferenceDecided():
                over = self.differences.pop(event.difference)
                assert event.amount == (0 if event.outcome == "stands" else -over)
                if event.outcome == "stands":
                    self.standing[event.difference] = over
            case e.PaymentDifferenceUndone():
                known = self.differences if event.difference in self.differences else self.standing
                assert known.pop(event.difference) == event.paid - event.worked_out
            case e.TableOpened():
                assert not self.differences, "a day ended with a payment that nobody decided"
                self.standing.clear()

    def _change(self, event: e.Event) -> None:
        match event:
            case e.ChangeRequested():
                assert event.total == sum(value * count for value, count in event.given.items()) > 0
                self.change[event.number] = event.total
            case e.ChangeFinished():
                paid = sum(value * count for value, count in event.paid_out.items())
                assert self.change.pop(event.number) == paid == event.total
            case e.ChangeGivenBack():
                del self.change[event.number]
            case e.TableOpened():
                assert not self.change, "a day ended with change open"

    def _slips(self, event: e.Event) -> None:
        """Chips come into the float and leave it with a slip that was asked for, once."""
        match event:
            case e.FillRequested() | e.CreditRequested():
                assert event.slip not in self.slips, f"a second slip {event.slip}"
                assert event.total == sum(value * count for value, count in event.pieces.items()) > 0
                self.slips[event.slip] = event.total
            case e.FillReceived():
                del self.slips[event.slip]
                self.moved.update(event.pieces)
            case e.CreditHandedOver():
                del self.slips[event.slip]
                self.moved.subtract(event.pieces)
            case e.SlipVoidReported():
                assert event.total == sum(value * count for value, count in event.pieces.items())
                assert bool(event.pieces) is (self.slips.pop(event.slip, None) is None)
                self.moved.update(event.pieces)
            case e.FloatCounted(moment="opening"):
                self.moved.clear()
            case e.TableOpened():
                handed_on = {each.slip: each.total for each in event.slips_open}
                assert self.slips == handed_on, "what the last day left open is open"
                self.moved.clear()

    def _cash(self, event: e.Event) -> None:
        """Follow the notes, which come and go until a box takes them away; those of change move with its payment."""
        match event:
            case e.CashTaken():
                assert event.total > 0
                assert not event.pieces or event.total == sum(v * n for v, n in event.pieces.items())
                self.notes += event.total
            case e.CashCorrected():
                assert event.total >= 0 and event.total != event.before
                assert not event.pieces or event.total == sum(v * n for v, n in event.pieces.items())
                self.notes += event.total - event.before
            case e.BoughtIn():
                self.notes += event.amount
            case e.SeatLeft() | e.UnclaimedCollected():
                self.notes -= event.amount
            case e.ChangeRequested():
                self.handed_for_change[event.number] = event.total if event.handed == "notes" else 0
            case e.ChangeFinished():
                self.notes += self.handed_for_change.pop(event.number)
            case e.BoxRemoved():
                assert event.recorded == self.notes
                self.notes, self.in_boxes = 0, self.in_boxes + event.recorded
            case e.TipsCounted():
                assert event.before == self.tips.get(event.shift, 0)
                self.tips[event.shift] = event.total
            case e.TableOpened():
                self.handed_for_change.clear()
                self.tips.clear()
                self.in_boxes = 0
                self.notes = event.box.recorded if event.box else 0


SUMS = ("amount", "total", "left", "stakes", "wins", "taken_back", "short", "won", "stake", "paid_out")


def _check_whole(event: e.Event) -> None:
    """Check that money is whole minor units, and never negative; a decided amount may be returned. Fails otherwise."""
    if isinstance(event, e.DisputeDecided | e.PaymentDifferenceDecided):
        return
    for name in SUMS:
        said: Any = getattr(event, name, 0)
        for amount in said.values() if isinstance(said, dict) else (said,):
            assert type(amount) is int, f"{type(event).__name__}.{name}: {amount!r}"
            assert amount >= 0, f"{type(event).__name__}.{name}: {amount}"
