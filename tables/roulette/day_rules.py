"""The rules of a table's day: the phases of a coup, staff, direction, change, what is held.

Every rule names the clause that it comes from. Nothing here decides: other modules read these values.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from tables.roulette.rule import Amount, Positive, Role, Rule


class InForceRule(Rule, frozen=True, kw_only=True):
    """The days on which this version of the rules holds: from `since` on, `until` the last of them (without it, still).
    A table opens by it on these gaming days only; what was played by it is settled by it for ever."""

    since: date
    clause: str
    until: date | None = None

    def holds_on(self, day: date) -> bool:
        return self.since <= day and (self.until is None or day <= self.until)


class OpeningFloatRule(Rule, frozen=True, kw_only=True):
    """What a table's float is worth when it opens, at least: `minimums` times the table's minimum, or an `amount`.

    Then the float of every table is counted. Exactly one of the two is given.
    """

    clause: str
    minimums: Positive | None = None
    amount: Amount | None = None

    def at_least(self, minimum: int) -> int:
        """The least float of a table with this minimum; both in minor units."""
        return self.amount if self.amount is not None else (self.minimums or 0) * minimum


class TimeAtBallRule(Rule, frozen=True, kw_only=True):
    """How long one person may spin without being replaced, and what excuses a longer time.

    `counts` says what of the time: that at the `ball`, from one hand-over to the next, or at the `table`, in whatever
    seat, of everybody who spins there (pt-francesa/25). Who is away for less than `away_s` seconds has not left.
    """

    at_most_s: Positive
    warn_before_s: Positive
    clause: str
    counts: Literal["ball", "table"] = "ball"
    away_s: Positive | None = None
    excused_by: Literal["notice", "force-majeure"] | None = None
    early_by_s: Positive | None = None
    """Where the ball is passed on at that time by custom: by more than so many seconds earlier it needs notice."""


class RotationRule(Rule, frozen=True, kw_only=True):
    """The croupiers take turns at the ball, for how long is left to the house: there is nothing to say of it but its
    clause. Where there is a longest time, that is `[time_at_ball]`."""

    clause: str


class NullCoupRule(Rule, frozen=True, kw_only=True):
    """The reasons for which a coup is null, each with its label in the rulebook's language.

    `stop_clause` is given where the croupier takes care to stop the ball before it enters a number
    (it-campione/11-stop).
    """

    reasons: dict[str, str]
    clause: str
    stop_clause: str | None = None


class SuspensionRule(Rule, frozen=True, kw_only=True):
    """The direction suspends or ends play: for these reasons only, each with its label in the rulebook's language, or
    for any where none is listed. Where control is to be notified, it is within so many seconds. `decided_by` is
    who alone suspends, resumes and closes a table whose play is suspended; None: the house's pit boss or direction."""

    clause: str
    reasons: dict[str, str] = {}
    notify_within_s: Positive | None = None
    decided_by: Role | None = None


class ReconstitutionRule(Rule, frozen=True, kw_only=True):
    """Bets that were displaced after rien ne va plus are put back, on one of these bases."""

    bases: tuple[Literal["staff", "technical", "player"], ...]
    clause: str


class DisputesRule(Rule, frozen=True, kw_only=True):
    """Disputes are decided without appeal, by `decided_by` alone; None: by the house's pit boss or direction."""

    clause: str
    decided_by: Role | None = None


class LastCoupRule(Rule, frozen=True, kw_only=True):
    """Before a table closes its last coup is announced and played."""

    clause: str


class RoundsRule(Rule, frozen=True, kw_only=True):
    """A round takes bets for so many seconds from faites vos jeux, and its end is announced."""

    window_s: Positive
    clause: str


class SeatsRule(Rule, frozen=True, kw_only=True):
    """Players bet from seats with a balance: they buy in, confirm their bets, may repeat them, and leave when they
    like. There is nothing to say of it but its clauses."""

    participation_clause: str
    confirm_clause: str
    repeat_clause: str
    leave_clause: str


class ChangeRule(Rule, frozen=True, kw_only=True):
    """Change is made at the table, each with a receipt.

    `steps`: what is handed in waits on an upper step, the lower one holds what is being changed (pt-francesa/8).
    `claims_on_the_spot`: a claim after the change was closed is out of time (it-campione/21).
    """

    clause: str
    steps: bool = False
    claims_on_the_spot: bool = False


class AdvancesRule(Rule, frozen=True, kw_only=True):
    """Chips are advanced to a player only once somebody of each of these roles has signed (it-campione/16)."""

    signed_by: tuple[Role, ...]
    clause: str


class HeldRule(Rule, frozen=True, kw_only=True):
    """A win that nobody claims is set aside with its stake: on the kinds of bet `at_once` when that is seen, on the
    kinds `later` once `after_coups` more coups have their number (it-venezia/general-8).

    `abandoned`: the chief may take stakes for abandoned as well. What is held and not claimed is paid into the table's
    endowment once somebody of each of the roles `paid_in_by` has registered it (it-campione/19); where none is named
    the house decides over it.
    """

    at_once: tuple[str, ...]
    clause: str
    later: tuple[str, ...] = ()
    after_coups: Positive | None = None
    abandoned: bool = False
    paid_in_by: tuple[Role, ...] = ()


class ChipSeriesRule(Rule, frozen=True, kw_only=True):
    """The house may change the series of chips in circulation; an ended one is not played with (it-campione/20)."""

    clause: str


class HangingBallRule(Rule, frozen=True, kw_only=True):
    """While a ball hangs on an obstacle no bet is added or taken (it-campione/11)."""

    clause: str


Repeater = Literal["employee", "chief"]
"""Who repeats aloud what was announced: one of the employees, the chief of the table."""


class RepetitionRule(Rule, frozen=True, kw_only=True):
    """An announced bet is confirmed when it was repeated aloud by all of these, each time anew."""

    repeated_by: tuple[Repeater, ...]
    clause: str


class LateBetsRule(Rule, frozen=True, kw_only=True):
    """From `after` on until the number, a bet is accepted or refused by one of the role `accepted_by` alone, and counts
    when it was repeated aloud by all of `repeated_by`. By `withdraw_clause`, where there is one, no stake is taken back
    from then on."""

    after: Literal["launch", "rien_ne_va_plus"]
    accepted_by: Literal["chef_de_table", "pit_boss", "games_inspector"]
    clause: str
    repeated_by: tuple[Repeater, ...] = ()
    withdraw_clause: str | None = None


class ReopeningRule(Rule, frozen=True, kw_only=True):
    """Bets for the next coup come when the losing chips are cleared, and on winning combinations when all is paid."""

    clause: str


class CorrectionsRule(Rule, frozen=True, kw_only=True):
    """A bet is shifted or put right until rien ne va plus; what comes later is a dispute."""

    clause: str


class LaunchRule(Rule, frozen=True, kw_only=True):
    """What a launch must keep to; a rule that the rulebook does not have is None.

    `min_turns_reason` is the reason among those of a null coup that a launch with fewer turns is.
    """

    payments_first: str | None = None
    alternate: str | None = None
    against_wheel: str | None = None
    min_turns: Positive | None = None
    min_turns_reason: str | None = None
    min_turns_clause: str | None = None


class ResultRule(Rule, frozen=True, kw_only=True):
    """What is announced of a number besides itself, in this order; zero is announced alone. After it the combinations
    of these kinds (`multiples`) are announced that have won, kind by kind in this order
    (it-venezia/announce-multiples).
    """

    parts: tuple[Literal["colour", "parity", "half"], ...]
    clause: str
    multiples: tuple[str, ...] = ()
    multiples_clause: str | None = None


class PhaseRule(Rule, frozen=True, kw_only=True):
    """Words announced at the moments of a coup (faites_vos_jeux, rien_ne_va_plus, null_coup, tout_va), the
    clause of each, the result's announcement, and the clause that holds after bets are closed."""

    announcements: dict[str, str]
    announcement_clauses: dict[str, str]
    result: ResultRule
    after_bets_closed_clause: str


class StaffRule(Rule, frozen=True, kw_only=True):
    """Positions at a table with their names, and those `required`, without which it does not open.

    Of those required, the ones of `each_layout` are filled once at each layout of a double table. `second_layout` are
    positions that its second layout must have filled in addition, and that the table does not require otherwise. By
    `present_clause`, where there is one, all that must be filled at the opening stay filled while a coup is played.
    """

    positions: tuple[str, ...]
    required: tuple[str, ...]
    labels: dict[str, str]
    clause: str
    each_layout: tuple[str, ...] = ()
    each_layout_clause: str | None = None
    second_layout: tuple[str, ...] = ()
    second_layout_clause: str | None = None
    present_clause: str | None = None

    @property
    def at_second_layout(self) -> dict[str, str | None]:
        """The positions that must be filled at a second layout, each with its clause."""
        clauses = {self.each_layout: self.each_layout_clause, self.second_layout: self.second_layout_clause}
        return {position: clause for positions, clause in clauses.items() for position in positions}
