"""The deciders of betting."""

from tables.play import commands as c
from tables.play.betting.decide.again import double_bets, repeat_bets
from tables.play.betting.decide.announcements import refuse_announcement
from tables.play.betting.decide.bets import find_excess, lift_stakes, move_bet, place_bet, withdraw_bet
from tables.play.betting.decide.groups import declare_group, end_group
from tables.play.betting.decide.late import accept_late_bet, refuse_late_bet, see_late_bet
from tables.play.betting.decide.reopening import clear_losers
from tables.play.betting.decide.replays import replay_bet
from tables.play.pending import Deciders

DECIDERS: Deciders = {
    c.PlaceBet: place_bet,
    c.WithdrawBet: withdraw_bet,
    c.LiftStakes: lift_stakes,
    c.RepeatBets: repeat_bets,
    c.DoubleBets: double_bets,
    c.MoveBet: move_bet,
    c.SeeLateBet: see_late_bet,
    c.AcceptLateBet: accept_late_bet,
    c.RefuseLateBet: refuse_late_bet,
    c.RefuseAnnouncement: refuse_announcement,
    c.FindExcess: find_excess,
    c.ReplayBet: replay_bet,
    c.DeclareGroup: declare_group,
    c.EndGroup: end_group,
    c.ClearLosers: clear_losers,
}
