"""The rules of the game: bets and odds, zero, payment, limits, announced bets, chips, the return to the player.

Every rule names the clause that it comes from. Nothing here decides: other modules read these values.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tables.roulette.rule import Amount, Chips, Digit, Levels, Minimums, Names, Number, Positive, Role, Rule
from tables.roulette.wheel import Pocket


class Odds(NamedTuple):
    """The prize of a winning bet on top of its stake: stake x numerator / denominator."""

    numerator: int
    denominator: int

    @property
    def text(self) -> str:
        """The odds as a file writes them: `35:1`."""
        return f"{self.numerator}:{self.denominator}"


class Wheel(Rule, frozen=True, kw_only=True):
    """A numbering: every number 0 to 36 once, clockwise, and "00" where the wheel has 38 pockets."""

    order: tuple[Pocket, ...]
    """The numbers clockwise, each once; 00 is written as a text."""
    clause: str


class BetRule(Rule, frozen=True, kw_only=True):
    """One kind of bet on the cloth."""

    kind: str
    """The kind of bet, which is the section's name."""
    odds: Odds
    """The amount paid on top of a winning stake."""
    clause: str
    odds_at_least: Odds | None = None
    """The least odds that the source allows, if the casino may pay more."""
    odds_at_least_clause: str | None = None
    names: Names = {}
    """Names of the casino's own, by language; the first is shown."""
    ratio: Minimums | None = None
    """The maximum of the bet, as a multiple of the table's minimum."""
    maximum: Amount | None = None
    """The maximum that the rulebook itself posts."""
    doubled: Amount | None = None
    """The amount to which that maximum may be doubled."""
    derogation: Amount | None = None
    """The amount that it may reach with notice given to the authority."""
    limit_clause: str | None = None
    """The clause of its limits."""


class ForbiddenRule(Rule, frozen=True, kw_only=True):
    """Bets that the rulebook forbids by name: kinds of bet, or announcements without a layout.

    An announcement that contains one of `names` is forbidden.
    """

    clause: str
    reason: str
    """The text of the refusal, in the rulebook's language."""
    kinds: tuple[str, ...] = ()
    """Kinds of bet that are forbidden."""
    names: Names = {}
    """Parts of forbidden announcements, by language."""
    across_even_chances: bool = False
    """Bets across two even chances are forbidden."""


class PrisonRule(Rule, frozen=True, kw_only=True):
    """Rule on even chances in prison after zero: the way out, and the value of a stake there."""

    release: Literal["first-win", "win-per-level"]
    """The wins that free a stake: the first one, or as many as it was imprisoned times."""
    clause: str
    levels: Levels | None = None
    """The number of times in a row that a stake is imprisoned before a further zero divides it; without end if left
    out."""
    partage: bool = False
    """The player may split the stake with the bank."""
    move: bool = False
    """The player may move the stake to another even chance."""
    line_clause: str | None = None
    """Stakes in prison are placed on the line of their field."""
    freed: Literal["whole", "reduced"] | None = None
    """The amount that a win gives back after several zeros: the whole stake, which is the default, or the rest, if each
    zero after the first has reduced it by half."""
    freed_clause: str | None = None
    at_last_coup: Literal["divided", "returned", "kept", "next-day"] | None = None
    """The end of a stake in prison once the day's last coup is paid: divided at its level, returned whole, kept by the
    bank, or left there for the next day, which is the default."""
    at_last_coup_clause: str | None = None


class RoundingRule(Rule, frozen=True, kw_only=True):
    """Rounding of a part that does not divide: half a stake, or a prize of half the stake. Without the rule a part is
    rounded up for the player, to the minor unit.
    """

    up_for: Literal["player", "house"]
    """To whose side a part that does not divide is rounded."""
    clause: str
    unit: Amount = 1
    """The smallest coin or chip that is paid out; a part is rounded to whole multiples of it."""


class ZeroRule(Rule, frozen=True, kw_only=True):
    """Effect of zero on the even chances. Every other bet that does not contain zero loses."""

    even: Literal["lose", "half", "prison"]
    """Zero makes the even chances lose, gives half of them back, or puts them in prison."""
    clause: str
    prison: PrisonRule | None = None
    """The rule on the even chances in prison."""
    bets_with_zero: Literal["win"] | None = None
    """The fate of bets that contain zero, if the source contradicts itself: they win, which is also the default."""
    bets_with_zero_clause: str | None = None


Within = Literal["placing", "chip-ascending", "stake-ascending", "distance-descending"]


class RolesRule(Rule, frozen=True, kw_only=True):
    """Positions of the staff that rake in the losing chips and that pay, after an even number.

    After an odd one the two change places; zero counts as even (it-venezia/roles-by-parity). `distance_from` is the one
    of the two from which the distances of chips are recorded. If the other one pays, the chips nearest to it are the
    farthest from the payer.
    """

    rakes_at_even: str
    """The position that rakes in after an even number; zero counts as even."""
    pays_at_even: str
    """The position that pays after an even number; after an odd one the two change places."""
    clause: str
    distance_from: str | None = None
    """The one of the two that distances of chips are recorded from."""


class StacksRule(Rule, frozen=True, kw_only=True):
    """Prizes are paid in stacks of `size` chips and the rest in a ribbon; at tables with face-value chips only,
    all of it in a ribbon (pt-americana/31)."""

    size: Chips
    """The number of chips in a stack; the rest of a prize goes in a ribbon."""
    clause: str


class PaymentAnnouncementRule(Rule, frozen=True, kw_only=True):
    """Parts of the announcement of each payment, in the language of announcements and in this order.

    bet: its name; value: the stake; colour: the colour of the chips, if known; prize: the paid amount (pt-francesa/22).
    """

    parts: tuple[Literal["bet", "value", "colour", "prize"], ...]
    """The parts of the announcement of each payment, in this order."""
    clause: str


class HandingOverRule(Rule, frozen=True, kw_only=True):
    """Way of a payment to its player. On the kinds `at_stake` the chips are put next to the stake or on it. On the
    kinds `with_rake` they are passed with the rake, one payment at a time (it-venezia/payment-placing).
    """

    at_stake: tuple[str, ...]
    """The kinds whose prizes are put down beside the stake or on it."""
    with_rake: tuple[str, ...]
    """The kinds whose prizes are passed with the rake, one at a time."""
    clause: str


class PaymentTableRule(Rule, frozen=True, kw_only=True):
    """The printed table of payments: stakes from `first` to `last` in steps of `step`, in minor units, for these
    kinds of bet (it-venezia/piece-table)."""

    first: Amount
    """The smallest stake of the table."""
    last: Amount
    """The largest."""
    step: Amount
    """The step from one stake to the next."""
    kinds: tuple[str, ...]
    """The kinds of bet in its columns."""
    clause: str


class StayingRule(Rule, frozen=True, kw_only=True):
    """Fate of a stake that has won. With `lies_on` it is a bet of the next coup until its owner withdraws or moves it.
    The owner can do that once payments are over (it-venezia/general-5, pt-francesa/18, pt-americana/27). Otherwise the
    stake goes back to its owner.
    """

    lies_on: bool = True
    """A stake that has won is a bet of the next coup until its owner takes it up; else it goes back."""
    clause: str


class PaymentRule(Rule, frozen=True, kw_only=True):
    """The order in which prizes are paid; lines that are equal keep the order of placing."""

    by_hand: bool
    """Prizes are paid at the table; else they are credited to seats."""
    clause: str
    order: tuple[tuple[str, ...], ...] = ()
    """Groups of kinds of bet in the order in which they are paid."""
    within: tuple[Within, ...] = ()
    """For each group, how its lines are sorted."""
    group_by_player: bool = False
    """A player's prizes are paid together."""
    group_clause: str | None = None
    """The clause on a player's prizes paid together."""
    open_stacks_clause: str | None = None
    """Stacks of two or more winning chips are opened before they are paid."""
    withdraw_clause: str | None = None
    """A winner takes his stake back only when payment is over."""
    winning_stakes_stay: StayingRule | None = None
    """The rule by which a winning stake stays on the cloth."""
    roles: RolesRule | None = None
    """The positions that rake in and pay."""
    stacks: StacksRule | None = None
    """Prizes are paid in stacks."""
    announcement: PaymentAnnouncementRule | None = None
    """The announcement of each payment."""
    handing_over: HandingOverRule | None = None
    """The way of a payment to its player."""
    table: PaymentTableRule | None = None
    """The printed table of payments."""

    @property
    def lies_on(self) -> StayingRule | None:
        """The rule by which a winning stake stays; None where the stake goes back to its owner."""
        rule = self.winning_stakes_stay
        return rule if rule is not None and rule.lies_on else None


class Limits(Rule, frozen=True, kw_only=True):
    """A table's sign: the smallest stake and the largest for each kind, in minor units.

    A kind that is missing from `maximums` has the rulebook's own maximum, if it has one.
    """

    minimum: Amount
    """The smallest stake."""
    maximums: dict[str, Amount] = {}
    """The largest stake by kind of bet; kinds left out follow from the rulebook."""


class LimitRule(Rule, frozen=True, kw_only=True):
    """The limits that a sign may post: maximums at most, or exactly, a multiple of the minimum, or as posted."""

    kind: Literal["ratio-at-most", "ratio-exact", "posted"]
    """The kind of maximums on a sign: by ratio at most, exactly by ratio, or as posted."""
    clause: str
    minimum_clause: str
    """Cited for a stake under the minimum."""
    maximum_clause: str
    """Cited for a stake over the maximum."""
    minimum_of: Literal["sum", "stake"] = "sum"
    """The scope of the minimum: the sum of a player's stakes on a field, or each stake by itself. Stakes in prison and
    those of other players never count."""
    chips: tuple[Amount, ...] = ()
    """The values of the chips that are in use, unless the casino has registered those of its series: a stake is a sum
    of them, and of the values in the table's float. Where it is left out any amount is. Chips of colours have the value
    of their colour."""
    over_after_change: Literal["as-laid", "as-found"] = "as-laid"
    """The treatment of a stake that comes over the maximum by a new sign or by staying after a win: it is paid as it
    was laid, or settled as one that was found over the maximum, of which only the excess goes back."""
    third_parties_clause: str | None = None
    """Stakes that others place for a player count with the player's own."""
    company_clause: str | None = None
    """Players who play in a group are held to the limits as one."""
    company_bound: Literal["declared", "day"] = "declared"
    """The time for which a group that has played is bound: while it is declared, or for the rest of the day."""
    change_clause: str | None = None
    """The sign may be changed during the day, after notice to the players."""
    derogation_clause: str | None = None
    """Maximums may be exceeded by a derogation that the authority has notice of. If the key is left out, the clause is
    that of the limits of a bet with a derogation."""
    minimum_by_reopening_clause: str | None = None
    """Another minimum comes only by closing the table and opening it again within its gaming day."""
    sign_within_s: Positive | None = None
    """Once the players are notified, the sign is confirmed changed within so many seconds (change_clause)."""
    decided_by: Role | None = None
    """The role that alone decides on a change, and signs it; the pit boss or the management if left out."""
    maximums_agreed_with: str | None = None
    """The body, by its name in the rulebook's language, with which every change of maximums is agreed."""
    derogation_agreed_with: str | None = None
    """The body, by its name in the rulebook's language, with which every derogation is agreed."""
    agreement_clause: str | None = None
    """The clause that asks for these agreements."""

    @property
    def opening_decided_by(self) -> Role:
        """Role that signs unregistered limits at an opening: the management if the rulebook names no role."""
        return self.decided_by or "direction"


class ExcessRule(Rule, frozen=True, kw_only=True):
    """The treatment of a winning stake that was found on the cloth over the maximum."""

    treatment: Literal["pay-maximum-return-excess"]
    """The treatment of a winning stake that was found over the maximum."""
    clause: str


class AnnouncedRule(Rule, frozen=True, kw_only=True):
    """An announced bet. Exactly one of `chips`, `each_side`, `digits`, `pairs`, `around` gives its layout."""

    kind: str
    """The kind of bet, which is the section's name."""
    clause: str
    names: Names = {}
    """Names of the casino's own, by language; the first is shown."""
    chips: dict[str, Chips] = {}
    """For a bet with a single layout: the number of chips on each position, by code."""
    pieces: tuple[Chips, ...] = ()
    """The possible total numbers of chips of such a bet, the usual one first: as many as `chips` has, or one on each
    place."""
    each_side: tuple[Positive, ...] = ()
    """For `voisins-de`: the numbers of neighbours that may be named on each side."""
    phrases: dict[str, Names] = {}
    """For `voisins-de`: the casino's own phrases, with `{}` for the number, by the number of neighbours on each side
    that they mean."""
    digits: tuple[Digit, ...] = ()
    """For `finale`: the final digits that may be named."""
    pairs: tuple[tuple[Number, Number], ...] = ()
    """For `finale-cheval`: the pairs of finals that may be named."""
    around: tuple[str, ...] = ()
    """For `complete`: the kinds that are placed around a number."""
    wheels: tuple[str, ...] = ()
    """The numberings on which the bet exists; all where it is left out."""
    colour_chips_only: bool = False
    """It is made in chips of colours only."""
    limit_ratio: Minimums | None = None
    """The maximum of the whole bet, as a multiple of the table's minimum; its chips have no limits of their own
    then."""
    limit_step: Minimums | None = None
    """The steps in which the whole bet is staked, as a multiple of the table's minimum."""
    limit_rounded_to: Amount | None = None
    """That maximum is rounded down to a whole multiple of this."""
    limit_clause: str | None = None
    """The clause of these limits."""
    pay_to_place_clause: str | None = None
    """It is paid for before it is laid."""

    def maximum(self, minimum: int) -> int | None:
        """Return the most that the whole bet may be at a table with this minimum; None if its chips are limited
        instead.
        """
        if self.limit_ratio is None:
            return None
        maximum = self.limit_ratio * minimum
        return maximum - maximum % (self.limit_rounded_to or 1)


class ReplayRule(Rule, frozen=True, kw_only=True):
    """A way in which a won announced bet is played again out of its payment (it-venezia/replay, pt-americana/28)."""

    kind: str
    """The way's name, which is the section's."""
    clause: str
    pieces: Literal["same", "whole"]
    """The chips of the replay: as many as were played, or prize and stake in as many whole bets as they make."""
    stake: Literal["counts", "beside"]
    """The winning chips count as part of the new bet, or stay beside it as a stake of their own."""
    names: Names = {}
    """Names of the way, by language."""
    bets: tuple[str, ...] = ()
    """The announced bets that it is open to; all where it is left out."""


class MisprintRule(Rule, frozen=True, kw_only=True):
    """Odds that the source prints for some kinds elsewhere, and that are not played (see its reading)."""

    kinds: tuple[str, ...]
    """The kinds of bet that it concerns."""
    printed: Odds
    """The odds as printed, which are not played."""
    clause: str


class ReturnRule(Rule, frozen=True, kw_only=True):
    """The source's own figures of the return to player, in percent as printed (it-live/rtp)."""

    stated: str
    """The return to the player in per cent, as the source prints it."""
    clause: str
    misprints: tuple[MisprintRule, ...] = ()
    """Odds that the source prints elsewhere and that are not played."""
