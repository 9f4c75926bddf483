"""A won announced bet played again from its payment, while that payment is open."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.direction import check_last_coup_not_played
from tables.play.held_stakes import check_held
from tables.play.payments import check_certain
from tables.play.references import reference
from tables.play.state import RUNNING, BetOnCloth, PastCoup, State
from tables.play.staying import stays_of, withdrawn
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.replay import Replay, replay_of, replay_rule
from tables.roulette.rulebook import ReplayRule, Rulebook


def replay_bet(state: State, command: c.ReplayBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Plays a won announced bet of the last number again: from its payment, for the coup that takes bets next.

    Open from the number until its payments are confirmed or the next bets are closed, once for each bet, while it is
    certain on which number to pay. What is placed is held against the limits like any bet. Winning chips that lie on
    already are taken up with it: it lays them anew, counted in or beside. Follows it-venezia/replay and
    pt-americana/28.
    """
    rule = replay_rule(rulebook, command.replay)
    last = _to_be_paid(state, rule, rulebook)
    won = _settled(state, last, command.ref, rule)
    bet = parse_bet(won.bet, rulebook, wheel=state.wheel)
    if not isinstance(bet, AnnouncedBet):
        raise Refused(
            f"bet {won.ref} is {bet.code}: only an announced bet is played again from its payment",
            rule.clause,
        )
    check_certain(state, last.coup, rulebook)
    replay = replay_of(rulebook, rule.kind, bet, won.amount, last.number)
    placed = laid_again(state, won, replay)
    check_laid(without_what_stays(state, won.ref), placed, rulebook)
    yield Dated(
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
        yield Dated(
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
    """The coup of the last number, while it is still to be paid and bets are not closed on the next one, which must be
    to come: after the announced last coup there is none to play it again in."""
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        what = (
            "no payments are open" if last is None else f"no payments are open of coup {last.coup}, the last"
        )
        raise Refused(
            f"{what}: a won bet is played again from its payment, before that is confirmed", rule.clause
        )
    if state.phase == "bets_closed":
        raise Refused(
            f"bets of coup {state.coup} are closed: no bet of coup {last.coup} is played again",
            rulebook.phases.after_bets_closed_clause,
        )
    if state.phase not in RUNNING:
        check_last_coup_not_played(state, rulebook)
    return last


def _settled(state: State, last: PastCoup, ref: str, rule: ReplayRule) -> BetOnCloth:
    """The bet of the last number with this reference, if it may still be replayed by `rule` as far as is known."""
    settled = {bet.ref: bet for bet in state.settled_bets}
    won = settled.get(ref)
    if won is None:
        refs = ", ".join(settled) or "none"
        raise Refused(
            f"bet {ref} did not lie on the cloth in coup {last.coup}; these did: {refs}", rule.clause
        )
    for done in state.replayed:
        if done.ref == ref:
            raise Refused(f"bet {ref} was already played again, {done.replay}", rule.clause)
    if won.excess:
        raise Refused(
            f"bet {ref} was found over the maximum: it is settled, and not played again", rule.clause
        )
    return won


def laid_again(state: State, won: BetOnCloth, replay: Replay) -> tuple[BetOnCloth, ...]:
    """What the replay lays on the cloth: the bet again, then the winning chips beside it."""
    return tuple(
        replace(
            won,
            ref=reference(state.bets_numbered + place),
            bet=bet,
            amount=amount,
            distance=None,
            replay_of=won.ref,
        )
        for place, (bet, amount) in enumerate(((replay.bet, replay.amount), *replay.beside), start=1)
    )


def without_what_stays(state: State, ref: str) -> State:
    """The table without the winning chips of this bet, which a replay of it takes up."""
    return replace(state, bets=tuple(bet for bet in state.bets if bet.stays_of != ref))


def check_laid(state: State, placed: tuple[BetOnCloth, ...], rulebook: Rulebook) -> None:
    """Each bet with those before it on the cloth, as if they were placed by hand one after the other.

    Raises LimitRefused. Of the state it needs limits, companies, wheel and bets.
    """
    for new in placed:
        check_held(state, new, rulebook)
        state = replace(state, bets=(*state.bets, new))
