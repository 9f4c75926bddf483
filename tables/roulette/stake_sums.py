"""Sums of the stakes on the cloth, on each combination, for the maximum and for the minimum.

The table and `settle` hold each stake against the sign by these sums, and refuse it with the same codes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from tables.refusal import LimitRefused
from tables.roulette.announced import AnnouncedBet, combinations_of
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.limits import Over, over_maximum
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.stake import Groups, Stake


def is_limited_whole(rulebook: Rulebook, bet: Bet | AnnouncedBet) -> bool:
    """Return True for an announced bet with a limit of its own (pt-americana/34): it counts under its own code."""
    return isinstance(bet, AnnouncedBet) and rulebook.announced[bet.kind].limit_ratio is not None


def amounts_of(rulebook: Rulebook, bet: Bet | AnnouncedBet, amount: int) -> dict[str, int]:
    """Return the amounts (minor units) of a stake on each combination of the cloth, by its code.

    Raises BetRefused if the amount of an announced bet does not divide into its chips.
    """
    chips = combinations_of(bet, amount)
    if is_limited_whole(rulebook, bet):
        return {bet.code: amount}
    return {chip.code: value for chip, value in chips}


class StakeSums:
    """Sums of the stakes that were added, by combination, in minor units.

    A maximum holds for each of three sums, by its own clause: the stakes that one hand places for a player, those of
    all who play for the player (it-campione/6, it-venezia/general-9), and those of the players in a group
    (it-campione/7). A minimum holds for the player's free stakes on one layout.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        lying: Iterable[Stake] = (),
        *,
        groups: Groups = (),
        wheel: str | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.groups = groups
        self.wheel = wheel
        self._by_hand: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._by_player: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._by_group: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._by_field: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
        self._hands: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        """The players who placed chips, in order, by owner and by the combination."""
        for stake in lying:
            self.add(stake)

    def bet_of(self, stake: Stake) -> Bet | AnnouncedBet:
        """Return the bet of a stake. Raises BetRefused for a code that is none at this wheel."""
        return parse_bet(stake.bet, self.rulebook, wheel=self.wheel)

    def add(self, stake: Stake) -> None:
        """Count a stake to its sums; a stake in prison counts to the maximum alone."""
        amounts = amounts_of(self.rulebook, self.bet_of(stake), stake.amount)
        self._by_hand[stake.owner, stake.player].update(amounts)
        self._by_player[stake.owner].update(amounts)
        self._by_group[stake.counts_to(self.groups)].update(amounts)
        if not stake.level:
            self._by_field[stake.owner, stake.layout].update(amounts)
        for code in amounts:
            self._hands[stake.owner, code][stake.player] = None

    def of_group(self, player: str) -> Mapping[str, int]:
        """Return the sums of a player together with the player's group."""
        first = next((members[0] for members in self.groups if player in members), player)
        return self._by_group[first]

    def on_the_field(self, stake: Stake) -> Mapping[str, int]:
        """Return the sums that count to a minimum with this stake: the player's free stakes on the same layout."""
        return self._by_field[stake.owner, stake.layout]

    def over(self, sign: Limits, stake: Stake) -> Over | None:
        """Return the combination on which a stake that was not added exceeds its maximum; None if there is none.

        The refusal names the clause by which the stakes of the sum count together.
        """
        rulebook, bet = self.rulebook, self.bet_of(stake)
        over = over_maximum(rulebook, sign, bet, stake.amount, self._by_hand[stake.owner, stake.player])
        if over is not None:
            return over
        over = over_maximum(rulebook, sign, bet, stake.amount, self._by_player[stake.owner])
        if over is not None:
            return self._through_others(over, stake)
        over = over_maximum(rulebook, sign, bet, stake.amount, self.of_group(stake.owner))
        return None if over is None else self._in_group(over, stake)

    def _through_others(self, over: Over, stake: Stake) -> Over:
        hands = dict.fromkeys((*self._hands[stake.owner, over.code], stake.player))
        refused = LimitRefused(
            "over-maximum-through-others",
            self.rulebook.limits.third_parties_clause or over.clause,
            over=over.refusal,
            player=stake.owner,
            by=tuple(hands),
            limit=over.limit,
            value=over.value,
        )
        return over._replace(refusal=refused.refusal)

    def _in_group(self, over: Over, stake: Stake) -> Over:
        members = next(members for members in self.groups if stake.owner in members)
        refused = LimitRefused(
            "over-maximum-in-company",
            self.rulebook.limits.company_clause or over.clause,
            over=over.refusal,
            player=stake.owner,
            others=tuple(each for each in members if each != stake.owner and self._hands[each, over.code]),
            limit=over.limit,
            value=over.value,
        )
        return over._replace(refusal=refused.refusal)
