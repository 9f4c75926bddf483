"""The limits of a request: the sign that it gives, and each bet held against it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from copy import copy

from tables.roulette.announced import combinations_of
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.chips_in_use import check_chips
from tables.roulette.limits import check_limits, check_posted, limits_for, over_maximum
from tables.roulette.refusal import LimitRefused, Refused
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.stake import Groups, Stake

# Where maximums are given alone, nothing follows from a minimum and what they do not name is not bounded.
NO_MINIMUM = 0
NO_MAXIMUM = 2**63 - 1

SumOf = tuple[str, str, str]
"""Whose stakes are summed: the kind of sum, the player or group, and the hand that places them, if only one does; of
the sum on a field its layout."""


class LimitCheck:
    """Holds bets against a table's sign; without `minimum` and `maximums` everything is admitted.

    With a minimum the sign is the one that the rulebook makes of it, and `maximums` replace its own one by one.
    With maximums alone only their kinds are bounded, and those for which the rulebook itself posts an amount.
    `wheel` is the numbering of the table's wheel, by default the rulebook's first; `chips` are the values of the
    table's own chips, by default the rulebook's.
    Raises LimitRefused for a sign that the rulebook does not allow.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        minimum: int | None,
        maximums: dict[str, int] | None,
        groups: Groups = (),
        *,
        wheel: str | None = None,
        chips: tuple[int, ...] = (),
    ) -> None:
        self.rulebook = rulebook
        self.groups = groups
        self.wheel = wheel
        self.chips = chips
        self.sign: Limits | None = None
        self._lying: defaultdict[SumOf, Counter[str]] = defaultdict(Counter)
        self._hands: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        """The players who placed chips, in order, by the player for whom they placed them and by the combination."""
        if minimum is not None:
            sign = limits_for(rulebook, minimum)
            self.sign = Limits(minimum=minimum, maximums={**sign.maximums, **(maximums or {})})
            check_posted(rulebook, self.sign)
        elif maximums is not None:
            posted = {kind: rule.maximum or NO_MAXIMUM for kind, rule in rulebook.bets.items()}
            self.sign = Limits(minimum=NO_MINIMUM, maximums={**posted, **maximums})

    def admit(self, stake: Stake) -> None:
        """Raises LimitRefused for a stake outside the sign, on the sum of its player on that combination: of what
        one hand places there for the player, of what all do, of what all in a group have there.

        A stake found over the maximum has no maximum to keep to: the excess rule settles it. Raises Refused
        where the rulebook has none.
        """
        bet = self.bet_of(stake)
        if stake.excess:
            if self.rulebook.excess is None:
                raise Refused(
                    "no-rule-on-excess", self.rulebook.limits.maximum_clause, rulebook=self.rulebook.id
                )
        elif self.sign is not None and not (self._is_limited_whole(bet) and self.sign.minimum == NO_MINIMUM):
            self._check(self.sign, stake, bet)
        self._count(stake, bet)

    def bet_of(self, stake: Stake) -> Bet | AnnouncedBet:
        return parse_bet(stake.bet, self.rulebook, wheel=self.wheel)

    def check_maximum(self, stake: Stake) -> None:
        """Raise LimitRefused for a stake that exceeds the sign's maximum together with the earlier stakes in its place.

        The maximum holds for each sum by its own clause (it-campione/6 and 7): that of one hand, of all who play for
        the player, and of the group.
        """
        if self.sign is None:
            return
        rule, bet = self.rulebook.limits, self.bet_of(stake)
        by_one_hand, for_the_player, in_group = self._sums_of(stake)
        for sum_of in (by_one_hand, for_the_player, in_group):
            over = over_maximum(self.rulebook, self.sign, bet, stake.amount, self._lying[sum_of])
            if over is None:
                continue
            if sum_of == by_one_hand:
                raise LimitRefused.again(over.refusal)
            if sum_of == for_the_player:
                hands = dict.fromkeys((*self._hands[stake.owner, over.code], stake.player))
                raise LimitRefused(
                    "over-maximum-through-others",
                    rule.third_parties_clause or over.clause,
                    over=over.refusal,
                    player=stake.owner,
                    by=tuple(hands),
                    limit=over.limit,
                    value=over.value,
                )
            members = next(members for members in self.groups if stake.owner in members)
            raise LimitRefused(
                "over-maximum-in-company",
                rule.company_clause or over.clause,
                over=over.refusal,
                player=stake.owner,
                others=tuple(
                    each for each in members if each != stake.owner and self._hands[each, over.code]
                ),
                limit=over.limit,
                value=over.value,
            )

    def _check(self, sign: Limits, stake: Stake, bet: Bet | AnnouncedBet) -> None:
        """The minimum holds for the player's sum on the field, without stakes in prison."""
        self.check_maximum(stake)
        check_limits(self.rulebook, sign, bet, stake.amount, self._lying[_field_of(stake)])
        if sign.minimum != NO_MINIMUM and self.rulebook.colour_chips is None:
            check_chips(self.rulebook, bet, stake.amount, stake.chip, chips=self.chips)

    def after(self, kept: Iterable[Stake]) -> "LimitCheck":
        """The same sign, held over a cloth on which only `kept` lie: that of the next coup."""
        check = copy(self)
        check._lying = defaultdict(Counter)
        check._hands = defaultdict(dict)
        for stake in kept:
            check._count(stake, self.bet_of(stake))
        return check

    def _is_limited_whole(self, bet: Bet | AnnouncedBet) -> bool:
        announced = self.rulebook.announced.get(bet.kind)
        return announced is not None and announced.limit_ratio is not None

    def _count(self, stake: Stake, bet: Bet | AnnouncedBet) -> None:
        chips = combinations_of(bet, stake.amount)
        amounts = (
            {bet.code: stake.amount}
            if self._is_limited_whole(bet)
            else {chip.code: amount for chip, amount in chips}
        )
        sums = self._sums_of(stake)
        for sum_of in sums if stake.level else (*sums, _field_of(stake)):
            self._lying[sum_of].update(amounts)
        for code in amounts:
            self._hands[stake.owner, code][stake.player] = None

    def _sums_of(self, stake: Stake) -> tuple[SumOf, SumOf, SumOf]:
        """The sums that a stake counts to: of one hand for a player, of all hands for the player, of the group."""
        owner = stake.owner
        return (
            ("hand", owner, stake.player),
            ("player", owner, ""),
            ("company", stake.counts_to(self.groups), ""),
        )


def _field_of(stake: Stake) -> SumOf:
    """The sum that a minimum holds for: that of one player's free stakes on one layout."""
    return ("field", stake.owner, str(stake.layout))
