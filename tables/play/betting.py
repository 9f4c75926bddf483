"""Bets on the cloth: placed and withdrawn on request until bets are closed; what comes later is only recorded."""

from collections import Counter
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.references import reference
from tables.play.state import State
from tables.roulette.announced import expand
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.limits import check_limits
from tables.roulette.money import in_words
from tables.roulette.refusal import BetRefused, Refused
from tables.roulette.rulebook import Rulebook


def place_bet(state: State, command: c.PlaceBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Puts a bet down if bets are open, its position is legal and it keeps within the posted limits.

    The maximum holds for all that the player has on that combination, not for the single stake (it-campione/6).
    """
    _check_open(state, rulebook, "no bet is placed")
    if not command.player.strip():
        raise Refused("a bet needs its player: a seat, a colour or an alias")
    bet = parse_bet(command.bet, rulebook, wheel=state.wheel)
    if command.amount <= 0:
        raise Refused(
            f"a bet of {in_words(command.amount, rulebook.currency)}: a stake is more than nothing",
            value=command.amount,
        )
    if state.limits is not None:
        already = combinations(state, command.player, rulebook)
        check_limits(rulebook, state.limits, bet, command.amount, already)
    yield Dated(
        e.BetPlaced(
            coup=state.coup,
            ref=reference(state.bets_numbered + 1),
            player=command.player,
            bet=bet.code,
            amount=command.amount,
            distance=command.distance,
        ),
        at,
    )


def combinations(state: State, player: str, rulebook: Rulebook) -> dict[str, int]:
    """What a player has on each combination of the cloth, by its code, the chips of announced bets counted in.

    An announced bet with a limit of its own (pt-americana/34) is counted under its own code instead.
    """
    sums: Counter[str] = Counter()
    for lying in state.bets:
        if lying.player != player:
            continue
        bet = parse_bet(lying.bet, rulebook, wheel=state.wheel)
        if isinstance(bet, Bet) or rulebook.announced[bet.kind].limit_ratio is not None:
            sums[bet.code] += lying.amount
        else:
            sums.update({chip.code: value for chip, value in expand(bet, lying.amount)})
    return dict(sums)


def withdraw_bet(state: State, command: c.WithdrawBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes a bet off the cloth while bets are open. A stake in prison is bound and stays."""
    _check_open(state, rulebook, "no bet is taken off")
    lying = {bet.ref: bet for bet in state.bets}
    bet = lying.get(command.ref)
    if bet is None:
        refs = ", ".join(lying) or "none"
        raise Refused(f"bet {command.ref} does not lie on the cloth; these do: {refs}")
    if bet.level and rulebook.zero.prison is not None:
        raise Refused(
            f"bet {command.ref} is in prison: it stays, is split or is moved to another even chance",
            clause=rulebook.zero.prison.clause,
        )
    yield Dated(e.BetWithdrawn(coup=state.coup, ref=command.ref), at)


def _check_open(state: State, rulebook: Rulebook, what: str) -> None:
    """Bets are open from faites vos jeux until rien ne va plus, also while the ball already runs."""
    if state.phase in ("betting", "launched"):
        return
    clause = rulebook.phases.after_bets_closed_clause
    if state.phase == "bets_closed":
        raise Refused(f"bets of coup {state.coup} are closed: {what}", clause=clause)
    if state.phase == "paying":
        raise Refused(f"coup {state.coup} is being paid: {what} before bets are open again", clause=clause)
    raise Refused(f"bets are not open: {what} before faites vos jeux", clause=clause)


def see_late_bet(state: State, command: c.SeeLateBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips that came after bets were closed, wherever they lie; they take no part in the coup."""
    if state.phase in ("betting", "launched"):
        raise Refused(f"bets of coup {state.coup} are open: no chip is late")
    if command.amount <= 0:
        raise Refused("a late bet has chips of some value", value=command.amount)
    try:
        where = parse_bet(command.bet, rulebook, wheel=state.wheel).code
    except BetRefused:
        where = command.bet
    yield Dated(e.LateBetSeen(coup=state.coup, player=command.player, bet=where, amount=command.amount), at)


def find_excess(state: State, command: c.FindExcess, rulebook: Rulebook, at: datetime) -> Decision:
    raise Refused("not yet")
    yield
