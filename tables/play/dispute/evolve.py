"""Disputes and bets put back evolve."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.dispute.state import Corrections, Dispute
from tables.play.evolving import Recorded, evolves
from tables.play.result.transitions import leave_what_stays
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.BetsReconstituted)
def _bets_reconstituted(
    state: State, event: e.BetsReconstituted, recorded: Recorded, rulebook: Rulebook
) -> State:
    put_back = {each.ref: each.after for each in event.bets}
    settled = tuple(
        replace(bet, bet=put_back[bet.ref]) if bet.ref in put_back else bet for bet in state.settled_bets
    )
    return leave_what_stays(
        replace(state, settled_bets=settled),
        event.coup,
        rulebook,
        may_choose=state.phase != "bets_closed",
        chosen={bet.ref for bet in settled} - put_back.keys(),
    )


@evolves(e.DisputeOpened)
def _dispute_opened(state: State, event: e.DisputeOpened, recorded: Recorded, _: Rulebook) -> State:
    dispute = Dispute(dispute=event.dispute, coup=event.coup, player=event.player, words=event.words)
    waiting = (*state.corrections.disputes, dispute)
    return replace(state, corrections=Corrections(disputes=waiting, opened=state.corrections.opened + 1))


@evolves(e.DisputeDecided)
def _dispute_decided(state: State, event: e.DisputeDecided, recorded: Recorded, _: Rulebook) -> State:
    waiting = tuple(each for each in state.corrections.disputes if each.dispute != event.dispute)
    return replace(state, corrections=replace(state.corrections, disputes=waiting))
