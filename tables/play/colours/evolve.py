"""Colours evolve: assigned, bought more of, counted, redeemed."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.colours.state import ColourInPlay, Colours, Presented
from tables.play.evolving import Recorded, evolves
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.ColourAssigned)
def _colour_assigned(state: State, event: e.ColourAssigned, recorded: Recorded, _: Rulebook) -> State:
    assigned = ColourInPlay(
        colour=event.colour,
        player=event.player,
        value=event.value,
        chips=event.count,
        bought=event.count,
        since=recorded.at,
        bets_before=state.bets_numbered,
    )
    return replace(state, colours=replace(state.colours, in_play=(*state.colours.in_play, assigned)))


@evolves(e.ColourChipsBought)
def _colour_chips_bought(state: State, event: e.ColourChipsBought, recorded: Recorded, _: Rulebook) -> State:
    in_play = tuple(
        replace(each, value=event.value, chips=each.chips + event.count, bought=each.bought + event.count)
        if each.colour == event.colour
        else each
        for each in state.colours.in_play
    )
    return replace(
        state, colours=replace(_paid_out(state.colours, event.colour, late=False), in_play=in_play)
    )


@evolves(e.ColourChipsPresented)
def _colour_chips_presented(
    state: State, event: e.ColourChipsPresented, recorded: Recorded, _: Rulebook
) -> State:
    presented = Presented(
        colour=event.colour,
        player=event.player,
        count=event.count,
        value=event.value,
        outstanding=event.outstanding,
        since=recorded.at,
        late=event.late,
    )
    others = _paid_out(state.colours, event.colour, late=event.late)
    return replace(state, colours=replace(others, presented=(*others.presented, presented)))


@evolves(e.ColourRedeemed)
def _colour_redeemed(state: State, event: e.ColourRedeemed, recorded: Recorded, _: Rulebook) -> State:
    late = state.colours.late.get(event.colour, 0) + event.still_out
    colours = _with_late(_paid_out(state.colours, event.colour, late=False), event.colour, late)
    in_play = tuple(each for each in colours.in_play if each.colour != event.colour)
    return replace(state, colours=replace(colours, in_play=in_play))


@evolves(e.LateChipsRedeemed)
def _late_chips_redeemed(state: State, event: e.LateChipsRedeemed, recorded: Recorded, _: Rulebook) -> State:
    colours = _paid_out(state.colours, event.colour, late=True)
    return replace(state, colours=_with_late(colours, event.colour, event.still_out))


def _paid_out(colours: Colours, colour: str, *, late: bool) -> Colours:
    others = tuple(each for each in colours.presented if (each.colour, each.late) != (colour, late))
    return replace(colours, presented=others)


def _with_late(colours: Colours, colour: str, count: int) -> Colours:
    others = {name: out for name, out in colours.late.items() if name != colour}
    return replace(colours, late={**others, colour: count} if count else others)
