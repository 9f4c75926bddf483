"""The number of chips of a colour that are out: with the player and on the cloth, not in the bank.

Out are the bought chips and the chips paid on wins, less the chips that the bank raked in. The effect of a number is
computed from the stakes on the cloth and the valid number, so it follows every correction of the last coup; with the
next number it becomes final. The bank pays in chips of the player's colour as far as it has any (pt-americana/31),
and pays a part of a chip in chips with a face value.
"""

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from tables.play.colours.state import ColourInPlay, Colours
from tables.play.payment.settled import settled_on
from tables.play.references import number_in
from tables.play.state import State
from tables.roulette.payout.lines import Line
from tables.roulette.rounding import halved
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def chips_out(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """Return the chips of a colour in play that are out."""
    return _out(state, (colour,), rulebook)[colour.colour]


def all_chips_out(state: State, rulebook: Rulebook) -> dict[str, int]:
    """Return the chips of each colour in play that are out, by colour."""
    return _out(state, state.colours.in_play, rulebook)


def chips_short(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """Return the chips that its player won with the last number beyond all that the table has of the colour: they are
    paid in chips with a face value.
    """
    won_and_left = _won_and_left(state, (colour,), rulebook)[colour.colour]
    return max(0, won_and_left - _there_are(state, colour))


def chips_on_cloth(state: State, colour: ColourInPlay) -> int:
    """Return the chips of a colour on the cloth for a number that is still to fall."""
    return sum(bet.amount // bet.chip for bet in state.bets if bet.chip and _is_of(colour, bet))


def chips_in_hand(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """Return the chips of a colour that its player has, beside those on the cloth."""
    return max(0, chips_out(state, colour, rulebook) - chips_on_cloth(state, colour))


def chips_in_bank(state: State, colour: str, rulebook: Rulebook) -> int:
    """Return the chips of a registered colour that the table has to sell and to pay with."""
    in_play = state.colours.of(colour)
    out = chips_out(state, in_play, rulebook) if in_play else 0
    return state.colours.registered.get(colour, 0) - out - state.colours.late.get(colour, 0)


def liability(state: State, rulebook: Rulebook) -> int:
    """Return the bank's debt for all chips that are out, in minor units: late chips are worth the minimum in force,
    or nothing if the rulebook has no rule for them.
    """
    assert state.limits is not None, "the table is open"
    out = all_chips_out(state, rulebook)
    in_play = sum(out[each.colour] * each.value for each in state.colours.in_play)
    rule = rulebook.colour_chips.colours if rulebook.colour_chips else None
    late_worth = rule.late_worth(state.limits.minimum) if rule else 0
    return in_play + sum(state.colours.late.values()) * late_worth


def late_after_closing(state: State, rulebook: Rulebook) -> dict[str, int]:
    """Return the chips that are out late once the day ends: also those of the colours that are still in play."""
    late = Counter(state.colours.late)
    late.update(all_chips_out(state, rulebook))
    return {colour: count for colour, count in late.items() if count}


def chips_played(state: State) -> dict[str, int]:
    """Return, by colour in play, the value of a chip played in the last coup; colours that were not played are left
    out.
    """
    of = {each.colour: each for each in state.colours.in_play}
    return {
        bet.colour: bet.chip
        for bet in reversed(state.settled_bets)
        if bet.colour in of and bet.chip and _is_of(of[bet.colour], bet)
    }


def _out(state: State, colours: Collection[ColourInPlay], rulebook: Rulebook) -> dict[str, int]:
    left = _won_and_left(state, colours, rulebook)
    return {each.colour: max(0, min(left[each.colour], _there_are(state, each))) for each in colours}


def _won_and_left(state: State, colours: Collection[ColourInPlay], rulebook: Rulebook) -> dict[str, int]:
    """Return the chips of each colour that would be out if the table had chips without end: those out after the
    number before, less the chips on the cloth, plus the player's chips after the number (winning chips and prizes,
    halves at zero, and stakes in prison or divided there).

    Halves on one position of one layout are put together to whole chips.
    """
    left = {each.colour: each.chips for each in colours}
    if state.number is None:
        return left
    of = {each.colour: each for each in colours}
    lay = {bet.ref: bet for bet in state.settled_bets if bet.colour in of and _is_of(of[bet.colour], bet)}
    if not lay:
        return left
    lying = {bet.ref for bet in state.bets if bet.level}
    back: Counter[tuple[str, int, str, int]] = Counter()
    for line in settled_on(state, state.number, rulebook).lines:
        bet = lay.get(line.ref)
        if bet is not None and bet.colour and bet.chip:
            left[bet.colour] -= bet.amount // bet.chip
            back[bet.colour, bet.layout, bet.bet, bet.chip] += _back(line, bet.ref in lying, rulebook)
    for (colour, _, _, chip), amount in back.items():
        left[colour] += amount // chip
    return left


def _there_are(state: State, colour: ColourInPlay) -> int:
    """Return the chips of the colour that can be out, those that are out late left aside."""
    return state.colours.registered.get(colour.colour, 0) - state.colours.late.get(colour.colour, 0)


def _is_of(colour: ColourInPlay, bet: Stake) -> bool:
    return bet.colour == colour.colour and bool(bet.chip) and number_in(bet.ref) > colour.bets_before


def _back(line: Line, lies: bool, rulebook: Rulebook) -> int:
    """Return the part of a bet that goes to its player, in minor units.

    An imprisoned stake counts in full, or with the player's share once it was divided.
    """
    held = line.held if lies or line.level is None else halved(line.held, line.level, rulebook.rounding)
    return line.prize + line.returned + held


def settled_for_good(state: State, rulebook: Rulebook) -> Colours:
    """Return the colours before a number falls, with the effect of the number before made final."""
    out = all_chips_out(state, rulebook)
    in_play = (replace(each, chips=out[each.colour]) for each in state.colours.in_play)
    return replace(state.colours, in_play=tuple(in_play))
