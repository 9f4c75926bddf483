"""What was found on the cloth over the maximum: how much of it wins a prize (it-campione/8, it-venezia/general-9)."""

from collections import Counter, defaultdict
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

    A maximum holds for a player's sum on one combination, so what the player placed there earlier counts first, and
    with it what third parties placed for the player, or players in company (it-campione/7, it-venezia/general-9).
    An announced bet with a limit of its own (pt-americana/34) is capped as a whole, its chips in proportion.
    Where the rulebook has no rule for an excess nothing is capped.
    """
    payables: dict[tuple[str, str], Payable] = {}
    rule = rulebook.excess
    if rule is None:
        return payables
    lying: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for stake in stakes:
        before = lying[stake.counts_to or stake.player]
        whole = _whole_maximum(rulebook, limits, stake)
        for bet, amount in chips_of(stake):
            if stake.excess:
                if whole is not None:
                    room = max(0, whole - before[stake.bet.code])
                    payable = -(
                        -amount * min(room, stake.amount) // stake.amount
                    )  # rounded to the player's side
                else:
                    maximum = maximum_for(rulebook, limits, bet.kind)
                    payable = amount if maximum is None else min(amount, max(0, maximum - before[bet.code]))
                payables[stake.ref, bet.code] = Payable(payable, rule.clause)
            if whole is None:
                before[bet.code] += amount
        if whole is not None:
            before[stake.bet.code] += stake.amount
    return payables


def _whole_maximum(rulebook: Rulebook, limits: Limits, stake: Stake) -> int | None:
    """The maximum of an announced bet that is limited as a whole; None for all others."""
    announced = rulebook.announced.get(stake.bet.kind)
    if announced is None or announced.limit_ratio is None:
        return None
    return announced.limit_ratio * limits.minimum
