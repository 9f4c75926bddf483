"""The limits of a request: the sign that it gives, and each bet held against it."""

from collections import Counter, defaultdict

from settlement.payout.lines import Stake, chips_of
from tables.roulette.limits import check_limits, check_posted, limits_for
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Limits, Rulebook

# Where maximums are given alone, nothing follows from a minimum and what they do not name is not bounded.
NO_MINIMUM = 0
NO_MAXIMUM = 2**63 - 1


class LimitCheck:
    """Holds bets against a table's sign; without `minimum` and `maximums` everything is admitted.

    With a minimum the sign is the one that the rulebook makes of it, and `maximums` replace its own one by one.
    With maximums alone only their kinds are bounded, and those for which the rulebook itself posts an amount.
    Raises LimitRefused for a sign that the rulebook does not allow.
    """

    def __init__(self, rulebook: Rulebook, minimum: int | None, maximums: dict[str, int] | None) -> None:
        self.rulebook = rulebook
        self.sign: Limits | None = None
        self._lying: defaultdict[str, Counter[str]] = defaultdict(Counter)
        if minimum is not None:
            sign = limits_for(rulebook, minimum)
            self.sign = Limits(minimum=minimum, maximums={**sign.maximums, **(maximums or {})})
            check_posted(rulebook, self.sign)
        elif maximums is not None:
            posted = {kind: rule.maximum or NO_MAXIMUM for kind, rule in rulebook.bets.items()}
            self.sign = Limits(minimum=NO_MINIMUM, maximums={**posted, **maximums})

    def admit(self, stake: Stake) -> None:
        """Raises LimitRefused for a stake outside the sign, on the sum of its player on that combination.

        A stake found over the maximum has no maximum to keep to: the excess rule settles it. Raises Refused
        where the rulebook has none.
        """
        lying = self._lying[stake.player]
        chips = chips_of(stake)
        announced = self.rulebook.announced.get(stake.bet.kind)
        limited_whole = announced is not None and announced.limit_ratio is not None
        if stake.excess:
            if self.rulebook.excess is None:
                raise Refused(
                    f"{self.rulebook.id} has no rule for a stake over the maximum",
                    self.rulebook.limits.maximum_clause,
                )
        elif self.sign is not None and not (limited_whole and self.sign.minimum == NO_MINIMUM):
            check_limits(self.rulebook, self.sign, stake.bet, stake.amount, lying)
        if limited_whole:
            lying[stake.bet.code] += stake.amount
        else:
            lying.update({bet.code: amount for bet, amount in chips})
