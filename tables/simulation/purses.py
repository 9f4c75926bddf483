"""Players' chips, and their effect on a table's float: so that notes come for about the staked amounts.

Players buy chips with notes when they have none left, and take the rest to the cash desk in the end. So the float is
smaller at the closing by the bought chips, and larger by the lost ones.
"""

from collections import Counter

from msgspec.structs import replace

from tables.play import events as e
from tables.play.colours.chips_out import chips_short
from tables.play.state import State
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Rulebook
from tables.simulation.table_float import TableFloat

NOTES = (20_000, 10_000, 5_000, 2_000, 1_000)
"""Notes that players hand over, in minor units, the largest first."""
TIPPED = "plein"
"""The kind of bet of which a winner gives a chip to the staff."""


class Purses:
    """Players' face-value chips by name, the chips of the float, and the tips so far."""

    def __init__(self) -> None:
        self.chips: Counter[str] = Counter()
        self.float = TableFloat()
        self.tips = 0

    def take(self, event: e.Event, before: State) -> None:
        """Book the effect of an event on face-value chips; `before` is the table that it meets."""
        self.float.moved(_into_the_float(event))
        match event:
            case e.FloatCounted():
                self.float.found(event.pieces)
            case e.FillReceived():
                self.float.came(event.pieces)
            case e.CreditHandedOver():
                self.float.went(event.pieces)
            case e.CashTaken() | e.ChangeFinished():
                self.chips[event.player] += event.total
            case e.ColourAssigned() | e.ColourChipsBought():
                self.chips[event.player] -= event.amount
            case e.BetPlaced(colour=None):
                self.chips[event.player] -= event.amount
            case e.BetWithdrawn():
                self.chips.update(
                    {bet.player: bet.amount for bet in before.bets if bet.ref == event.ref and not bet.colour}
                )

    def settle(self, state: State, rulebook: Rulebook) -> None:
        """Book the coup that was last settled: losses come to the float, prizes leave it."""
        if state.number is None or rulebook.seats is not None:
            return
        in_prison = {bet.ref for bet in state.bets if bet.level}
        lay = [replace(bet, excess=False) for bet in state.settled_bets]
        lines = settle_coup(rulebook, lay, state.number, wheel=state.wheel).lines
        for bet, line in zip(lay, lines, strict=True):
            if bet.ref in in_prison or bet.colour is not None:
                continue
            back = line.returned if line.outcome in ("won", "freed") else 0
            tip = state.limits.minimum if state.limits and line.prize and line.kinds_won == {TIPPED} else 0
            self.float.moved(line.stake - back - line.prize)
            self.chips[line.player] += back + line.prize - tip
            self.tips += tip
        for colour in state.colours.in_play:
            short = chips_short(state, colour, rulebook) * colour.value
            self.float.moved(-short)
            self.chips[colour.player] += short


def _into_the_float(event: e.Event) -> int:
    """Return the value of face-value chips that the event adds to the float, in minor units; below zero for chips that
    leave.
    """
    match event:
        case e.CashTaken() | e.ChangeFinished():
            return -event.total
        case (
            e.ColourAssigned()
            | e.ColourChipsBought()
            | e.SeatStaked()
            | e.SeatLeft()
            | e.UnclaimedCollected()
        ):
            return event.amount
        case e.ColourRedeemed() | e.LateChipsRedeemed() | e.DisputeDecided() | e.BoughtIn():
            return -event.amount
        case e.StakesReturned() | e.WinsCredited():
            return _taken_back(event)
        case _:
            return 0


def _taken_back(event: e.StakesReturned | e.WinsCredited) -> int:
    """Return the sum taken back from the balances of seats, less the sum credited to them."""
    if isinstance(event, e.StakesReturned):
        return -sum(event.stakes.values())
    return sum(event.taken_back.values()) - sum(event.wins.values())


def in_notes(amount: int) -> e.Pieces:
    """Return the notes that come to the amount, or to the next thousand above it (minor units)."""
    left, notes = -(-amount // NOTES[-1]) * NOTES[-1], {}
    for value in NOTES:
        count, left = divmod(left, value)
        if count:
            notes[value] = count
    return notes
