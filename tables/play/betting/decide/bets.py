"""Bets on the cloth: placed, moved and withdrawn on request until bets are closed; later ones are only recorded.

A correction after rien ne va plus is a dispute (it-venezia/general-1).
"""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.decide.reopening import check_combination_paid
from tables.play.betting.laying import check_kind_of_chips, lay
from tables.play.betting.questions import (
    BETS_OPEN,
    check_not_late,
    check_open,
    is_late,
    is_new_bet,
)
from tables.play.betting.repetition import check_repeated
from tables.play.betting.staying import check_paid
from tables.play.direction.questions import check_no_later_coup
from tables.play.equipment.questions import check_series_in_play
from tables.play.evolve import evolve_all
from tables.play.limits.questions import check_held, check_what_stays, over_held
from tables.play.live.questions import check_not_confirmed, staked
from tables.play.live.rounds import check_in_time
from tables.play.pending import Decision, PendingEvent
from tables.play.state import State
from tables.play.violations import violation
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def place_bet(state: State, command: c.PlaceBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Place a bet if bets are open, its position and its chips are legal and it keeps within the posted limits.

    The maximum holds for the player's whole amount on the combination, also through others or in a group, not for
    the single stake (it-campione/6, it-campione/7).
    """
    check_in_time(state, rulebook, at)
    check_open(state, rulebook, to_place=True)
    check_not_late(state, rulebook)
    check_no_later_coup(state, rulebook)
    laid = lay(state, command, rulebook)
    check_not_confirmed(state, laid, rulebook)
    check_combination_paid(state, laid.bet, rulebook)
    check_kind_of_chips(state, laid, rulebook)
    check_series_in_play(state, laid, rulebook)
    check_held(state, laid.as_laid, rulebook)
    check_repeated(laid.bet, state.wheel, command.repeated, rulebook, called=command.called)
    laid = replace(laid, repeated=command.repeated, called=command.called)
    if rulebook.seats is None:
        yield PendingEvent(laid, at)
    else:
        yield from staked(state, laid.player, (laid,), rulebook, at, confirmed=False)


def find_excess(state: State, command: c.FindExcess, rulebook: Rulebook, at: datetime) -> Decision:
    """Record chips that were found on the cloth before bets were closed, because they are a fact.

    Chips above the maximum of their combination are marked, and the rule on over-limit stakes settles them
    (it-campione/8, it-venezia/general-9). Without that rule their presence violates the maximum's clause. Other chips
    are a bet like any other. Raises Refused for an impossible position, and after bets are closed. Raises Refused for a
    seat: its stakes leave its balance, and nobody adds one after its confirmation (it-live/confirm).
    """
    if state.phase not in BETS_OPEN:
        raise Refused("chips-found-after-close", rulebook.phases.after_bets_closed_clause)
    laid = lay(state, command, rulebook)
    seat = next((each for each in (laid.as_laid.owner, laid.player) if each in state.live.seats), None)
    if rulebook.seats is not None and seat is not None:
        raise Refused("chips-found-for-a-seat", rulebook.seats.confirm_clause, seat=seat)
    over = over_held(state, laid.as_laid, rulebook)
    yield PendingEvent(replace(laid, excess=over is not None), at)
    if over is not None and rulebook.excess is None:
        yield violation(
            state,
            at,
            rule="over-the-maximum",
            code="over-maximum-without-rule",
            clause=rulebook.limits.maximum_clause,
            parameters={"why": over.refusal},
            coup=state.coup,
        )


def withdraw_bet(state: State, command: c.WithdrawBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Take a bet off the cloth while bets are open, or until the launch where the launch binds it (it-campione/12).
    A stake in prison is bound and stays. A winning stake that stays belongs to its owner from the moment its coup is
    paid, also before bets open again and after the last coup (it-venezia/general-5).

    Raises LimitRefused if the player would be left with less than the minimum on one of its combinations.
    """
    of_this_coup = state.phase == "paying" and not is_new_bet(state, command.ref)
    if of_this_coup and rulebook.payment.withdraw_clause is not None:
        raise Refused("taken-back-before-paid", rulebook.payment.withdraw_clause, coup=state.coup)
    lying = {bet.ref: bet for bet in state.bets}
    bet = lying.get(command.ref)
    if bet is not None and bet.stays_of is not None:
        check_paid(state, [bet], rulebook)
    if bet is None or bet.stays_of is None or state.phase == "bets_closed":
        check_open(state, rulebook, to_place=False)
    late = rulebook.late_bets
    if late is not None and late.withdraw_clause is not None and is_late(state, rulebook):
        raise Refused("taken-back-while-ball-runs", late.withdraw_clause, coup=state.coup)
    if bet is None:
        raise Refused("bet-not-on-cloth", ref=command.ref, lying=tuple(lying))
    if rulebook.seats is not None and bet.player in state.live.seats:
        raise Refused("bet-of-seat-plays-on", rulebook.seats.confirm_clause, ref=command.ref)
    if bet.level and rulebook.zero.prison is not None:
        raise Refused("bet-in-prison-is-bound", rulebook.zero.prison.clause, ref=command.ref)
    check_what_stays(state, bet, rulebook)
    yield PendingEvent(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=command.ref), at)


def lift_stakes(state: State, command: c.LiftStakes, rulebook: Rulebook, at: datetime) -> Decision:
    """Take all winning stakes of a player that stay off the cloth, each as if it were withdrawn alone. `laid_too`
    adds all bets that are not in prison, the last one first: a small chip added to a stake goes before the stake.
    """
    of_player = [bet for bet in state.bets if bet.player == command.player]
    lying = [bet for bet in of_player if bet.stays_of is not None]
    if command.laid_too:
        lying = [bet for bet in reversed(of_player) if not bet.level]
    if not lying and command.laid_too:
        raise Refused("no-bets-to-lift", player=command.player)
    if not lying:
        rule = rulebook.payment.winning_stakes_stay or rulebook.payment
        raise Refused("no-stake-lies-on", rule.clause, player=command.player)
    for bet in lying:
        yield from withdraw_bet(state, c.WithdrawBet(ref=bet.ref), rulebook, at)
        state = replace(state, bets=tuple(each for each in state.bets if each is not bet))


def move_bet(state: State, command: c.MoveBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Move a bet as if it were withdrawn and placed again: a reason against one of the two forbids both."""
    if state.phase == "bets_closed":
        rule = rulebook.corrections
        raise Refused(
            "moved-after-bets-closed",
            rule.clause if rule else rulebook.phases.after_bets_closed_clause,
            coup=state.coup,
        )
    taken = tuple(withdraw_bet(state, c.WithdrawBet(ref=command.ref), rulebook, at))
    lay = next(bet for bet in state.bets if bet.ref == command.ref)
    yield from taken
    moved_to = replace(
        as_it_lay(lay, repeated=command.repeated),
        bet=command.bet,
        distance=command.distance,
        on_advance=lay.on_advance,
    )
    for dated in place_bet(evolve_all(state, taken, rulebook), moved_to, rulebook, at):
        moved = dated.event
        if isinstance(moved, e.BetPlaced):
            moved = replace(moved, replay_of=lay.replay_of)
        yield PendingEvent(moved, dated.at)


def as_it_lay(lay: Stake, *, repeated: tuple[str, ...]) -> c.PlaceBet:
    """Return the command that places such chips again, for money: an advance covers one bet only."""
    return c.PlaceBet(
        player=lay.player,
        bet=lay.bet,
        amount=lay.amount,
        distance=lay.distance,
        layout=lay.layout,
        chip=lay.chip,
        colour=lay.colour,
        face_value=lay.face_value,
        on_behalf_of=lay.on_behalf_of,
        repeated=repeated,
    )
