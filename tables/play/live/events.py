"""Seats of a live table and every movement of their balances; amounts in minor units."""

import msgspec

from tables.play.event import Event


class SeatBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as a seat asks for it: its code, and its total amount."""

    bet: str
    amount: int


class CarriedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as one gaming day hands it to the next."""

    seat: str
    balance: int
    unclaimed: int
    taken: bool


class BoughtIn(Event, frozen=True, kw_only=True, tag="bought_in"):
    """A right of participation was bought: the seat's opening balance, or more of it."""

    seat: str
    amount: int


class SeatStaked(Event, frozen=True, kw_only=True, tag="seat_staked"):
    """A seat's bets count and are off its balance; each is a `bet_placed` that follows. Its time is that of asking.

    `confirmed`: the player confirmed them, and that is all for the round; else the staff placed them for the seat.
    """

    coup: int
    seat: str
    amount: int
    bets: tuple[SeatBet, ...]
    confirmed: bool = True


class StakesReturned(Event, frozen=True, kw_only=True, tag="stakes_returned"):
    """Stakes came back to the balances, by seat: play was suspended and their bets were taken off."""

    coup: int
    stakes: dict[str, int]


class WinsCredited(Event, frozen=True, kw_only=True, tag="wins_credited"):
    """The seats were credited with their wins on a number, by seat, winning chips and prizes together.

    If another number turned out to be valid, `taken_back` is the amount taken off again, and `short` the part that
    was no longer there.
    """

    coup: int
    number: int
    wins: dict[str, int]
    taken_back: dict[str, int] = {}
    short: dict[str, int] = {}


class SeatLeft(Event, frozen=True, kw_only=True, tag="seat_left"):
    """The player left: `amount` of the balance was cashed out.

    `held`, won on a number that is still disputed, is kept unclaimed. Confirmed bets play on.
    """

    seat: str
    amount: int
    held: int = 0


class UnclaimedCollected(Event, frozen=True, kw_only=True, tag="unclaimed_collected"):
    """A seat's win after its player left was collected."""

    seat: str
    amount: int


LiveEvent = BoughtIn | SeatStaked | StakesReturned | WinsCredited | SeatLeft | UnclaimedCollected
