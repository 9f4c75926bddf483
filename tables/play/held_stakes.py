"""Whose a stake is, and what counts to one player's limits: the player's own, third parties' and a company's."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from tables.play.events import BetPlaced
from tables.play.state import BetOnCloth, State
from tables.roulette.announced import expand
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.limits import Over, check_limits, over_maximum
from tables.roulette.money import in_words
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import Rulebook

Laid = BetPlaced | BetOnCloth
"""A bet that lies, or that is about to be laid."""


def owner(laid: Laid) -> str:
    """Whose limits a bet counts to: the player for whom a third party lays it, else the player."""
    return laid.on_behalf_of or laid.player


def counts_to(laid: Laid, companies: Iterable[Sequence[str]]) -> str:
    """In whose name a bet counts to a maximum: its owner's, or that of the first player of the owner's company."""
    return next((members[0] for members in companies if owner(laid) in members), owner(laid))


def company_of(state: State, player: str) -> tuple[str, ...]:
    """All whose stakes count together with this player's: the company, or the player alone."""
    return next((members for members in state.companies if player in members), (player,))


def combinations(state: State, player: str, rulebook: Rulebook) -> dict[str, int]:
    """What counts to a player's limits on each combination of the cloth, by its code: minor units.

    That is all that lies for the player and for those in company with the player, on all layouts of the table, the
    chips of announced bets counted in. An announced bet with a limit of its own (pt-americana/34) is counted under
    its own code instead.
    """
    company = company_of(state, player)
    return _sums(state, (lying for lying in state.bets if owner(lying) in company), rulebook)


def check_held(state: State, laid: Laid, rulebook: Rulebook) -> None:
    """Whether a bet that is not on the cloth yet keeps within the posted limits, on the sum of each combination.

    Raises LimitRefused: over the maximum see `over_held`; the minimum holds for all that lies for the player.
    """
    over = over_held(state, laid, rulebook)
    if over is not None:
        raise LimitRefused(over.detail, over.clause, limit=over.limit, value=over.value)
    assert state.limits is not None, "the table is open"
    for_the_player = [lying for lying in state.bets if owner(lying) == owner(laid)]
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    check_limits(rulebook, state.limits, bet, laid.amount, _sums(state, for_the_player, rulebook))


def check_what_stays(state: State, taken: BetOnCloth, rulebook: Rulebook) -> None:
    """Whether this bet may leave the place where it lies: what stays on each of its combinations keeps the minimum.

    A small chip may be laid to a stake that lies there, and so does not outlast it. What was under the minimum
    before, and what is bound in prison, may stay. Raises LimitRefused naming the bets that would be left.
    """
    assert state.limits is not None, "the table is open"
    minimum = state.limits.minimum
    for_the_player = [lying for lying in state.bets if owner(lying) == owner(taken)]
    left = [lying for lying in for_the_player if lying.ref != taken.ref]
    before, after = _sums(state, for_the_player, rulebook), _sums(state, left, rulebook)
    for code in _by_combination(state, taken, rulebook):
        stays = after.get(code, 0)
        free = [lying for lying in _on_combination(state, code, left, rulebook) if not lying.level]
        if free and stays < minimum <= before[code]:
            said = partial(in_words, currency=rulebook.currency)
            refs = " and ".join(lying.ref for lying in free)
            raise LimitRefused(
                f"{code}: without {taken.ref} there stays {said(stays)}, under the minimum {said(minimum)}; "
                f"take off {refs} first, or stake more there",
                rulebook.limits.minimum_clause,
                limit=minimum,
                value=stays,
            )


def over_held(state: State, laid: Laid, rulebook: Rulebook) -> Over | None:
    """Where a bet that is not on the cloth yet brings the sum of a combination over its maximum; None if nowhere.

    It cites the clause by which those count who make the sum: who lays the bet alone, all who play for the same
    player (it-campione/6, it-venezia/general-9), or the players in company (it-campione/7).
    """
    rule = rulebook.limits
    for_the_player = [lying for lying in state.bets if owner(lying) == owner(laid)]
    by_one_hand = [lying for lying in for_the_player if lying.player == laid.player]
    over = _over_with(state, laid, _sums(state, by_one_hand, rulebook), rulebook)
    if over is not None:
        return over
    over = _over_with(state, laid, _sums(state, for_the_player, rulebook), rulebook)
    if over is not None:
        there = _on_combination(state, over.code, for_the_player, rulebook)
        hands = _named([lying.player for lying in there] + [laid.player])
        words = f"{over.detail}, with all that is staked there for {owner(laid)}, by {hands}"
        return over._replace(detail=words, clause=rule.third_parties_clause or over.clause)
    over = _over_with(state, laid, combinations(state, owner(laid), rulebook), rulebook)
    if over is not None:
        there = _on_combination(state, over.code, state.bets, rulebook)
        others = [player for player in company_of(state, owner(laid)) if player != owner(laid)]
        staking = _named(player for player in others if player in map(owner, there))
        words = f"{over.detail}, with what is staked there for {staking} in company with {owner(laid)}"
        return over._replace(detail=words, clause=rule.company_clause or over.clause)
    return None


def _over_with(state: State, laid: Laid, already: Mapping[str, int], rulebook: Rulebook) -> Over | None:
    assert state.limits is not None, "the table is open"
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    return over_maximum(rulebook, state.limits, bet, laid.amount, already)


def _sums(state: State, bets: Iterable[BetOnCloth], rulebook: Rulebook) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for lying in bets:
        sums.update(_by_combination(state, lying, rulebook))
    return dict(sums)


def _by_combination(state: State, lying: BetOnCloth, rulebook: Rulebook) -> dict[str, int]:
    bet = parse_bet(lying.bet, rulebook, wheel=state.wheel)
    if isinstance(bet, Bet) or rulebook.announced[bet.kind].limit_ratio is not None:
        return {bet.code: lying.amount}
    return {chip.code: value for chip, value in expand(bet, lying.amount)}


def _on_combination(
    state: State, code: str, bets: Iterable[BetOnCloth], rulebook: Rulebook
) -> list[BetOnCloth]:
    return [lying for lying in bets if code in _by_combination(state, lying, rulebook)]


def _named(players: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(players))
