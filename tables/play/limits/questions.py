"""The owner of a stake, and the stakes that count to one player's limits: the player's own, third parties' and a
group's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from tables.money import Money
from tables.play.float.questions import chips_in_use
from tables.play.state import State
from tables.refusal import LimitRefused, Refusal, Refused
from tables.roulette.bets import parse_bet
from tables.roulette.chips_in_use import check_chips
from tables.roulette.limits import Over, check_limits
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.stake_sums import StakeSums, amounts_of


def group_of(state: State, player: str) -> tuple[str, ...]:
    """Return all whose stakes count together with this player's: the group, or the player alone."""
    return next((members for members in state.groups if player in members), (player,))


def combinations(state: State, player: str, rulebook: Rulebook) -> Mapping[str, int]:
    """Return the amounts that count to a player's limits on each combination of the cloth, by its code: minor units.

    They are the stakes of the player and of the player's group, on all layouts of the table, with the chips of
    announced bets. An announced bet with a limit of its own (pt-americana/34) is counted under its own code instead.
    """
    return _stakes_beside(state, player, rulebook).of_group(player)


def check_held(state: State, laid: Stake, rulebook: Rulebook) -> None:
    """Check that a bet that is not on the cloth yet keeps within the posted limits, on the sum of each combination.

    The maximum holds as in `over_held`. The minimum holds for the player's sum on the field: stakes in prison, those of
    other players and those on another layout do not count. Raises LimitRefused, and BetRefused for an amount that is
    not a sum of chips in use.
    """
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    over = over_held(state, laid, rulebook)
    if over is not None:
        raise LimitRefused.again(over.refusal)
    assert state.limits is not None, "the table is open"
    already = _stakes_beside(state, laid.owner, rulebook).on_the_field(laid)
    check_limits(rulebook, state.limits, bet, laid.amount, already)
    chips = chips_in_use(state, rulebook)
    unmarked = rulebook.colour_chips is not None and not laid.face_value
    if chips and unmarked and laid.colour is not None:
        chips = (state.limits.minimum,)
    check_chips(
        rulebook, bet, laid.amount, laid.chip, chips=chips, colours_by=state.limits if unmarked else None
    )


def on_the_field(state: State, laid: Stake) -> list[Stake]:
    """Return the stakes that count to a minimum with this one: free ones of the same player on the same layout."""
    return [
        lying
        for lying in state.bets
        if lying.owner == laid.owner and lying.layout == laid.layout and not lying.level
    ]


def check_what_stays(state: State, taken: Stake, rulebook: Rulebook) -> None:
    """Raise LimitRefused unless this bet may leave its place: the player's remaining sum on each of its fields keeps
    the minimum.

    A small chip may be added to a stake, and so does not outlast it. A sum that was under the minimum before may
    stay. The owner may take up a winning stake at any time (it-venezia/general-5): staff ask about a sum that it
    leaves under the minimum. The refusal names the bets that would be left.
    """
    assert state.limits is not None, "the table is open"
    if rulebook.limits.minimum_of == "stake" or taken.level or taken.stays_of is not None:
        return
    minimum = state.limits.minimum
    lying = on_the_field(state, taken)
    left = [each for each in lying if each.ref != taken.ref]
    before, after = _sums(state, lying, rulebook), _sums(state, left, rulebook)
    for code in _by_combination(state, taken, rulebook):
        stays = after.get(code, 0)
        there = _on_combination(state, code, left, rulebook)
        if there and stays < minimum <= before[code]:
            money = partial(Money, currency=rulebook.currency)
            raise LimitRefused(
                "left-under-minimum",
                rulebook.limits.minimum_clause,
                bet=code,
                taken=taken.ref,
                value=money(stays),
                limit=money(minimum),
                others=tuple(each.ref for each in there),
            )


def under_minimum(state: State, rulebook: Rulebook) -> tuple[Refusal, ...]:
    """Return the sums under the minimum of the sign, which staff ask to have raised or taken back before the launch.

    A sum comes under the minimum when the minimum is raised, or when chips are found. Empty while the ball runs:
    then every stake plays.
    """
    if state.limits is None or state.phase in ("launched", "bets_closed"):
        return ()
    minimum = state.limits.minimum
    sums: Counter[tuple[str, int, str]] = Counter()
    refs: defaultdict[tuple[str, int, str], list[str]] = defaultdict(list)
    for lying in state.bets:
        if lying.level:
            continue
        for code, amount in _by_combination(state, lying, rulebook).items():
            field = (lying.owner, lying.layout, code)
            sums[field] += amount
            refs[field].append(lying.ref)
    money = partial(Money, currency=rulebook.currency)
    return tuple(
        Refused(
            "raise-or-take-back",
            rulebook.limits.minimum_clause,
            player=player,
            bet=code,
            refs=tuple(refs[player, layout, code]),
            value=money(value),
            limit=money(minimum),
        ).refusal
        for (player, layout, code), value in sums.items()
        if value < minimum
    )


def over_held(state: State, laid: Stake, rulebook: Rulebook) -> Over | None:
    """Return the combination on which a bet that is not on the cloth yet exceeds its maximum; None if there is none.

    `StakeSums` lists the sums that the maximum holds for, and their clauses.
    """
    assert state.limits is not None, "the table is open"
    return _stakes_beside(state, laid.owner, rulebook).over(state.limits, laid)


def _stakes_beside(state: State, player: str, rulebook: Rulebook) -> StakeSums:
    """Return the sums of the stakes on the cloth that count together with a player's."""
    group = group_of(state, player)
    lying = (each for each in state.bets if each.owner in group)
    return StakeSums(rulebook, lying, groups=state.groups, wheel=state.wheel)


def _sums(state: State, bets: Iterable[Stake], rulebook: Rulebook) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for lying in bets:
        sums.update(_by_combination(state, lying, rulebook))
    return dict(sums)


def _by_combination(state: State, lying: Stake, rulebook: Rulebook) -> dict[str, int]:
    return amounts_of(rulebook, parse_bet(lying.bet, rulebook, wheel=state.wheel), lying.amount)


def _on_combination(state: State, code: str, bets: Iterable[Stake], rulebook: Rulebook) -> list[Stake]:
    return [lying for lying in bets if code in _by_combination(state, lying, rulebook)]
