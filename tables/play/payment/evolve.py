"""Changes of payment discrepancies: each waits for its decision, and may be accepted then."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.colours.state import ColourInPlay
from tables.play.evolving import Recorded, evolves
from tables.play.payment.state import Difference
from tables.play.references import DIFFERENCES, number_in
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.PaymentDiffered)
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
        code=event.code,
        parameters=event.parameters,
        colour=event.colour,
        number=event.number,
    )
    numbered = max(state.differences.numbered, number_in(event.difference, DIFFERENCES))
    waiting = (*state.differences.open, found)
    paid = _in_its_colour(state, found, event.paid - event.worked_out)
    return replace(paid, differences=replace(state.differences, open=waiting, numbered=numbered))


@evolves(e.PaymentDifferenceDecided)
def _difference_decided(
    state: State, event: e.PaymentDifferenceDecided, recorded: Recorded, _: Rulebook
) -> State:
    """Keep an accepted discrepancy with those of its coup; staff correct discrepancies of an earlier coup by hand."""
    decided = _without(state, event.difference)
    for each in state.differences.open:
        if each.difference == event.difference:
            decided = _in_its_colour(decided, each, event.amount)
    if event.outcome != "stands":
        return decided
    found = (each for each in state.differences.open if each.difference == event.difference)
    others = (each for each in state.differences.standing if each.coup >= event.coup)
    return replace(decided, differences=replace(decided.differences, standing=(*others, *found)))


@evolves(e.PaymentDifferenceUndone)
def _difference_undone(
    state: State, event: e.PaymentDifferenceUndone, recorded: Recorded, _: Rulebook
) -> State:
    undone = _without(state, event.difference)
    for each in (*state.differences.open, *state.differences.standing):
        if each.difference == event.difference:
            undone = _in_its_colour(undone, each, event.worked_out - event.paid)
    return undone


def _in_its_colour(state: State, difference: Difference, amount: int) -> State:
    """Return the state with this many more chips of the difference's colour out (fewer for a negative amount, minor
    units); unchanged if the colour is another player's by now.
    """

    laid = state.colours.laid(difference.colour, difference.refs[0])

    def paid(each: ColourInPlay) -> ColourInPlay:
        if each is not laid:
            return each
        chips = abs(amount) // each.value
        return replace(each, chips=each.chips + (chips if amount > 0 else -chips))

    in_play = tuple(paid(each) for each in state.colours.in_play)
    return replace(state, colours=replace(state.colours, in_play=in_play))


def _without(state: State, difference: str) -> State:
    known = state.differences
    return replace(
        state,
        differences=replace(
            known,
            open=tuple(each for each in known.open if each.difference != difference),
            standing=tuple(each for each in known.standing if each.difference != difference),
        ),
    )
