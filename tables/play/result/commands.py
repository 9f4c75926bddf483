"""Numbers: declared, doubted, missed, decided."""

import msgspec

from tables.play.command import Authorised, Fact, Request, Seen


class SpinRule(msgspec.Struct, frozen=True, kw_only=True):
    """How the numbers of one reader are told apart. Times are in seconds of the table's clock; 0 sets none."""

    implied: bool = False
    """Nobody enters launches for this reader: each number stands for a spin of its own, if no bets lie."""
    uncounted: bool = False
    """The reader has no counter: a number that it sends again looks like a new one."""
    since_number_s: float = 0
    """The least time between two numbers."""
    since_launch_s: float = 0
    """The least time between a launch and its number, unless a counter shows that both are of one game."""
    since_closing_s: float = 0
    """The least time between the closing of bets and the number, where no launch was reported."""


class DeclareNumber(Seen, frozen=True, kw_only=True, tag="number"):
    """The ball rests on `number`; or, of a past `coup`, it rested there."""

    number: int
    coup: int | None = None
    """The past coup that staff confirms or contradicts; None: the one at hand."""
    recovered: bool = False
    doubts: tuple[str, ...] = ()
    """What the reader itself says against the number."""
    turns: int | None = None
    """The full turns that the ball made, where the reader counts them."""
    corrects: bool = False
    """The same source gave another number for this same coup before."""
    spin: SpinRule | None = None
    """How a reader's numbers are told apart; None of a number that staff declares."""


class DismissDoubt(Request, Authorised, frozen=True, kw_only=True, tag="doubt-dismissed"):
    """Say that no number has fallen in the coup whose number waits to be confirmed: the coup goes on."""

    coup: int


class MissResults(Fact, frozen=True, kw_only=True, tag="results-missing"):
    """`count` results fell unheard."""

    count: int


class ResolveDiscrepancy(Request, Authorised, frozen=True, kw_only=True, tag="resolve-discrepancy"):
    """The chief decides which of two different numbers stands, and says why."""

    number: int
    reason: str
