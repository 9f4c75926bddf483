"""The order in which the prizes of a coup are paid, by the rulebook's payment rule.

Portuguese tables pay by groups in the order of placing and pay a player's prizes together; Venice pays one
combination at a time, each group sorted by chip, stake or distance. Each layout of a double table has its payer, so
a double table is paid layout by layout.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tables.roulette.bets import AnnouncedBet, Bet
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import PaymentRule, RolesRule, Within
from tables.roulette.stake import Stake
from tables.roulette.wheel import ZEROS


class PaidPart(NamedTuple):
    """Winning chip of the payment rule: its kind of bet and its stake."""

    kind: str
    amount: int


NEXT_TO_THE_PAYER = 2**31
Turn = tuple[int, int, int]
"""Place of a prize in the payment: its layout, the place of its group, and its rank there."""


class Roles(NamedTuple):
    """The positions of the staff that rake and pay after a number."""

    rakes: str
    pays: str


def roles_at(rule: RolesRule, number: int) -> Roles:
    """Return the roles after `number`. 0 is even, and so is 00."""
    if number not in ZEROS and number % 2:
        return Roles(rakes=rule.pays_at_even, pays=rule.rakes_at_even)
    return Roles(rakes=rule.rakes_at_even, pays=rule.pays_at_even)


def payment_order(
    rule: PaymentRule,
    stakes: Sequence[Stake],
    bets: Sequence[Bet | AnnouncedBet],
    lines: Sequence[Line],
    number: int,
) -> tuple[str, ...]:
    """Return the refs of the lines with a prize, in the order of payment; empty if nothing is paid by hand.

    `stakes`, their `bets` and `lines` go together, in the order of placing, which decides between equals. An
    announced bet is paid at the place of the first of its winning chips. The first layout of a double table comes
    before the second. Distances are measured from the employee who pays after `number`.
    """
    if not rule.by_hand:
        return ()
    roles = rule.roles
    from_payer = roles is None or roles.distance_from in (None, roles_at(roles, number).pays)
    places = {kind: place for place, kinds in enumerate(rule.order) for kind in kinds}
    keyed = []
    for placed, (stake, bet, line) in enumerate(zip(stakes, bets, lines, strict=True)):
        if line.prize:
            key = min(
                _key(rule.within, places, stake, part, from_payer=from_payer)
                for part in _paid_parts(stake, bet, line)
            )
            keyed.append((key, placed, line))
    keyed.sort(key=lambda entry: entry[:2])
    if rule.group_by_player:
        return _together_by_player([(turn[0], line) for turn, _, line in keyed])
    return tuple(line.ref for _, _, line in keyed)


def _paid_parts(stake: Stake, bet: Bet | AnnouncedBet, line: Line) -> Iterable[PaidPart]:
    if isinstance(bet, AnnouncedBet):
        for (laid, _), chip in zip(bet.chips, line.chips, strict=True):
            if chip.prize:
                yield PaidPart(laid.kind, chip.stake)
    else:
        yield PaidPart(bet.kind, stake.amount)


def _key(
    within: Sequence[Within], places: dict[str, int], stake: Stake, part: PaidPart, *, from_payer: bool
) -> Turn:
    """Equal ranks are left to the order of placing."""
    place = places[part.kind]
    match within[place]:
        case "placing":
            return stake.layout, place, 0
        case "chip-ascending":
            # A chip of unknown value is ranked as if the whole stake were one.
            return stake.layout, place, part.amount if stake.chip is None else stake.chip
        case "stake-ascending":
            return stake.layout, place, part.amount
        case "distance-descending":
            # A combination without a rank comes after the ranked ones, like a place next to the payer.
            if from_payer:
                return stake.layout, place, -(stake.distance or 0)
            return stake.layout, place, NEXT_TO_THE_PAYER if stake.distance is None else stake.distance


def _together_by_player(in_turn: Sequence[tuple[int, Line]]) -> tuple[str, ...]:
    """Return a player's lines on one layout at the place of the first one (pt-francesa/21, pt-americana/32)."""
    by_player: dict[tuple[int, str], list[str]] = {}
    for layout, line in in_turn:
        by_player.setdefault((layout, line.player), []).append(line.ref)
    return tuple(ref for refs in by_player.values() for ref in refs)
