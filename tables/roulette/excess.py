"""Over-limit stakes found on the cloth: the part of them that wins a prize (it-campione/8, it-venezia/general-9)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tables.roulette.announced import AnnouncedBet, combinations_of
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.sign import maximum_for
from tables.roulette.stake import Groups, Stake


class Payable(NamedTuple):
    """The part of a stake, in minor units, that a prize is paid on, and the clause that caps it."""

    amount: int
    clause: str


Payables = Mapping[tuple[str, str], Payable]
"""Payable parts by the stake's ref and the code of the combination of its chips."""


def payable_amounts(
    rulebook: Rulebook,
    limits: Limits,
    stakes: Sequence[Stake],
    *,
    groups: Groups = (),
    wheel: str | None = None,
) -> Payables:
    """Return the amount that wins a prize for every stake found over the maximum; `stakes` in the order of placing.

    `wheel` is the numbering of the table's wheel, by default the rulebook's first.

    A maximum holds for a player's sum on one combination, so the player's earlier stakes there count first, and with
    them the stakes that third parties placed for the player, or players in a group (it-campione/7,
    it-venezia/general-9). An announced bet with a limit of its own (pt-americana/34) is capped as a whole, its chips
    in proportion. If the rulebook has no rule for an excess nothing is capped.
    """
    payables: dict[tuple[str, str], Payable] = {}
    rule = rulebook.excess
    if rule is None:
        return payables
    lying: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for stake in stakes:
        before = lying[stake.counts_to(groups)]
        placed = parse_bet(stake.bet, rulebook, wheel=wheel)
        whole = _whole_maximum(rulebook, limits, placed)
        for bet, amount in combinations_of(placed, stake.amount):
            if stake.excess:
                if whole is not None:
                    room = max(0, whole - before[placed.code])
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
            before[placed.code] += stake.amount
    return payables


def over_by_now(
    rulebook: Rulebook,
    limits: Limits,
    stakes: Sequence[Stake],
    *,
    groups: Groups = (),
    wheel: str | None = None,
) -> tuple[Stake, ...]:
    """Return the stakes, in the order of placing, marked as over the maximum or not by these limits.

    A stake is over if it brings the sum of a combination over its maximum, with the earlier stakes of the same
    player or group. A stake in prison counts and keeps its mark: it wins no prize.
    """
    lying: defaultdict[str, Counter[str]] = defaultdict(Counter)
    marked = []
    for stake in stakes:
        before = lying[stake.counts_to(groups)]
        placed = parse_bet(stake.bet, rulebook, wheel=wheel)
        whole = _whole_maximum(rulebook, limits, placed)
        if whole is not None:
            before[placed.code] += stake.amount
            over = before[placed.code] > whole
        else:
            over = False
            for bet, amount in combinations_of(placed, stake.amount):
                before[bet.code] += amount
                maximum = maximum_for(rulebook, limits, bet.kind)
                over = over or (maximum is not None and before[bet.code] > maximum)
        marked.append(stake if stake.level or stake.excess == over else replace(stake, excess=over))
    return tuple(marked)


def _whole_maximum(rulebook: Rulebook, limits: Limits, bet: Bet | AnnouncedBet) -> int | None:
    """Return the maximum of an announced bet that is limited as a whole; None for all others."""
    announced = rulebook.announced.get(bet.kind)
    if announced is None:
        return None
    return announced.maximum(limits.minimum)
