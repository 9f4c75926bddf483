"""The lines of a payout sheet to read: the content of each, in words and in minor units."""

from typing import Literal

import msgspec

from tables.refusal import LineNote, Refusal
from tables.roulette.payout.stacks import PaidChips


class PlacedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a bet kept off the cloth, placed on the winning combination; `amount` is their value."""

    bet: str
    name: str
    chips: int
    amount: int


class ReplayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A possible or made replay of a won announced bet: the chips that stay, are re-staked, and are paid out.

    `refused` is the reason why the present limits refuse an open replay, and `refused_reference` its clause as printed.
    Both are None for an allowed replay.
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
    """A win that nobody claimed at its payment: its name in safekeeping, and its clause as printed.

    `standing`: it `waits` until the number of `until_coup`, is `set aside`, was `claimed`, `paid in` or `ended` as the
    casino decided.
    """

    held: str
    standing: str
    reference: str
    until_coup: int | None = None


class LineFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a sheet. Money in minor units; `name` and `reference` are in the rulebook's words.

    A player's bets on one position are one line with their sums. `refs` are all of them in the order of placing, `ref`
    the first. `turn` counts the payments from 1 (None: no prize is paid). `reference` is the clause as printed,
    `clause` its id. `excess` is the part of `returned` over the maximum that won no prize. `in_play` is the amount that
    a division would return of a stake that is `held`. `chip` is the value of one chip and `colour` the chips' English
    name, None if unknown. `on_behalf_of` is the player if a third party placed the bet. `opens` is the number of
    chips in the stack that is opened before the payment (None: no stack is). `stacks` is the way in which the prize is
    put down. `announced` has a sentence for each combination that won. `placed` and `annulled` (chips) belong to a bet
    that is kept off the cloth until the number, by the clause `placed_reference`. `replay` is the replay of the line,
    `may_replay` are the replays open to it. `paid_out` is the part of prize and stake that leaves the table: the prize,
    or the rest of it after a replay. After a replay under another number it is the whole prize, and for an `unclaimed`
    win it is zero. `stays` is the part of `returned` that stays as a bet of the next coup, until its owner withdraws or
    moves it. It is zero after a replay, which has a stake of its own, and for an unclaimed win. `handed_over` is the
    way to the player by the clause `handed_over_reference`: the prize is put at the stake, or passed with the rake by
    itself.
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
