"""Results of the engine: lines and coups. Money in minor units."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from tables.refusal import LineNote
from tables.roulette.rounding import halved
from tables.roulette.rulebook import RoundingRule
from tables.roulette.stake import Stake

Outcome = Literal["won", "lost", "halved", "imprisoned", "still-imprisoned", "freed", "divided"]

ROUNDED = LineNote(code="rounded-up")
ROUNDED_DOWN = LineNote(code="rounded-down")


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Outcome of one stake. Always: stake = returned + held + the bank's part.

    `prize` is paid on top; `returned` goes back to the player of the stake; `held` stays in prison, at `level`. `chips`
    are the lines of an announced bet's chips; this line gives their sums. `excess` is the part of a won stake over the
    maximum; it is returned without a prize. `clause` decided the outcome. The order of the fields is the order of the
    keys in the published answer.
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
    notes: tuple[LineNote, ...] = ()

    @property
    def kinds_won(self) -> frozenset[str]:
        """The kinds of bet of the winning chips; empty for a losing stake."""
        won = (part.bet for part in self.chips or (self,) if part.outcome == "won")
        return frozenset(code.partition(":")[0] for code in won)


class Coup(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One coup settled: a line for each stake in the order given, refs in the order in which prizes are paid
    (empty where nothing is paid by hand), and the stakes that stay on the cloth because they are in prison."""

    number: int
    colour: str | None
    lines: tuple[Line, ...]
    order: tuple[str, ...]
    kept: tuple[Stake, ...]


def rounding_notes(part: int, amount: int, numerator: int, denominator: int) -> tuple[LineNote, ...]:
    """Return the note on the rounding of `part` of an amount; empty if it divides."""
    over = part * denominator - amount * numerator
    if not over:
        return ()
    return (ROUNDED,) if over > 0 else (ROUNDED_DOWN,)


def halved_with_notes(amount: int, times: int, rule: RoundingRule | None) -> tuple[int, tuple[LineNote, ...]]:
    """Return the rest of an amount that was halved `times` times, and the note on its rounding."""
    share = halved(amount, times, rule)
    return share, rounding_notes(share, amount, 1, 1 << times)


def notes_once(lines: Iterable[Line]) -> tuple[LineNote, ...]:
    return tuple({note.code: note for line in lines for note in line.notes}.values())
