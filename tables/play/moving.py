"""A bet put right before rien ne va plus: taken from where it lies and laid where it should, in one step.

It follows it-venezia/general-1: what is told after rien ne va plus is no correction any more but a dispute.
"""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting import place_bet, withdraw_bet
from tables.play.dated import Dated, Decision
from tables.play.evolve import evolve
from tables.play.folding import Recorded
from tables.play.state import BetOnCloth, State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def move_bet(state: State, command: c.MoveBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Moves a bet as if it were withdrawn and placed anew: whatever forbids one of the two forbids both."""
    if state.phase == "bets_closed":
        rule = rulebook.corrections
        raise Refused(
            f"bets of coup {state.coup} are closed: a bet is put right before rien ne va plus, "
            "and what is told after it is a dispute",
            rule.clause if rule else rulebook.phases.after_bets_closed_clause,
        )
    taken = tuple(withdraw_bet(state, c.WithdrawBet(ref=command.ref), rulebook, at))
    lay = next(bet for bet in state.bets if bet.ref == command.ref)
    without = state
    for dated in taken:
        without = evolve(without, Recorded(dated.event, without.version + 1, dated.at), rulebook)
    yield from taken
    for dated in place_bet(without, _as_it_lay(lay, command), rulebook, at):
        moved = dated.event
        if isinstance(moved, e.BetPlaced):
            moved = replace(moved, replay_of=lay.replay_of)
        yield Dated(moved, dated.at)


def _as_it_lay(lay: BetOnCloth, command: c.MoveBet) -> c.PlaceBet:
    return c.PlaceBet(
        player=lay.player,
        bet=command.bet,
        amount=lay.amount,
        distance=command.distance,
        layout=lay.layout,
        chip=lay.chip,
        colour=lay.colour,
        face_value=lay.face_value,
        on_behalf_of=lay.on_behalf_of,
        on_advance=lay.on_advance,
        repeated=command.repeated,
    )
