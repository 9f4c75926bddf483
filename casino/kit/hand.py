"""Choices before touching the cloth: player, chip value, layout and third party."""

from collections.abc import Collection

import msgspec

from casino.kit.clauses import cited
from casino.kit.limits import limits_in_force
from casino.kit.money import plain
from casino.kit.seats import SEATS, Seat, seat_of
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

DENOMINATIONS = (50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000, 20000, 50000, 100000, 500000)
CHIPS_OFFERED = 6
LAYOUTS_OF_A_DOUBLE_TABLE = (1, 2)


class LayoutChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of a double table's layouts, and the number of its bets."""

    layout: int
    bets: int


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """The hand of the person who takes bets.

    `third_parties` is the clause on players for others, `face_value` the one on chips of colours, `called` the one on
    bets that are called out and repeated, each as printed and empty if it does not apply; `layouts` is empty at a
    single table. `stack` has the chips that make the first of `chips`, if there is none of its value: `2 × 5`.
    """

    seats: tuple[Seat, ...]
    chips: tuple[str, ...]
    stack: str
    layouts: tuple[LayoutChoice, ...]
    third_parties: str
    face_value: str
    called: str

    @property
    def is_double(self) -> bool:
        """Return True if each bet has its layout."""
        return bool(self.layouts)


def hand(state: State, rulebook: Rulebook, lying: tuple[Stake, ...], owned: Collection[int] = ()) -> Hand:
    """Return the seats, and the chips that this table's minimum allows, the smallest first. `lying` is on the cloth
    now, `owned` are the values that there are chips of, where that is known. Where none has the value of the minimum,
    it is laid as several of one value.
    """
    minimum = limits_in_force(state, rulebook).minimum
    usual = rulebook.limits.chips or DENOMINATIONS
    fitting = {chip for chip in owned or usual if chip >= minimum and chip % minimum == 0}
    piece = max((chip for chip in owned if chip < minimum and minimum % chip == 0), default=0)
    stack = (
        f"{minimum // piece} × {plain(piece, rulebook.currency)}" if piece and minimum not in fitting else ""
    )
    offered = sorted(fitting if owned and fitting and not stack else {minimum, *fitting})[:CHIPS_OFFERED]
    colours, spoken = rulebook.colour_chips, rulebook.repetition
    return Hand(
        seats=seats(state),
        chips=tuple(plain(chip, rulebook.currency) for chip in offered),
        stack=stack,
        layouts=layouts(state, lying),
        third_parties=cited(rulebook, rulebook.limits.third_parties_clause),
        face_value=cited(rulebook, colours.clause) if colours and not state.face_value_only else "",
        called=cited(rulebook, spoken.clause) if spoken and spoken.called else "",
    )


def seats(state: State) -> tuple[Seat, ...]:
    """Return all players who may have chips here: the table's seats, then players named by other programs."""
    known = {seat.player for seat in SEATS}
    there = (*(bet.player for bet in state.bets), *(each.player for each in state.colours.in_play))
    others = dict.fromkeys(player for player in there if player not in known)
    return (*SEATS, *(seat_of(player) for player in others))


def layouts(state: State, lying: tuple[Stake, ...]) -> tuple[LayoutChoice, ...]:
    """Return the layouts of a double table; empty at a single one."""
    if not state.double:
        return ()
    return tuple(
        LayoutChoice(layout=layout, bets=sum(bet.layout == layout for bet in lying))
        for layout in LAYOUTS_OF_A_DOUBLE_TABLE
    )
