"""What a rulebook says: the types that the five TOML files, and any sixth, are read into.

Every rule names the clause that it comes from. Nothing here decides: other modules read these values.
Money is in minor units of the rulebook's currency, durations are in seconds, lengths in millimetres.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

import msgspec

KINDS = (
    "plein",
    "cheval",
    "transversale",
    "carre",
    "quatre-premiers",
    "sixain",
    "douzaine",
    "colonne",
    "deux-douzaines",
    "deux-colonnes",
    "pair",
    "impair",
    "manque",
    "passe",
    "rouge",
    "noir",
)
EVEN_CHANCES = KINDS[-6:]

Names = dict[str, tuple[str, ...]]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[int, msgspec.Meta(ge=1, extra={"unit": "amount"})]
"""Money, in minor units of the rulebook's currency; told by its type to whoever prints it."""
Number = Annotated[int, msgspec.Meta(ge=0, le=36)]
Digit = Annotated[int, msgspec.Meta(ge=0, le=9)]


Language = Literal["en", "fr", "it", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages of rulebooks, of their readings and of the screens."""

Role = Literal["chef_de_table", "pit_boss", "games_inspector", "public_controller", "cash_desk"]
"""What somebody is in a house whose signature a rule asks for."""

ClauseKind = Literal["equipment", "command", "fact", "settlement", "shift", "display", "report"]


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all rules: frozen, keyword-only, and closed to keys that no code reads."""


class Odds(NamedTuple):
    """What a winning bet is paid on top of its stake: stake x numerator / denominator."""

    numerator: int
    denominator: int


class Wheel(Rule, frozen=True, kw_only=True):
    """A numbering: every number 0 to 36 once, clockwise."""

    order: tuple[Number, ...]
    clause: str


class BetRule(Rule, frozen=True, kw_only=True):
    """One kind of bet on the cloth.

    `ratio` is its maximum as a multiple of the table's minimum. `maximum` is the amount that the rulebook
    itself posts, `doubled` what it may be doubled to, `derogation` what it may reach with notice given.
    """

    kind: str
    odds: Odds
    clause: str
    names: Names = {}
    ratio: Positive | None = None
    maximum: Amount | None = None
    doubled: Amount | None = None
    derogation: Amount | None = None
    limit_clause: str | None = None


class ForbiddenRule(Rule, frozen=True, kw_only=True):
    """What the rulebook forbids by name: kinds of bet, or announcements that no expansion exists for.

    An announcement is forbidden that has one of `names` in it, whatever is said before and after.
    """

    clause: str
    reason: str
    kinds: tuple[str, ...] = ()
    names: Names = {}
    across_even_chances: bool = False


class PrisonRule(Rule, frozen=True, kw_only=True):
    """Even chances in prison at zero. `levels` is how many times in a row a stake can be imprisoned before a
    further zero divides it (None: without limit); `release` says how many wins free it."""

    release: Literal["first-win", "win-per-level"]
    clause: str
    levels: Positive | None = None
    partage: bool = False
    move: bool = False


class ZeroRule(Rule, frozen=True, kw_only=True):
    """What zero does to the even chances. Every other bet that does not contain zero loses."""

    even: Literal["lose", "half", "prison"]
    clause: str
    prison: PrisonRule | None = None


Within = Literal["placing", "chip-ascending", "stake-ascending", "distance-descending"]


class RolesRule(Rule, frozen=True, kw_only=True):
    """Who rakes in the losing chips and who pays, as positions of the staff, after an even number.

    After an odd one the two change places; zero counts as even (it-venezia/roles-by-parity).
    """

    rakes_at_even: str
    pays_at_even: str
    clause: str


class StacksRule(Rule, frozen=True, kw_only=True):
    """Prizes are paid in stacks of `size` chips and the rest in a ribbon; at tables with face-value chips only,
    all of it in a ribbon (pt-americana/31)."""

    size: Positive
    clause: str


class PaymentAnnouncementRule(Rule, frozen=True, kw_only=True):
    """What is said aloud of each payment, in the language of announcements and in this order.

    bet: its name; value: the stake; colour: of the chips, where it is known; prize: what is paid (pt-francesa/22).
    """

    parts: tuple[Literal["bet", "value", "colour", "prize"], ...]
    clause: str


class PaymentTableRule(Rule, frozen=True, kw_only=True):
    """The printed table of payments: stakes from `first` to `last` in steps of `step`, in minor units, for these
    kinds of bet (it-venezia/piece-table)."""

    first: Amount
    last: Amount
    step: Amount
    kinds: tuple[str, ...]
    clause: str


class PaymentRule(Rule, frozen=True, kw_only=True):
    """The order in which prizes are paid.

    Groups of kinds, and for each group (same place in `within`) how its lines are sorted; lines that are
    equal keep the order of placing. `open_stacks_clause` is given where stacks of two or more winning chips are
    opened before they are paid, `withdraw_clause` where a winner takes his stake back only when payment is over.
    """

    by_hand: bool
    clause: str
    order: tuple[tuple[str, ...], ...] = ()
    within: tuple[Within, ...] = ()
    group_by_player: bool = False
    group_clause: str | None = None
    open_stacks_clause: str | None = None
    withdraw_clause: str | None = None
    roles: RolesRule | None = None
    stacks: StacksRule | None = None
    announcement: PaymentAnnouncementRule | None = None
    table: PaymentTableRule | None = None


class Limits(Rule, frozen=True, kw_only=True):
    """A table's sign: the smallest stake and the largest for each kind, in minor units.

    A kind that is missing from `maximums` has the rulebook's own maximum, if it has one.
    """

    minimum: Amount
    maximums: dict[str, Amount] = {}


class LimitRule(Rule, frozen=True, kw_only=True):
    """What a sign may say: maximums at most, or exactly, a multiple of the minimum, or as posted.

    `clause` bounds the sign; the next two are cited to a player whose stake is under or over it. Where the others
    are given, the limits hold over all that is staked through third parties for a player, or by players in company;
    they may change during the day; and maximums may be exceeded by a derogation that is told to the authority.
    """

    kind: Literal["ratio-at-most", "ratio-exact", "posted"]
    clause: str
    minimum_clause: str
    maximum_clause: str
    third_parties_clause: str | None = None
    company_clause: str | None = None
    change_clause: str | None = None
    derogation_clause: str | None = None
    sign_within_s: Positive | None = None
    """Once the players are told, the sign is confirmed changed within so many seconds (change_clause)."""


class ExcessRule(Rule, frozen=True, kw_only=True):
    """What happens to a winning stake that was found on the cloth over the maximum."""

    treatment: Literal["pay-maximum-return-excess"]
    clause: str


class AnnouncedRule(Rule, frozen=True, kw_only=True):
    """An announced bet. Exactly one of `chips`, `each_side`, `digits`, `pairs`, `around` says how it is laid.

    chips      fixed: canonical code -> number of chips
    each_side  voisins-de: how many neighbours each side may be asked for
    digits     finale: the final digits that may be asked for
    pairs      finale-cheval: the pairs of finals that may be asked for
    around     complete: the kinds that are marked around a number
    `wheels` names the numberings on which the bet exists (empty: all). `limit_ratio` and `limit_step` are
    multiples of the table's minimum and hold for the whole bet, instead of the limits of its chips.
    """

    kind: str
    clause: str
    names: Names = {}
    chips: dict[str, Positive] = {}
    each_side: tuple[Positive, ...] = ()
    digits: tuple[Digit, ...] = ()
    pairs: tuple[tuple[Number, Number], ...] = ()
    around: tuple[str, ...] = ()
    wheels: tuple[str, ...] = ()
    colour_chips_only: bool = False
    limit_ratio: Positive | None = None
    limit_step: Positive | None = None
    limit_clause: str | None = None
    pay_to_place_clause: str | None = None


class ReplayRule(Rule, frozen=True, kw_only=True):
    """A way in which a won announced bet is played again out of its payment (it-venezia/replay, pt-americana/28).

    `pieces`: `same` as were played, or the `whole` win and stake in as many whole bets as they make. `stake`: the
    winning chips `count` as part of the new bet, or lie on `beside` it as a stake of their own. `bets` are the
    announced bets that it is open to (empty: all).
    """

    kind: str
    clause: str
    pieces: Literal["same", "whole"]
    stake: Literal["counts", "beside"]
    names: Names = {}
    bets: tuple[str, ...] = ()


class LayoutsRule(Rule, frozen=True, kw_only=True):
    """A wheel may serve this many layouts at once (pt-francesa/1); without the rule it serves one."""

    at_most: Positive
    clause: str


class ColoursRule(Rule, frozen=True, kw_only=True):
    """A player's own colour: worth the table's minimum or a whole multiple, up to the maximum of the bet `value_up_to`.

    symbol_clause    its chips bear their table's symbol, and are played there only
    players_clause   a table has as many players as colours
    register_clause  it is free, and its value is registered, before its player bets with it
    in_play_clause   its player is in play until all of its chips are exchanged
    exchange_clause  what it is worth is said at its purchase; what is received at the end is checked by its player
    late             what chips are worth that are presented after that: the table's `minimum` (late_clause)
    """

    value_up_to: str
    late: Literal["minimum"]
    clause: str
    symbol_clause: str
    players_clause: str
    register_clause: str
    in_play_clause: str
    exchange_clause: str
    late_clause: str


class ColourChipsRule(Rule, frozen=True, kw_only=True):
    """Chips without face value, told apart by colour. At such a table chips with a face value lie on the kinds
    `face_value_on` only, unless the house plays the table with face-value chips exclusively (pt-americana/15)."""

    face_value_on: tuple[str, ...]
    clause: str
    colours: ColoursRule | None = None


class MisprintRule(Rule, frozen=True, kw_only=True):
    """Odds that the source prints for some kinds elsewhere, and that are not played (see its reading)."""

    kinds: tuple[str, ...]
    printed: Odds
    clause: str


class ReturnRule(Rule, frozen=True, kw_only=True):
    """What the source itself says of the return to player, in percent as it prints it (it-live/rtp)."""

    stated: str
    clause: str
    misprints: tuple[MisprintRule, ...] = ()


class CylinderRule(Rule, frozen=True, kw_only=True):
    """How wide a wheel's cylinder is: the smallest and the largest diameter in millimetres."""

    diameter_mm: tuple[Positive, Positive]
    clause: str


class BallChangeRule(Rule, frozen=True, kw_only=True):
    """The balls of a table and the change from one to the other.

    A ball is replaced, by one of identical diameter, for the reasons in `replacement_reasons` only, each with its
    label in the rulebook's language, or for any where none is listed.
    """

    every_s: Positive
    warn_before_s: Positive
    alternate: bool
    announced: bool
    balls: Positive
    diameter_mm: tuple[Positive, Positive]
    clause: str
    replacement_clause: str
    replacement_reasons: dict[str, str] = {}


class TimeAtBallRule(Rule, frozen=True, kw_only=True):
    """How long one person may spin without being replaced, and what excuses a longer time."""

    at_most_s: Positive
    warn_before_s: Positive
    clause: str
    excused_by: Literal["notice", "force-majeure"] | None = None
    early_by_s: Positive | None = None
    """Where the ball is passed on at that time by custom: by more than so many seconds earlier it needs notice."""


class NullCoupRule(Rule, frozen=True, kw_only=True):
    """The reasons for which a coup is null, each with its label in the rulebook's language."""

    reasons: dict[str, str]
    clause: str


class SuspensionRule(Rule, frozen=True, kw_only=True):
    """The direction suspends or ends play: for these reasons only, each with its label in the rulebook's language, or
    for any where none is listed. Where control is to be told, it is told within so many seconds."""

    clause: str
    reasons: dict[str, str] = {}
    notify_within_s: Positive | None = None


class ReconstitutionRule(Rule, frozen=True, kw_only=True):
    """Bets that were displaced after rien ne va plus are put back, on one of these bases."""

    bases: tuple[Literal["staff", "technical", "player"], ...]
    clause: str


class DisputesRule(Rule, frozen=True, kw_only=True):
    """Disputes are decided by the direction of the games, without appeal."""

    clause: str


class LastCoupRule(Rule, frozen=True, kw_only=True):
    """Before a table closes its last coup is announced and played."""

    clause: str


class RoundsRule(Rule, frozen=True, kw_only=True):
    """A round takes bets for so many seconds from faites vos jeux, and its end is told."""

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
    when it was repeated aloud by all of `repeated_by`."""

    after: Literal["launch", "rien_ne_va_plus"]
    accepted_by: Literal["chef_de_table", "pit_boss", "games_inspector"]
    clause: str
    repeated_by: tuple[Repeater, ...] = ()


class ReopeningRule(Rule, frozen=True, kw_only=True):
    """Bets for the next coup come when the losing chips are cleared, and on winning combinations when all is paid."""

    clause: str


class CorrectionsRule(Rule, frozen=True, kw_only=True):
    """A bet is shifted or put right until rien ne va plus; what is told later is a dispute."""

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
    """What is announced of a number besides itself, in this order; zero is announced alone."""

    parts: tuple[Literal["colour", "parity", "half"], ...]
    clause: str


class PhaseRule(Rule, frozen=True, kw_only=True):
    """Words said aloud at the moments of a coup (faites_vos_jeux, rien_ne_va_plus, null_coup, tout_va), the
    clause of each, the result's announcement, and the clause that holds after bets are closed."""

    announcements: dict[str, str]
    announcement_clauses: dict[str, str]
    result: ResultRule
    after_bets_closed_clause: str


class StaffRule(Rule, frozen=True, kw_only=True):
    """Positions at a table with their names, and those without which it does not open.

    `second_layout` are the positions that a double table's second layout must have filled as well.
    """

    positions: tuple[str, ...]
    required: tuple[str, ...]
    labels: dict[str, str]
    clause: str
    second_layout: tuple[str, ...] = ()
    second_layout_clause: str | None = None


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """How a clause that is silent, misprinted or ambiguous is read here: `texts` by language.

    English is always among them, but for a house's single text in the language of its rulebook.
    """

    texts: dict[str, str]

    def language(self, asked: str) -> str:
        """The language in which somebody who asks for one reads it: that one, else English, else its only one."""
        return next(each for each in (asked, "en", *self.texts) if each in self.texts)

    def text(self, asked: str = "en") -> str:
        """The text in that language."""
        return self.texts[self.language(asked)]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, eq=False, weakref=True):
    """One version of one house's rules. Compared by identity, so that what is derived from it can be kept.

    `clauses` maps a clause id to its short reference for people ("n.º 9"), `clause_kinds` to what the clause
    decides (equipment, command, fact, settlement, shift, display, report), `readings` to how an unclear one
    is read here. `positions_clause` and `announced_clause` are cited where a bet is not among those listed.
    """

    id: str
    version: Positive
    title: str
    language: str
    announce_language: str
    currency: str
    clauses: dict[str, str]
    clause_kinds: dict[str, tuple[ClauseKind, ...]]
    readings: dict[str, Reading]
    wheels: dict[str, Wheel]
    cylinder: CylinderRule | None
    reds: frozenset[int]
    reds_clause: str
    positions_clause: str
    announced_clause: str
    position_names: dict[str, Names]
    bets: dict[str, BetRule]
    announced: dict[str, AnnouncedRule]
    forbidden: tuple[ForbiddenRule, ...]
    zero: ZeroRule
    payment: PaymentRule
    limits: LimitRule
    default_limits: Limits
    excess: ExcessRule | None
    replays: dict[str, ReplayRule]
    layouts: LayoutsRule | None
    colour_chips: ColourChipsRule | None
    return_to_player: ReturnRule | None
    ball_change: BallChangeRule | None
    time_at_ball: TimeAtBallRule | None
    null_coup: NullCoupRule
    suspension: SuspensionRule | None
    last_coup: LastCoupRule | None
    reconstitution: ReconstitutionRule | None
    disputes: DisputesRule | None
    rounds: RoundsRule | None
    seats: SeatsRule | None
    change: ChangeRule | None
    advances: AdvancesRule | None
    held: HeldRule | None
    chip_series: ChipSeriesRule | None
    launch: LaunchRule
    hanging_ball: HangingBallRule | None
    repetition: RepetitionRule | None
    late_bets: LateBetsRule | None
    reopening: ReopeningRule | None
    corrections: CorrectionsRule | None
    phases: PhaseRule
    staff: StaffRule

    @property
    def first_wheel(self) -> str:
        """The numbering that is meant where none is named."""
        return next(iter(self.wheels))
