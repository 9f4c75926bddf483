"""The rules of the game: bets and odds, zero, payment, limits, announced bets, chips, the return to the player.

Every rule names the clause that it comes from. Nothing here decides: other modules read these values.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tables.roulette.rule import Amount, Digit, Names, Number, Positive, Role, Rule
from tables.roulette.wheel import Pocket


class Odds(NamedTuple):
    """What a winning bet is paid on top of its stake: stake x numerator / denominator."""

    numerator: int
    denominator: int


class Wheel(Rule, frozen=True, kw_only=True):
    """A numbering: every number 0 to 36 once, clockwise, and "00" where the wheel has 38 pockets."""

    order: tuple[Pocket, ...]
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

    An announcement is forbidden that has one of `names` in it, whatever stands before and after.
    """

    clause: str
    reason: str
    kinds: tuple[str, ...] = ()
    names: Names = {}
    across_even_chances: bool = False


class PrisonRule(Rule, frozen=True, kw_only=True):
    """Even chances in prison at zero. `levels` is how many times in a row a stake can be imprisoned before a
    further zero divides it (None: without limit); `release` says how many wins free it. By `line_clause`, where there
    is one, stakes in prison lie on the line of their field.

    `freed` says what a win gives back of a stake that has met more zeros than the one that imprisoned it: the `whole`
    stake (also where nothing is said), or the value to which each of the further ones has `reduced` it by half.
    `at_last_coup` says what becomes of a stake that lies there after the day's last coup: it is `divided` with the bank
    at its level, `returned` whole, `kept` by the bank, or stays there for the `next-day` (also where nothing is said).
    """

    release: Literal["first-win", "win-per-level"]
    clause: str
    levels: Positive | None = None
    partage: bool = False
    move: bool = False
    line_clause: str | None = None
    freed: Literal["whole", "reduced"] | None = None
    freed_clause: str | None = None
    at_last_coup: Literal["divided", "returned", "kept", "next-day"] | None = None
    at_last_coup_clause: str | None = None


class RoundingRule(Rule, frozen=True, kw_only=True):
    """How a part that does not divide is rounded, half a stake or a prize of half the stake: up for the player or for
    the house, to whole multiples of `unit`, the smallest coin or chip that is paid out. Without the rule up for the
    player, to the minor unit."""

    up_for: Literal["player", "house"]
    clause: str
    unit: Amount = 1


class ZeroRule(Rule, frozen=True, kw_only=True):
    """What zero does to the even chances. Every other bet that does not contain zero loses."""

    even: Literal["lose", "half", "prison"]
    clause: str
    prison: PrisonRule | None = None


Within = Literal["placing", "chip-ascending", "stake-ascending", "distance-descending"]


class RolesRule(Rule, frozen=True, kw_only=True):
    """Who rakes in the losing chips and who pays, as positions of the staff, after an even number.

    After an odd one the two change places; zero counts as even (it-venezia/roles-by-parity). `distance_from` is the one
    of the two that the distances of chips are recorded from; where the other pays, the nearest to it are the farthest.
    """

    rakes_at_even: str
    pays_at_even: str
    clause: str
    distance_from: str | None = None


class StacksRule(Rule, frozen=True, kw_only=True):
    """Prizes are paid in stacks of `size` chips and the rest in a ribbon; at tables with face-value chips only,
    all of it in a ribbon (pt-americana/31)."""

    size: Positive
    clause: str


class PaymentAnnouncementRule(Rule, frozen=True, kw_only=True):
    """What is announced of each payment, in the language of announcements and in this order.

    bet: its name; value: the stake; colour: of the chips, where it is known; prize: what is paid (pt-francesa/22).
    """

    parts: tuple[Literal["bet", "value", "colour", "prize"], ...]
    clause: str


class HandingOverRule(Rule, frozen=True, kw_only=True):
    """How a payment gets to its player: the chips are put beside or on the stake on the kinds `at_stake`, and passed
    with the rake, one payment at a time, on the kinds `with_rake` (it-venezia/payment-placing)."""

    at_stake: tuple[str, ...]
    with_rake: tuple[str, ...]
    clause: str


class PaymentTableRule(Rule, frozen=True, kw_only=True):
    """The printed table of payments: stakes from `first` to `last` in steps of `step`, in minor units, for these
    kinds of bet (it-venezia/piece-table)."""

    first: Amount
    last: Amount
    step: Amount
    kinds: tuple[str, ...]
    clause: str


class StayingRule(Rule, frozen=True, kw_only=True):
    """Whether a stake that has won `lies_on`: it is a bet of the next coup until its owner withdraws or moves it, which
    is once payments are over (it-venezia/general-5, pt-francesa/18, pt-americana/27). Else it goes back to its owner.
    """

    lies_on: bool
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
    winning_stakes_stay: StayingRule | None = None
    roles: RolesRule | None = None
    stacks: StacksRule | None = None
    announcement: PaymentAnnouncementRule | None = None
    handing_over: HandingOverRule | None = None
    table: PaymentTableRule | None = None

    @property
    def lies_on(self) -> StayingRule | None:
        """The rule by which a stake that has won lies on; None where it goes back to its owner."""
        rule = self.winning_stakes_stay
        return rule if rule is not None and rule.lies_on else None


class Limits(Rule, frozen=True, kw_only=True):
    """A table's sign: the smallest stake and the largest for each kind, in minor units.

    A kind that is missing from `maximums` has the rulebook's own maximum, if it has one.
    """

    minimum: Amount
    maximums: dict[str, Amount] = {}


class LimitRule(Rule, frozen=True, kw_only=True):
    """What a sign may say: maximums at most, or exactly, a multiple of the minimum, or as posted.

    `clause` bounds the sign; the next two are cited to a player whose stake is under or over it. Where the others
    are given, the limits hold over all that is staked through third parties for a player, or by players in a group;
    they may change during the day; and maximums may be exceeded by a derogation, of which the authority is notified.
    """

    kind: Literal["ratio-at-most", "ratio-exact", "posted"]
    clause: str
    minimum_clause: str
    maximum_clause: str
    third_parties_clause: str | None = None
    company_clause: str | None = None
    change_clause: str | None = None
    derogation_clause: str | None = None
    minimum_by_reopening_clause: str | None = None
    """Another minimum comes only by closing the table and opening it again within its gaming day."""
    sign_within_s: Positive | None = None
    """Once the players are notified, the sign is confirmed changed within so many seconds (change_clause)."""
    decided_by: Role | None = None
    """Who alone decides on a change, and signs it; None: the house's pit boss or direction."""
    maximums_agreed_with: str | None = None
    """The body, by its name in the rulebook's language, with which every change of maximums is agreed; None: nobody."""
    derogation_agreed_with: str | None = None
    """The body with which every derogation is agreed; None: nobody."""
    agreement_clause: str | None = None
    """The clause that asks for these agreements."""


class ExcessRule(Rule, frozen=True, kw_only=True):
    """What happens to a winning stake that was found on the cloth over the maximum."""

    treatment: Literal["pay-maximum-return-excess"]
    clause: str


class AnnouncedRule(Rule, frozen=True, kw_only=True):
    """An announced bet. Exactly one of `chips`, `each_side`, `digits`, `pairs`, `around` says how it is laid.

    chips      fixed: canonical code -> number of chips
    each_side  voisins-de: how many neighbours each side may be named
    digits     finale: the final digits that may be named
    pairs      finale-cheval: the pairs of finals that may be named
    around     complete: the kinds that are marked around a number
    `pieces` lists how many chips a bet laid by `chips` may be made of, the usual way first: as many as `chips` has, or
    one on each of its places (empty: the first alone).
    `wheels` names the numberings on which the bet exists (empty: all). `limit_ratio` and `limit_step` are
    multiples of the table's minimum and hold for the whole bet, instead of the limits of its chips; the maximum is
    rounded down to a whole multiple of `limit_rounded_to` (minor units).
    """

    kind: str
    clause: str
    names: Names = {}
    chips: dict[str, Positive] = {}
    pieces: tuple[Positive, ...] = ()
    each_side: tuple[Positive, ...] = ()
    digits: tuple[Digit, ...] = ()
    pairs: tuple[tuple[Number, Number], ...] = ()
    around: tuple[str, ...] = ()
    wheels: tuple[str, ...] = ()
    colour_chips_only: bool = False
    limit_ratio: Positive | None = None
    limit_step: Positive | None = None
    limit_rounded_to: Amount | None = None
    limit_clause: str | None = None
    pay_to_place_clause: str | None = None

    def maximum(self, minimum: int) -> int | None:
        """The most that the whole bet may be at a table with this minimum; None where its chips are limited instead."""
        if self.limit_ratio is None:
            return None
        maximum = self.limit_ratio * minimum
        return maximum - maximum % (self.limit_rounded_to or 1)


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
    exchange_clause  its worth is fixed at its purchase; what is received at the end is checked by its player
    late             what chips are worth that are presented after that: the table's `minimum` (late_clause);
                     nothing where the rulebook is silent on them
    boxes_clause     the table's chips of each colour stand in a box on the wheel's rim: the display shows the boxes,
                     and they are counted with the float; without the clause there are none
    """

    value_up_to: str
    clause: str
    symbol_clause: str
    players_clause: str
    register_clause: str
    in_play_clause: str
    exchange_clause: str
    late: Literal["minimum"] | None = None
    late_clause: str | None = None
    boxes_clause: str | None = None

    @property
    def clause_on_late(self) -> str:
        """What is cited of chips that come late: of the exchange where the rulebook says nothing of them."""
        return self.late_clause or self.exchange_clause

    def late_worth(self, minimum: int) -> int:
        """What a chip is worth that comes late at a table with this minimum; both in minor units."""
        return minimum if self.late == "minimum" else 0


class ColourChipsRule(Rule, frozen=True, kw_only=True):
    """Chips without face value, in colours. At such a table chips with a face value lie on the kinds
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
