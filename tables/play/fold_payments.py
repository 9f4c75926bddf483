"""How payments fold that were made otherwise than worked out: each waits until it is decided."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded, step
from tables.play.references import DIFFERENCES, number_in
from tables.play.state import State
from tables.play.state.payments import Difference, Differences
from tables.roulette.rulebook import Rulebook


@step(e.PaymentDiffered)
def _payment_differed(state: State, event: e.PaymentDiffered, recorded: Recorded, _: Rulebook) -> State:
    found = Difference(
        difference=event.difference,
        coup=event.coup,
        refs=event.refs,
        player=event.player,
        bet=event.bet,
        worked_out=event.worked_out,
        paid=event.paid,
        reason=event.reason,
        colour=event.colour,
    )
    numbered = max(state.differences.numbered, number_in(event.difference, DIFFERENCES))
    return replace(state, differences=Differences(open=(*state.differences.open, found), numbered=numbered))


@step(e.PaymentDifferenceDecided)
def _difference_decided(
    state: State, event: e.PaymentDifferenceDecided, recorded: Recorded, _: Rulebook
) -> State:
    left = tuple(each for each in state.differences.open if each.difference != event.difference)
    return replace(state, differences=replace(state.differences, open=left))
