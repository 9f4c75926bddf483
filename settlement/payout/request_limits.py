"""The limits of a request: the card that it gives, and each bet held against it."""

from collections import defaultdict

from settlement.payout.lines import Stake, chips_of
from tables.roulette.limits import check_limits, check_posted, limits_for
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Limits, Rulebook


class LimitCheck:
    """Holds bets against a card of limits; without `minimum` and `maximums` everything is admitted.

    With a minimum the card is the one that the rulebook makes of it, and `maximums` replace its own one by one.
    With maximums alone only their kinds are bounded, and those for which the rulebook itself posts an amount.
    Raises LimitRefused for a card that the rulebook does not allow.
    """

    def __init__(self, rulebook: Rulebook, minimum: int | None, maximums: dict[str, int] | None) -> None:
        self.rulebook = rulebook
        self.card: Limits | None = None
        self._minimum_given = minimum is not None
        self._lying: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        if minimum is not None:
            card = limits_for(rulebook, minimum)
            self.card = Limits(minimum=minimum, maximums={**card.maximums, **(maximums or {})})
            check_posted(rulebook, self.card)
        elif maximums is not None:
            posted = {kind: rule.maximum for kind, rule in rulebook.bets.items() if rule.maximum is not None}
            self.card = Limits(minimum=1, maximums={**posted, **maximums})

    def admit(self, stake: Stake) -> None:
        """Raises LimitRefused for a stake outside the card, on the sum of its player on that combination.

        A stake found over the maximum has no maximum to keep to: the excess rule settles it. Raises Refused
        where the rulebook has none.
        """
        lying = self._lying[stake.player]
        if stake.excess:
            if self.rulebook.excess is None:
                raise Refused(
                    f"{self.rulebook.id} has no rule for a stake over the maximum",
                    self.rulebook.limits.stake_clause,
                )
        elif self.card is not None:
            if self._minimum_given:
                already = lying if stake.bet.kind in self.rulebook.announced else lying[stake.bet.code]
                check_limits(self.rulebook, self.card, stake.bet, stake.amount, already)
            else:
                for bet, amount in chips_of(stake):
                    if bet.kind in self.card.maximums:
                        check_limits(self.rulebook, self.card, bet, amount, lying[bet.code])
        for bet, amount in chips_of(stake):
            lying[bet.code] += amount
        if stake.bet.kind in self.rulebook.announced:
            lying[stake.bet.code] += stake.amount
