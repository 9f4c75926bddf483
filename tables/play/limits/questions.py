"""The owner of a stake, and the stakes that count to one player's limits: the player's own, third parties' and a
group's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from tables.play.float.questions import chips_in_use
from tables.play.state import State
from tables.roulette.announced import expand
from tables.roulette.bets import parse_bet
from tables.roulette.chips_in_use import check_chips
from tables.roulette.cloth import Bet
from tables.roulette.limits import Over, check_limits, over_maximum
from tables.roulette.money import Money
from tables.roulette.refusal import LimitRefused, Refusal, Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def group_of(state: State, player: str) -> tuple[str, ...]:
    """All whose stakes count together with this player's: the group, or the player alone."""
    return next((members for members in state.groups if player in members), (player,))


def combinations(state: State, player: str, rulebook: Rulebook) -> dict[str, int]:
    """Return the amounts that count to a player's limits on each combination of the cloth, by its code: minor units.

    They are the stakes of the player and of the player's group, on all layouts of the table, with the chips of
    announced bets. An announced bet with a limit of its own (pt-americana/34) is counted under its own code instead.
    """
    group = group_of(state, player)
    return _sums(state, (lying for lying in state.bets if lying.owner in group), rulebook)


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
    check_limits(rulebook, state.limits, bet, laid.amount, _sums(state, on_the_field(state, laid), rulebook))
    if laid.face_value or rulebook.colour_chips is None:
        check_chips(rulebook, bet, laid.amount, laid.chip, chips=chips_in_use(state, rulebook))


def on_the_field(state: State, laid: Stake) -> list[Stake]:
    """The stakes that count to a minimum with this one: free ones of the same player on the same layout."""
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

    It cites the clause by which the stakes of the sum count: of the placing player alone, of all who play for the
    same player (it-campione/6, it-venezia/general-9), or of the players in a group (it-campione/7).
    """
    rule = rulebook.limits
    for_the_player = [lying for lying in state.bets if lying.owner == laid.owner]
    by_one_hand = [lying for lying in for_the_player if lying.player == laid.player]
    over = _over_with(state, laid, _sums(state, by_one_hand, rulebook), rulebook)
    if over is not None:
        return over
    over = _over_with(state, laid, _sums(state, for_the_player, rulebook), rulebook)
    if over is not None:
        there = _on_combination(state, over.code, for_the_player, rulebook)
        refused = LimitRefused(
            "over-maximum-through-others",
            rule.third_parties_clause or over.clause,
            over=over.refusal,
            player=laid.owner,
            by=_each_once([lying.player for lying in there] + [laid.player]),
            limit=over.limit,
            value=over.value,
        )
        return over._replace(refusal=refused.refusal)
    over = _over_with(state, laid, combinations(state, laid.owner, rulebook), rulebook)
    if over is not None:
        there = _on_combination(state, over.code, state.bets, rulebook)
        others = [player for player in group_of(state, laid.owner) if player != laid.owner]
        refused = LimitRefused(
            "over-maximum-in-company",
            rule.company_clause or over.clause,
            over=over.refusal,
            player=laid.owner,
            others=_each_once(player for player in others if player in (lying.owner for lying in there)),
            limit=over.limit,
            value=over.value,
        )
        return over._replace(refusal=refused.refusal)
    return None


def _over_with(state: State, laid: Stake, already: Mapping[str, int], rulebook: Rulebook) -> Over | None:
    assert state.limits is not None, "the table is open"
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    return over_maximum(rulebook, state.limits, bet, laid.amount, already)


def _sums(state: State, bets: Iterable[Stake], rulebook: Rulebook) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for lying in bets:
        sums.update(_by_combination(state, lying, rulebook))
    return dict(sums)


def _by_combination(state: State, lying: Stake, rulebook: Rulebook) -> dict[str, int]:
    bet = parse_bet(lying.bet, rulebook, wheel=state.wheel)
    if isinstance(bet, Bet) or rulebook.announced[bet.kind].limit_ratio is not None:
        return {bet.code: lying.amount}
    return {chip.code: value for chip, value in expand(bet, lying.amount)}


def _on_combination(state: State, code: str, bets: Iterable[Stake], rulebook: Rulebook) -> list[Stake]:
    return [lying for lying in bets if code in _by_combination(state, lying, rulebook)]


def _each_once(players: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(players))
