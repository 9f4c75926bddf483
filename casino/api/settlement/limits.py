"""The limits of a request: the sign that it gives, and each bet held against it."""

from collections.abc import Iterable
from copy import copy

from tables.refusal import LimitRefused, Refused
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.chips_in_use import check_chips
from tables.roulette.limits import check_limits, check_posted, limits_for
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.stake import Groups, Stake
from tables.roulette.stake_sums import StakeSums, is_limited_whole

# Without a minimum, no maximum follows from it. A kind of bet without a given maximum is not bounded.
NO_MINIMUM = 0
NO_MAXIMUM = 2**63 - 1


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
        self._sums = StakeSums(rulebook, groups=groups, wheel=wheel)
        if minimum is not None:
            sign = limits_for(rulebook, minimum)
            self.sign = Limits(minimum=minimum, maximums={**sign.maximums, **(maximums or {})})
            check_posted(rulebook, self.sign)
        elif maximums is not None:
            posted = {kind: rule.maximum or NO_MAXIMUM for kind, rule in rulebook.bets.items()}
            self.sign = Limits(minimum=NO_MINIMUM, maximums={**posted, **maximums})

    def admit(self, stake: Stake) -> None:
        """Add a stake to the sums on its combination, if the sign allows it.

        The limits apply to three sums: the amounts that one hand places for the player, that all hands place for the
        player, and that the player's group has there. An over-limit stake has no maximum: the excess rule settles it.

        Raises LimitRefused for a stake outside the sign, and Refused for an over-limit stake if the rulebook has no
        rule for it.
        """
        bet = self.bet_of(stake)
        if stake.excess:
            if self.rulebook.excess is None:
                raise Refused(
                    "no-rule-on-excess", self.rulebook.limits.maximum_clause, rulebook=self.rulebook.id
                )
        elif self.sign is not None and not (
            is_limited_whole(self.rulebook, bet) and self.sign.minimum == NO_MINIMUM
        ):
            self._check(self.sign, stake, bet)
        self._sums.add(stake)

    def bet_of(self, stake: Stake) -> Bet | AnnouncedBet:
        return parse_bet(stake.bet, self.rulebook, wheel=self.wheel)

    def check_maximum(self, stake: Stake) -> None:
        """Raise LimitRefused for a stake that exceeds the sign's maximum together with the earlier stakes in its place.

        `StakeSums` lists the sums that the maximum holds for, and their clauses.
        """
        over = None if self.sign is None else self._sums.over(self.sign, stake)
        if over is not None:
            raise LimitRefused.again(over.refusal)

    def after(self, kept: Iterable[Stake]) -> "LimitCheck":
        """Return a check with the same sign for the next coup, with only the `kept` stakes on the cloth."""
        check = copy(self)
        check._sums = StakeSums(self.rulebook, kept, groups=self.groups, wheel=self.wheel)
        return check

    def _check(self, sign: Limits, stake: Stake, bet: Bet | AnnouncedBet) -> None:
        """Check a stake against the maximum, the minimum and the chips. Raises LimitRefused or another Refused.

        The minimum applies to the player's sum on the field, without stakes in prison.
        """
        self.check_maximum(stake)
        check_limits(self.rulebook, sign, bet, stake.amount, self._sums.on_the_field(stake))
        if sign.minimum != NO_MINIMUM:
            colours_by = sign if self.rulebook.colour_chips is not None else None
            check_chips(self.rulebook, bet, stake.amount, stake.chip, chips=self.chips, colours_by=colours_by)
