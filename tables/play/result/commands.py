"""Numbers: declared, doubted, missed, decided."""

import msgspec

from tables.play.command import Authorised, Fact, Request, Seen


class SpinRule(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that separate the numbers of one reader. Times are in seconds of the table's clock; 0 sets none."""

    implied: bool = False
    """Nobody enters launches for this reader: each number is a spin of its own, if no bets are on the cloth."""
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
    reader: str | None = None
    """The reader that gives it; None of staff, and of a day recorded before a table had several readers."""
    coup: int | None = None
    """The past coup that staff confirms or contradicts; None: the one at hand."""
    recovered: bool = False
    doubts: tuple[str, ...] = ()
    """The reader's own doubts about the number."""
    turns: int | None = None
    """The full turns that the ball made, where the reader counts them."""
    corrects: bool = False
    """True if the same source gave another number for this same coup before."""
    spin: SpinRule | None = None
    """The rules that separate a reader's numbers; None for a number from staff."""


class ReportAsWitness(Fact, frozen=True, kw_only=True, tag="witness-number"):
    """A witness sees the ball rest on `number`. It opens no coup and settles none: it is compared."""

    reader: str
    number: int
    game: str | None = None
    """The witness's own name for the coup, which begins with its code."""
    live: bool = True
    """False where only the time of arrival is known."""
    recovered: bool = False
    doubts: tuple[str, ...] = ()
    """The witness's own doubts about its number."""
    spin: SpinRule = SpinRule()
    """The rules that separate its numbers."""


class DismissDoubt(Request, Authorised, frozen=True, kw_only=True, tag="doubt-dismissed"):
    """Say that no number has fallen in the coup whose number waits to be confirmed: the coup goes on."""

    coup: int
    reason: str = ""
    with_later: bool = False
    """Dismiss the numbers of later coups that wait behind it too; `reason` is then required."""


class MissResults(Fact, frozen=True, kw_only=True, tag="results-missing"):
    """`count` results fell unheard."""

    count: int


class ResolveDiscrepancy(Request, Authorised, frozen=True, kw_only=True, tag="resolve-discrepancy"):
    """The chief decides which of two different numbers is valid, with a reason."""

    number: int
    reason: str
