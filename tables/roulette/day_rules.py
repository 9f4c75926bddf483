"""The rules of a table's day: the phases of a coup, staff, management, change, safekeeping.

Every rule names the clause that it comes from. Nothing here decides: other modules read these values.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec

from tables.roulette.rule import Amount, Coups, Minimums, Positive, Role, Rule, Turns

LastCoups = Annotated[int, msgspec.Meta(ge=1, le=20, extra={"unit": "coups"})]
Deputies = tuple[Role, ...]
"""The roles that act for the role to which a rule reserves a decision."""


class InForceRule(Rule, frozen=True, kw_only=True):
    """The gaming days on which a table opens by this version; days that were played by it are settled by it for
    ever.
    """

    since: date
    """The first gaming day."""
    clause: str
    until: date | None = None
    """The last gaming day; without it the rules are in force still."""

    def holds_on(self, day: date) -> bool:
        return self.since <= day and (self.until is None or day <= self.until)


class OpeningFloatRule(Rule, frozen=True, kw_only=True):
    """Least value of a table's float at its opening: exactly one of the two is given. The float of every table is then
    counted.
    """

    clause: str
    minimums: Minimums | None = None
    """The least float, as a multiple of the table's minimum."""
    amount: Amount | None = None
    """The least float, for any minimum."""

    def at_least(self, minimum: int) -> int:
        """Return the least float of a table with this minimum; both in minor units."""
        return self.amount if self.amount is not None else (self.minimums or 0) * minimum


class TimeAtBallRule(Rule, frozen=True, kw_only=True):
    """The longest time at the ball, and the excuses for a longer time.

    `counts` names the time that counts: the time at the `ball`, from one hand-over to the next, or at the `table`,
    in any seat, of everybody who spins there (pt-francesa/25). A person who is away for less than `away_s` seconds
    has not left.
    """

    at_most_s: Positive
    """The longest time that one person spins without being replaced."""
    warn_before_s: Positive
    """The time before its end at which the screens warn."""
    clause: str
    counts: Literal["ball", "table"] = "ball"
    """The counted time: at the ball, or at the table in any seat, of everybody who spins there."""
    away_s: Positive | None = None
    """With `counts = "table"`: a shorter absence does not end the time."""
    excused_by: Literal["notice", "force-majeure"] | None = None
    """The ground that excuses a longer time."""
    early_by_s: Positive | None = None
    """The longest time by which a change may be early without notice, if the ball is passed on by custom."""
    decided_by: Role | None = None
    """The role that alone decides on a longer time; the chief, the pit boss or the management where it is left out."""
    deputies: Deputies = ()
    """The roles that decide for it."""


class RotationRule(Rule, frozen=True, kw_only=True):
    """The croupiers take turns at the ball, and the casino decides for how long: the rule has only its clause. A
    longest time is `[time_at_ball]`.
    """

    clause: str


class NullCoupRule(Rule, frozen=True, kw_only=True):
    """The reasons for which a coup is null, each with its label in the rulebook's language.

    `stop_clause` is given where the croupier takes care to stop the ball before it enters a number
    (it-campione/11-stop).
    """

    reasons: dict[str, str]
    """The reasons for which a coup is null, each with its label in the rulebook's language."""
    clause: str
    stop_clause: str | None = None
    """The ball is stopped before it enters a number."""
    decided_by: Role | Literal["croupier"] | None = None
    """The role that alone declares it, `"croupier"` for one who has a seat at the table; the chief, the pit boss or the
    management where it is left out."""
    deputies: Deputies = ()
    """The roles that declare it for that role."""


class SuspensionRule(Rule, frozen=True, kw_only=True):
    """Play is suspended, or ended, by the management."""

    clause: str
    reasons: dict[str, str] = {}
    """The only reasons for which the management suspends or ends play, each with its label; any where it is left
    out."""
    notify_within_s: Positive | None = None
    """Control is notified of it within this time."""
    decided_by: Role | None = None
    """The role that alone suspends play, resumes it, and closes a table whose play is suspended; the pit boss or the
    management if left out."""


class ReconstitutionRule(Rule, frozen=True, kw_only=True):
    """Bets that were displaced after rien ne va plus are put back, on one of these bases."""

    bases: tuple[Literal["staff", "technical", "player"], ...]
    """On whose word displaced bets are put back: the staff's, technical means, the player's."""
    clause: str


class DisputesRule(Rule, frozen=True, kw_only=True):
    """Disputes are decided without appeal."""

    clause: str
    decided_by: Role | None = None
    """The role that alone decides them; the pit boss or the management if left out."""


class LastCoupRule(Rule, frozen=True, kw_only=True):
    """Before a table closes its last coup is announced and played, or its last coups."""

    clause: str
    last_coups: LastCoups | None = None
    """The number of coups that are announced together as the last ones; one, if left out."""

    @property
    def count(self) -> int:
        """The number of coups that are announced together as the last ones."""
        return self.last_coups or 1


class RoundsRule(Rule, frozen=True, kw_only=True):
    """A round takes bets for so many seconds from faites vos jeux, and its end is announced."""

    window_s: Positive
    """The time for which a round takes bets, from the announcement that opens it."""
    clause: str


class SeatsRule(Rule, frozen=True, kw_only=True):
    """Players bet from seats with a balance: they buy in, confirm their bets, may repeat them, and leave when they
    like. The rule has only its clauses.
    """

    participation_clause: str
    """Players buy in to a seat with a balance."""
    confirm_clause: str
    """They confirm their bets."""
    repeat_clause: str
    """They may repeat them."""
    leave_clause: str
    """They leave when they like."""


class ChangeRule(Rule, frozen=True, kw_only=True):
    """Change is made at the table, each with a receipt.

    `steps`: amounts handed in wait on an upper step, the lower one holds the amount being changed (pt-francesa/8).
    `claims_on_the_spot`: a claim after the change was closed is out of time (it-campione/21).
    """

    clause: str
    steps: bool = False
    """Amounts handed in wait on an upper step; the lower one holds the amount being changed."""
    claims_on_the_spot: bool = False
    """A claim after the change was closed is out of time."""
    at_cash_desk: bool = False
    """True if this also holds for chips that the casino's cash desk sells and redeems."""


class AdvancesRule(Rule, frozen=True, kw_only=True):
    """Chips are advanced to a player only once somebody of each of these roles has signed (it-campione/16)."""

    signed_by: tuple[Role, ...]
    """The roles that sign before chips are advanced."""
    clause: str


class HeldRule(Rule, frozen=True, kw_only=True):
    """A win that nobody claims is set aside with its stake, at once or after some coups (it-venezia/general-8)."""

    at_once: tuple[str, ...]
    """The kinds of bet on which an unclaimed win is set aside when it is seen."""
    clause: str
    later: tuple[str, ...] = ()
    """The kinds on which it waits first."""
    after_coups: Coups | None = None
    """The number of further coups for which the win waits there."""
    abandoned: bool = False
    """The chief may take stakes for abandoned."""
    paid_in_by: tuple[Role, ...] = ()
    """The roles that register a payment into the endowment; without them the casino decides over its end."""
    decided_by: Role | None = None
    """The role that alone takes stakes for abandoned; the chief, pit boss or management where it is left out."""
    deputies: Deputies = ()
    """The roles that take them for abandoned in its place."""


class ChipSeriesRule(Rule, frozen=True, kw_only=True):
    """The casino may change the series of chips in circulation; an ended one is not played with (it-campione/20)."""

    clause: str
    decided_by: Role | None = None
    """The role that alone puts another series in circulation or ends one; everybody who keeps the series where it is
    left out."""


class HangingBallRule(Rule, frozen=True, kw_only=True):
    """While a ball hangs on an obstacle no bet is added or taken (it-campione/11)."""

    clause: str


Repeater = Literal["employee", "chief"]
"""The people who repeat an announcement aloud: one of the employees, the chief of the table."""


class RepetitionRule(Rule, frozen=True, kw_only=True):
    """An announced bet is confirmed when all of these have repeated it aloud, every time."""

    repeated_by: tuple[Repeater, ...]
    """The people who repeat an announced bet aloud before it counts."""
    clause: str
    called: bool = False
    """A bet on the cloth that a player calls out, and the croupier lays, is repeated as well."""


class LateBetsRule(Rule, frozen=True, kw_only=True):
    """Rule on bets from `after` until the number: only the role `accepted_by` accepts or refuses a bet. The bet counts
    when all of `repeated_by` have repeated it aloud. With a `withdraw_clause` no stake is taken back from then on.
    """

    after: Literal["launch", "rien_ne_va_plus"]
    """The moment from which a bet is late."""
    accepted_by: Literal["chef_de_table", "pit_boss", "games_inspector"]
    """The role that accepts or refuses it."""
    clause: str
    deputies: Deputies = ()
    """The roles that accept or refuse it for that role."""
    repeated_by: tuple[Repeater, ...] = ()
    """The people who repeat it aloud before it counts."""
    with_amount: bool = False
    """It comes with its amount: an advance does not replace it."""
    withdraw_clause: str | None = None
    """The clause by which no stake is taken back either, from the same moment."""


class ReopeningRule(Rule, frozen=True, kw_only=True):
    """Bets for the next coup come when the losing chips are cleared, and on winning combinations when all is paid."""

    clause: str


class CorrectionsRule(Rule, frozen=True, kw_only=True):
    """A bet is shifted or corrected until rien ne va plus; a later correction is a dispute."""

    clause: str


class LaunchRule(Rule, frozen=True, kw_only=True):
    """Rules of a launch; a rule that the rulebook does not have is None.

    `min_turns_reason` is the reason of the null coup after a launch with fewer turns.
    """

    payments_first: str | None = None
    """The clause by which payments are over before a launch."""
    alternate: str | None = None
    """The clause by which launches alternate in direction."""
    against_wheel: str | None = None
    """The clause by which the ball runs against the wheel."""
    min_turns: Turns | None = None
    """The least number of full turns of the ball."""
    min_turns_reason: str | None = None
    """The reason of a null coup for fewer turns."""
    min_turns_clause: str | None = None
    """The clause on the turns."""


class ResultRule(Rule, frozen=True, kw_only=True):
    """Parts that are announced after a number, in this order; zero is announced alone. Then the winning combinations of
    the kinds `multiples` are announced, kind by kind in this order (it-venezia/announce-multiples).
    """

    parts: tuple[Literal["colour", "parity", "half"], ...]
    """The parts that are announced with a number, in this order."""
    clause: str
    multiples: tuple[str, ...] = ()
    """The kinds of bet whose winning combinations are announced after it, in this order."""
    multiples_clause: str | None = None
    """The clause on those combinations."""


class PhaseRule(Rule, frozen=True, kw_only=True):
    """Words announced at the moments of a coup (faites_vos_jeux, rien_ne_va_plus, null_coup, tout_va), the
    clause of each, the result's announcement, and the clause that holds after bets are closed."""

    announcements: dict[str, str]
    """The words announced at the moments of a coup."""
    announcement_clauses: dict[str, str]
    """The clause of each announcement."""
    result: ResultRule
    """The announcement of a number."""
    after_bets_closed_clause: str
    """The clause that is cited for bets after the closing."""


class StaffRule(Rule, frozen=True, kw_only=True):
    """Positions at a table with their names, and those `required`, without which it does not open.

    Of those required, the ones of `each_layout` are filled once at each layout of a double table. `second_layout` are
    positions that its second layout must have filled in addition, and that the table does not require otherwise. By
    `present_clause`, where there is one, all that must be filled at the opening stay filled while a coup is played.
    """

    positions: tuple[str, ...]
    """The positions at a table, in the order of the screens; the last is that of the ball."""
    required: tuple[str, ...]
    """The positions without which the table does not open."""
    labels: dict[str, str]
    """The name of each position, in the rulebook's language."""
    clause: str
    each_layout: tuple[str, ...] = ()
    """The required positions that each layout of a double table has filled."""
    each_layout_clause: str | None = None
    """The clause on them."""
    second_layout: tuple[str, ...] = ()
    """Positions that a second layout requires in addition."""
    second_layout_clause: str | None = None
    """The clause on them."""
    present_clause: str | None = None
    """All of them stay filled while a coup is played."""

    @property
    def at_second_layout(self) -> dict[str, str | None]:
        """The positions that must be filled at a second layout, each with its clause."""
        clauses = {self.each_layout: self.each_layout_clause, self.second_layout: self.second_layout_clause}
        return {position: clause for positions, clause in clauses.items() for position in positions}
