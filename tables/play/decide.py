"""The one function that decides: a command on a table's state gives events, or a refusal that cites the clause.

It reads no clock and writes nothing. To find where a command is decided, look it up in `DECIDERS`.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tables.play import (
    advances,
    betting,
    cash,
    change,
    chip_series,
    closing,
    colour_chips,
    colours_given_back,
    company,
    coup,
    direction,
    disputes,
    doubted,
    drop_boxes,
    equipment,
    float_count,
    forced_close,
    hanging_ball,
    held,
    held_chips,
    held_ended,
    late_bets,
    limits_in_force,
    live_round,
    live_seats,
    live_stakes,
    moving,
    opening,
    paid_lines,
    payment_differences,
    payments,
    prison_choice,
    reader,
    reconstitution,
    reopening,
    replaying,
    result,
    rotor,
    slips,
    staff,
    turns,
)
from tables.play import commands as c
from tables.play.dated import Dated, Decision
from tables.play.evolve import Recorded, evolve
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

Decider = Callable[[State, Any, Rulebook, datetime], Decision]

DECIDERS: dict[type[c.Command], Decider] = {
    c.OpenTable: opening.open_table,
    c.CloseTable: closing.close_table,
    c.ExplainForcedClose: forced_close.explain_forced_close,
    c.PlaceBet: betting.place_bet,
    c.BuyIn: live_seats.buy_in,
    c.ConfirmBets: live_stakes.confirm_bets,
    c.LeaveSeat: live_seats.leave_seat,
    c.CollectUnclaimed: live_seats.collect_unclaimed,
    c.WithdrawBet: betting.withdraw_bet,
    c.MoveBet: moving.move_bet,
    c.SeeLateBet: late_bets.see_late_bet,
    c.AcceptLateBet: late_bets.accept_late_bet,
    c.RefuseLateBet: late_bets.refuse_late_bet,
    c.FindExcess: betting.find_excess,
    c.ReplayBet: replaying.replay_bet,
    c.DeclareCompany: company.declare_company,
    c.EndCompany: company.end_company,
    c.ChangeLimits: limits_in_force.change_limits,
    c.ConfirmSign: limits_in_force.confirm_sign,
    c.SuspendTable: direction.suspend_table,
    c.NotifyControl: direction.notify_control,
    c.ResumeTable: direction.resume_table,
    c.AnnounceLastCoup: direction.announce_last_coup,
    c.RevokeLastCoup: direction.revoke_last_coup,
    c.CountFloat: float_count.count_float,
    c.ExplainVariance: float_count.explain_variance,
    c.AnnounceBetsOpen: coup.announce_bets_open,
    c.LaunchBall: coup.launch_ball,
    c.SeeDirections: coup.see_directions,
    c.FailLaunch: coup.fail_launch,
    c.CloseBets: coup.close_bets,
    c.SeeVoid: coup.see_void,
    c.AnnulCoup: coup.annul_coup,
    c.HangBall: hanging_ball.hang_ball,
    c.FreeBall: hanging_ball.free_ball,
    c.CountTurns: turns.count_turns,
    c.DeclareNumber: result.declare_number,
    c.ResolveDiscrepancy: result.resolve_discrepancy,
    c.DismissDoubt: doubted.dismiss_doubt,
    c.MissResults: result.miss_results,
    c.ClearLosers: reopening.clear_losers,
    c.PayLines: paid_lines.pay_lines,
    c.PayDifferently: payment_differences.pay_differently,
    c.DecidePaymentDifference: payment_differences.decide_difference,
    c.ConfirmPayments: payments.confirm_payments,
    c.ChoosePrison: prison_choice.choose_prison,
    c.ChangeBall: equipment.change_ball,
    c.ReplaceBall: equipment.replace_ball,
    c.FindUnfit: equipment.find_unfit,
    c.ChangeSpinner: staff.change_spinner,
    c.ChangeStaff: staff.change_staff,
    c.BeginBreak: staff.begin_break,
    c.EndBreak: staff.end_break,
    c.ExcuseTimeAtBall: staff.excuse_time_at_ball,
    c.AskForChange: change.ask_for_change,
    c.ServeChange: change.serve_change,
    c.FinishChange: change.finish_change,
    c.GiveBackChange: change.give_back_change,
    c.ClaimChange: change.claim_change,
    c.AnswerClaim: change.answer_claim,
    c.TakeCash: cash.take_cash,
    c.CorrectCash: cash.correct_cash,
    c.PlaceBox: drop_boxes.place_box,
    c.RemoveBox: drop_boxes.remove_box,
    c.CountTips: cash.count_tips,
    c.AdvanceChips: advances.advance_chips,
    c.RepayAdvance: advances.repay_advance,
    c.CarryAdvance: advances.carry_advance,
    c.SeeUnclaimed: held.see_unclaimed,
    c.SeeAbandoned: held.see_abandoned,
    c.CountHeld: held_chips.count_held,
    c.ClaimHeld: held_ended.claim_held,
    c.PayIn: held_ended.pay_in,
    c.EndHeld: held_ended.end_held,
    c.TellChipSeries: chip_series.tell_chip_series,
    c.SeeOldSeries: chip_series.see_old_series,
    c.RequestFill: slips.request_fill,
    c.ReceiveFill: slips.receive_fill,
    c.RequestCredit: slips.request_credit,
    c.HandOverCredit: slips.hand_over_credit,
    c.TellSlipVoided: slips.tell_slip_voided,
    c.AssignColour: colour_chips.assign_colour,
    c.BuyMoreChips: colour_chips.buy_more_chips,
    c.PresentChips: colours_given_back.present_chips,
    c.RedeemColour: colours_given_back.redeem_colour,
    c.RedeemLateChips: colours_given_back.redeem_late_chips,
    c.SeeForeignChips: colour_chips.see_foreign_chips,
    c.ReconstituteBets: reconstitution.reconstitute_bets,
    c.OpenDispute: disputes.open_dispute,
    c.DecideDispute: disputes.decide_dispute,
    c.ChangeReader: reader.change_reader,
    c.WarnWheel: reader.warn_wheel,
    c.StartRotor: rotor.start_rotor,
}


AFTER_CLOSING = (c.OpenDispute, c.DecideDispute, c.TellSlipVoided)
"""What is said of a day whose books are closed, until the next one opens: a player may come back to a coup of it, and a
slip that was left open may be voided."""


def decide(state: State, command: c.Command, rulebook: Rulebook, at: datetime) -> tuple[Dated, ...]:
    """What comes of `command` at the table in `state`: the events in order, none if it says nothing new.

    What time and sequence make of it is judged above this, by the shift rules, and so are their deadlines.

    `at` is when it happened (a fact) or is asked (a request), in UTC. Raises Refused with the clause, and the limit
    and the value where there are such.
    """
    if not isinstance(command, c.OpenTable):
        if not state.version:
            raise Refused("the table is not open")
        if state.phase == "closed" and not isinstance(command, AFTER_CLOSING):
            raise Refused(f"{state.table} was closed for {state.day}{slips.while_closed(command)}")
        direction.check_not_suspended(state, command, rulebook)
        hanging_ball.check_ball_not_hanging(state, command, rulebook)
        doubted.check_no_number_waits(state, command, rulebook)
    over = tuple(live_round.close_in_time(state, at))
    for dated in over:
        state = evolve(state, Recorded(dated.event, state.version + 1, dated.at), rulebook)
    return (*over, *DECIDERS[type(command)](state, command, rulebook, at))
