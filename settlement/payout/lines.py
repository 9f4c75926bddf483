"""What goes into the engine and what comes out of it: stakes, lines, coups. Money in minor units."""

from typing import Literal

import msgspec

from tables.roulette.announced import combinations_of
from tables.roulette.bets import AnnouncedBet, Bet

Outcome = Literal["won", "lost", "halved", "imprisoned", "still-imprisoned", "freed", "divided"]

ROUNDED = "does not divide evenly: rounded up, to the player's side"


class Stake(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A bet as it lies when the number falls. `amount` is the total of an announced bet.

    `level` is how often in a row it is imprisoned (0: free); `excess` says that it was found over the maximum;
    `distance` ranks chips on an even chance by their distance from the employee, the farthest largest; `layout` is
    which one of a double table's it lies on; `chip` is the value of one of its chips, None where it is not known.
    `counts_to` is whose sums a maximum holds for, where not the player's own: the player for whom a third party
    placed it, or a company. `on_behalf_of` is that player, where the limits of a request are held to.
    """

    ref: str
    player: str
    bet: Bet | AnnouncedBet
    amount: int
    level: int = 0
    excess: bool = False
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    counts_to: str | None = None
    on_behalf_of: str | None = None

    @property
    def owner(self) -> str:
        """Whose sums a maximum holds for."""
        return self.counts_to or self.player


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What one stake came to. Always: stake = returned + held + what the bank takes.

    `prize` is paid on top; `returned` goes back to the player of the stake; `held` lies in prison, at `level`.
    `chips` are the lines of an announced bet's chips, whose sums this line gives. `excess` is the part of a won
    stake that lay over the maximum and is returned without a prize. `clause` decided the outcome. The order of
    the fields is the order of the keys in the published answer.
    """

    ref: str
    bet: str
    player: str
    stake: int
    outcome: Outcome
    prize: int
    returned: int
    held: int
    level: int | None = None
    clause: str
    chips: tuple["Line", ...] = ()
    excess: int = 0
    note: str | None = None


class Coup(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One coup settled: a line for each stake in the order given, refs in the order in which prizes are paid
    (empty where nothing is paid by hand), and the stakes that stay on the cloth because they are in prison."""

    number: int
    colour: str | None
    lines: tuple[Line, ...]
    order: tuple[str, ...]
    kept: tuple[Stake, ...]


def chips_of(stake: Stake) -> tuple[tuple[Bet, int], ...]:
    """The combinations that a stake's chips lie on, each with its amount. Raises BetRefused if it does not divide."""
    return combinations_of(stake.bet, stake.amount)


def divide_up(amount: int, denominator: int) -> tuple[int, str | None]:
    """`amount` / `denominator` rounded up, and the note that says so if it did not divide."""
    quotient, rest = divmod(amount, denominator)
    return (quotient + 1, ROUNDED) if rest else (quotient, None)
