"""What was found on the cloth over the maximum: how much of it wins a prize (it-campione/8, it-venezia/general-9)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from settlement.payout.lines import Stake, chips_of
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import Limits, Rulebook


class Payable(NamedTuple):
    """The part of a stake, in minor units, that a prize is paid on, and the clause that caps it."""

    amount: int
    clause: str


Payables = Mapping[tuple[str, str], Payable]
"""By the stake's ref and the code of the combination that its chips lie on."""


def payable_amounts(rulebook: Rulebook, limits: Limits, stakes: Sequence[Stake]) -> Payables:
    """What a prize is paid on for every stake that was found over the maximum.

    A maximum holds for a player's sum on one combination, so what the player placed there earlier counts first.
    Where the rulebook has no rule for an excess nothing is capped.
    """
    payables: dict[tuple[str, str], Payable] = {}
    rule = rulebook.excess
    if rule is None:
        return payables
    lying: defaultdict[tuple[str, str], int] = defaultdict(int)
    for stake in stakes:
        for bet, amount in chips_of(stake):
            if stake.excess:
                maximum = maximum_for(rulebook, limits, bet.kind)
                if maximum is not None:
                    room = max(0, maximum - lying[stake.player, bet.code])
                    payables[stake.ref, bet.code] = Payable(min(amount, room), rule.clause)
            lying[stake.player, bet.code] += amount
    return payables

