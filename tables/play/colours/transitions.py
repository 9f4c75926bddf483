"""How colours changes by the events of other rooms."""

from msgspec.structs import replace

from tables.play.colours.chips_out import all_chips_out
from tables.play.colours.state import Colours
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def settled_for_good(state: State, rulebook: Rulebook) -> Colours:
    """The colours before a number falls: what the number before it did to them is done."""
    out = all_chips_out(state, rulebook)
    in_play = (replace(each, chips=out[each.colour]) for each in state.colours.in_play)
    return replace(state.colours, in_play=tuple(in_play))
