"""Numbers: declared, doubted, missed, decided."""

from tables.play.command import Authorised, Fact, Request, Seen


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
