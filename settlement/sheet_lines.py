"""The lines of a payout sheet to read: the content of each, in words and in minor units."""

from typing import Literal

import msgspec

from tables.refusal import LineNote, Refusal
from tables.roulette.payout.stacks import PaidChips


class PlacedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a bet kept beside the cloth, placed on the winning combination; `amount` is their value."""

    bet: str
    name: str
    chips: int
    amount: int


class ReplayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a won announced bet is, or may be, played again out of its payment: what stays on the cloth, what
    is re-staked and what is still paid out.

    `refused` is why an open way would be refused by the limits as they are when the sheet is read, and
    `refused_reference` the clause on it as printed; None where it would not be.
    """

    kind: str
    label: str
    reference: str
    stays: int
    restaked: int
    paid_out: int
    refused: Refusal | None = None
    refused_reference: str | None = None


class ReplayWay(ReplayFigures, frozen=True, kw_only=True):
    """A replay of a line. `notes` of an open one name a rounding or a rest; of one that was done, that another
    number was decided since.
    """

    notes: tuple[LineNote, ...] = ()


class Unclaimed(msgspec.Struct, frozen=True, kw_only=True):
    """A win that nobody claimed when it was to be paid: how it is called while it is held, by which clause as printed.

    `standing`: it `waits` beside the cloth until the number of `until_coup`, is `set aside`, was `claimed`, `paid in`
    or `ended` as the casino decided.
    """

    held: str
    standing: str
    reference: str
    until_coup: int | None = None


class LineFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a sheet. Money in minor units; `name` and `reference` are in the rulebook's words.

    A player's bets on one position are one line with their sums: `refs` are all of them in the order of placing, `ref`
    the first. `turn` counts the payments from 1 (None: no prize is paid); `reference` is the clause as printed,
    `clause` its id. `excess` is the part of `returned` that lay over the maximum and won no prize, `in_play` what a
    division would return of a stake that is `held`. `chip` is the value of one chip and `colour` the chips' English
    name, None where not known; `on_behalf_of` the player whom a third party placed it for. `opens` is the number of
    chips in the stack that is opened before it is paid (None: none is), `stacks` how the prize is put down, `announced`
    its announcements: a sentence for each combination that won. `placed` and `annulled` (chips) belong to a bet that is
    kept beside the cloth until the number, by the clause `placed_reference`. `replay` is the way in which it was played
    again, `may_replay` are the ways that are open to it. `paid_out` is the part of prize and stake that leaves the
    table: the prize, or after a replay what that leaves of it; the prize also where the replay was made under another
    number; nothing where the win is `unclaimed`. `stays` is what of `returned` lies on as a bet of the next coup, until
    its owner withdraws or moves it; nothing where it was replayed, which has its own, or nobody claimed it.
    `handed_over` says how the prize gets to its player: put beside or on the stake, or passed with the rake by itself,
    by the clause `handed_over_reference`.
    """

    turn: int | None
    ref: str
    player: str
    bet: str
    name: str
    stake: int
    outcome: str
    prize: int
    returned: int
    held: int
    level: int | None
    clause: str
    reference: str
    refs: tuple[str, ...] = ()
    excess: int = 0
    in_play: int = 0
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    on_behalf_of: str | None = None
    opens: int | None = None
    stacks: PaidChips | None = None
    announced: tuple[str, ...] = ()
    placed: tuple[PlacedLine, ...] = ()
    annulled: int = 0
    placed_reference: str | None = None
    paid_out: int = 0
    unclaimed: Unclaimed | None = None
    stays: int = 0
    handed_over: Literal["at_stake", "with_rake"] | None = None
    handed_over_reference: str | None = None


class SheetLine(LineFigures, frozen=True, kw_only=True):
    __doc__ = LineFigures.__doc__

    notes: tuple[LineNote, ...] = ()
    chips: tuple["SheetLine", ...] = ()
    replay: ReplayWay | None = None
    may_replay: tuple[ReplayWay, ...] = ()
