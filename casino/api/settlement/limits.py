"""The limits of a request: the sign that it gives, and each bet held against it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from copy import copy

from tables.roulette.announced import combinations_of
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.limits import check_limits, check_posted, limits_for, over_maximum
from tables.roulette.refusal import LimitRefused, Refused
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.stake import Groups, Stake

# Where maximums are given alone, nothing follows from a minimum and what they do not name is not bounded.
NO_MINIMUM = 0
NO_MAXIMUM = 2**63 - 1

SumOf = tuple[str, str, str]
"""Whose stakes are summed: the kind of sum, the player or group, and the hand that places them, if only one does."""


class LimitCheck:
    """Holds bets against a table's sign; without `minimum` and `maximums` everything is admitted.

    With a minimum the sign is the one that the rulebook makes of it, and `maximums` replace its own one by one.
    With maximums alone only their kinds are bounded, and those for which the rulebook itself posts an amount.
    `wheel` is the numbering of the table's wheel, by default the rulebook's first.
    Raises LimitRefused for a sign that the rulebook does not allow.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        minimum: int | None,
        maximums: dict[str, int] | None,
        groups: Groups = (),
        wheel: str | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.groups = groups
        self.wheel = wheel
        self.sign: Limits | None = None
        self._lying: defaultdict[SumOf, Counter[str]] = defaultdict(Counter)
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

    def _check(self, sign: Limits, stake: Stake, bet: Bet | AnnouncedBet) -> None:
        """The maximum holds for each sum by its own clause (it-campione/6 and 7), the minimum for the player's."""
        rule = self.rulebook.limits
        by_one_hand, for_the_player, in_group = self._sums_of(stake)
        for sum_of, clause in (
            (by_one_hand, None),
            (for_the_player, rule.third_parties_clause),
            (in_group, rule.company_clause),
        ):
            over = over_maximum(self.rulebook, sign, bet, stake.amount, self._lying[sum_of])
            if over is not None and sum_of == by_one_hand:
                raise LimitRefused.again(over.refusal)
            if over is not None:
                raise LimitRefused(
                    "over-maximum-for-the-player"
                    if sum_of == for_the_player
                    else "over-maximum-of-the-company",
                    clause or over.clause,
                    over=over.refusal,
                    player=stake.owner,
                    limit=over.limit,
                    value=over.value,
                )
        check_limits(self.rulebook, sign, bet, stake.amount, self._lying[for_the_player])

    def after(self, kept: Iterable[Stake]) -> "LimitCheck":
        """The same sign, held over a cloth on which only `kept` lie: that of the next coup."""
        check = copy(self)
        check._lying = defaultdict(Counter)
        for stake in kept:
            check._count(stake, self.bet_of(stake))
        return check

    def _is_limited_whole(self, bet: Bet | AnnouncedBet) -> bool:
        announced = self.rulebook.announced.get(bet.kind)
        return announced is not None and announced.limit_ratio is not None

    def _count(self, stake: Stake, bet: Bet | AnnouncedBet) -> None:
        chips = combinations_of(bet, stake.amount)
        for sum_of in self._sums_of(stake):
            lying = self._lying[sum_of]
            if self._is_limited_whole(bet):
                lying[bet.code] += stake.amount
            else:
                lying.update({chip.code: amount for chip, amount in chips})

    def _sums_of(self, stake: Stake) -> tuple[SumOf, SumOf, SumOf]:
        """The sums that a stake counts to: of one hand for a player, of all hands for the player, of the group."""
        owner = stake.owner
        return (
            ("hand", owner, stake.player),
            ("player", owner, ""),
            ("company", stake.counts_to(self.groups), ""),
        )
