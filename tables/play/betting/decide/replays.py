"""A won announced bet played again from its payment, while that payment is open."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.questions import check_laid, laid_again, without_what_stays
from tables.play.betting.staying import stays_of, withdrawn
from tables.play.colours.questions import check_playable
from tables.play.direction.questions import check_last_coup_not_played
from tables.play.pending import Decision, PendingEvent
from tables.play.result.questions import check_certain
from tables.play.state import RUNNING, PastCoup, State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.replay import replay_of, replay_rule
from tables.roulette.rulebook import ReplayRule, Rulebook
from tables.roulette.stake import Stake


def replay_bet(state: State, command: c.ReplayBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Play a won announced bet of the last number again: from its payment, for the coup that takes bets next.

    The replay is open from the number until its payments are confirmed or the next bets are closed. It is open once for
    each bet, while the number to pay on is certain. The limits apply to the new bet as to any bet. The replay takes up
    winning chips that stay already. It places them again, as part of its own chips or in addition to them. Follows
    it-venezia/replay and pt-americana/28.
    """
    rule = replay_rule(rulebook, command.replay)
    last = _to_be_paid(state, rule, rulebook)
    won = _settled(state, last, command.ref, rule)
    bet = parse_bet(won.bet, rulebook, wheel=state.wheel)
    if not isinstance(bet, AnnouncedBet):
        raise Refused("replay-of-plain-bet", rule.clause, ref=won.ref, bet=bet.code)
    check_certain(state, last.coup, rulebook)
    colour = state.colours.of(won.colour) if won.colour and not won.face_value else None
    if colour is not None:
        check_playable(state, colour, rulebook)
    replay = replay_of(rulebook, rule.kind, bet, won.amount, last.number)
    placed = laid_again(state, won, replay)
    check_laid(without_what_stays(state, won.ref), placed, rulebook)
    yield PendingEvent(
        e.BetReplayed(
            coup=last.coup,
            ref=won.ref,
            replay=replay.kind,
            won=replay.won,
            stake=replay.stake,
            stays=replay.stays,
            restaked=replay.restaked,
            paid_out=replay.paid_out,
        ),
        at,
    )
    yield from withdrawn(state, stays_of(state, [won.ref]), at)
    for new in placed:
        yield PendingEvent(
            e.BetPlaced(
                coup=state.coup_of_new_bets,
                ref=new.ref,
                player=new.player,
                bet=new.bet,
                amount=new.amount,
                layout=new.layout,
                chip=new.chip,
                colour=new.colour,
                face_value=new.face_value,
                on_behalf_of=new.on_behalf_of,
                replay_of=new.replay_of,
            ),
            at,
        )


def _to_be_paid(state: State, rule: ReplayRule, rulebook: Rulebook) -> PastCoup:
    """Return the coup of the last number, while it is still to be paid and bets are not closed on the next one, which
    must be to come: after the announced last coup there is none to play it again in.
    """
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        if last is None:
            raise Refused("replay-before-first-number", rule.clause)
        raise Refused("replay-after-payment", rule.clause, coup=last.coup)
    if state.phase == "bets_closed":
        raise Refused(
            "replay-after-bets-closed",
            rulebook.phases.after_bets_closed_clause,
            coup=state.coup,
            last=last.coup,
        )
    if state.phase not in RUNNING:
        check_last_coup_not_played(state, rulebook)
    return last


def _settled(state: State, last: PastCoup, ref: str, rule: ReplayRule) -> Stake:
    """Return the bet of the last number with this reference, if it may still be replayed by `rule` as
    far as is known.
    """
    settled = {bet.ref: bet for bet in state.settled_bets}
    won = settled.get(ref)
    if won is None:
        raise Refused("bet-was-not-settled", rule.clause, ref=ref, coup=last.coup, refs=tuple(settled))
    for done in state.replayed:
        if done.ref == ref:
            raise Refused("replayed-already", rule.clause, ref=ref, way=done.replay)
    if won.excess:
        raise Refused("replay-of-bet-over-maximum", rule.clause, ref=ref)
    return won
