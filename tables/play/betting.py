"""Bets on the cloth: placed and withdrawn on request until bets are closed; what comes later is only recorded."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.chip_series import check_series_in_play
from tables.play.dated import Dated, Decision
from tables.play.direction import check_no_later_coup
from tables.play.held_stakes import check_held, check_what_stays, over_held
from tables.play.laid_chips import check_kind_of_chips, lay
from tables.play.late_bets import check_not_late, is_late
from tables.play.live_round import check_in_time
from tables.play.live_stakes import staked
from tables.play.reopening import check_combination_paid, check_losers_cleared, is_new_bet
from tables.play.spoken_bets import check_repeated
from tables.play.state import BetOnCloth, State
from tables.play.staying import check_paid, is_being_paid
from tables.play.violations import violation
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

BETS_OPEN = ("betting", "launched")
"""From faites vos jeux until rien ne va plus, also while the ball already runs."""


def place_bet(state: State, command: c.PlaceBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Puts a bet down if bets are open, its position and its chips are legal and it keeps within the posted limits.

    The maximum holds for all that lies on that combination for the player, also through others or in company, not
    for the single stake (it-campione/6, it-campione/7).
    """
    check_in_time(state, rulebook, at)
    _check_open(state, rulebook, "no bet is placed")
    check_not_late(state, rulebook)
    check_no_later_coup(state, rulebook)
    laid = lay(state, command, rulebook)
    check_combination_paid(state, laid.bet, rulebook)
    check_kind_of_chips(state, laid, rulebook)
    check_series_in_play(state, laid, rulebook)
    check_held(state, laid, rulebook)
    check_repeated(laid.bet, state.wheel, command.repeated, rulebook)
    laid = replace(laid, repeated=command.repeated)
    if rulebook.seats is None:
        yield Dated(laid, at)
    else:
        yield from staked(state, laid.player, (laid,), rulebook, at, confirmed=False)


def find_excess(state: State, command: c.FindExcess, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips that were found on the cloth before bets were closed: what lies there lies there.

    Over the maximum on the sum of their combination they are marked, for the excess rule to settle (it-campione/8,
    it-venezia/general-9). Where the rulebook has none, that they lie so is a violation of the maximum's clause. Other
    chips are a bet like any other. Raises Refused where they cannot lie so, and after bets are closed.
    """
    if state.phase not in BETS_OPEN:
        raise Refused(
            "bets are not open: chips that are found on the cloth now are a late bet",
            rulebook.phases.after_bets_closed_clause,
        )
    laid = lay(state, command, rulebook)
    over = over_held(state, laid, rulebook)
    yield Dated(replace(laid, excess=over is not None), at)
    if over is not None and rulebook.excess is None:
        yield violation(
            state,
            "over-the-maximum",
            rulebook.limits.maximum_clause,
            f"{over.detail}; this rulebook has no rule for what lies over it",
            at,
            coup=state.coup,
        )


def withdraw_bet(state: State, command: c.WithdrawBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes a bet off the cloth while bets are open, or until the launch where it binds (it-campione/12). A stake in
    prison is bound and stays. What has won and lies on is its owner's from the moment that its coup is paid, also
    before bets are open again and where no other coup is to come (it-venezia/general-5).

    Raises LimitRefused where the player would be left with less than the minimum on a combination of it.
    """
    of_this_coup = state.phase == "paying" and not is_new_bet(state, command.ref)
    if of_this_coup and rulebook.payment.withdraw_clause is not None:
        raise Refused(
            f"coup {state.coup} is being paid: a stake is taken back when all payments are done",
            clause=rulebook.payment.withdraw_clause,
        )
    lying = {bet.ref: bet for bet in state.bets}
    bet = lying.get(command.ref)
    if bet is not None and bet.stays_of is not None:
        check_paid(state, [bet], rulebook)
    if bet is None or bet.stays_of is None or state.phase == "bets_closed":
        _check_open(state, rulebook, "no bet is taken off")
    late = rulebook.late_bets
    if late is not None and late.withdraw_clause is not None and is_late(state, rulebook):
        raise Refused(f"the ball of coup {state.coup} runs: no stake is taken back", late.withdraw_clause)
    if bet is None:
        refs = ", ".join(lying) or "none"
        raise Refused(f"bet {command.ref} does not lie on the cloth; these do: {refs}")
    if rulebook.seats is not None and bet.player in state.live.seats:
        raise Refused(
            f"bet {command.ref} was staked from a seat's balance: it is confirmed and plays on",
            clause=rulebook.seats.confirm_clause,
        )
    if bet.level and rulebook.zero.prison is not None:
        raise Refused(
            f"bet {command.ref} is in prison: it stays, is split or is moved to another even chance",
            clause=rulebook.zero.prison.clause,
        )
    check_what_stays(state, bet, rulebook)
    yield Dated(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=command.ref), at)


def takes_bets(state: State, rulebook: Rulebook) -> bool:
    """Whether a bet is placed or taken off now, if nothing but its time speaks against it."""
    if state.doubted:
        return False
    try:
        _check_open(state, rulebook, "no bet")
        check_not_late(state, rulebook)
    except Refused:
        return False
    return state.course.hangs_since is None or rulebook.hanging_ball is None


def may_withdraw(state: State, bet: BetOnCloth, rulebook: Rulebook) -> bool:
    """Whether this bet is taken off now, if nothing but its time and its prison speak against it."""
    if bet.level or state.doubted:
        return False
    if bet.stays_of is not None:
        return state.phase != "bets_closed" and not is_being_paid(state, bet)
    return takes_bets(state, rulebook)


def _check_open(state: State, rulebook: Rulebook, what: str) -> None:
    if state.phase in BETS_OPEN or check_losers_cleared(state, rulebook):
        return
    clause = rulebook.phases.after_bets_closed_clause
    if state.phase == "bets_closed":
        raise Refused(f"bets of coup {state.coup} are closed: {what}", clause=clause)
    if state.phase == "paying":
        raise Refused(f"coup {state.coup} is being paid: {what} before bets are open again", clause=clause)
    raise Refused(f"bets are not open: {what} before faites vos jeux", clause=clause)
