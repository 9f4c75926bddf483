"""The chips of what is set aside, counted into the hold by value and series, signed by two.

It is the house's own, and cites no clause: so that it is known which chips lie in the hold, and not only their worth.
"""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.held_ended import set_aside
from tables.play.pieces import check_by_series, check_pieces, worth_of
from tables.play.signatures import check_two_signed
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def count_held(state: State, command: c.CountHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """Records which chips are held; they are worth what is held. Counted again with the same it is nothing new."""
    held = set_aside(state, command.ref, rulebook)
    what = f"held stake {held.ref}"
    check_pieces(command.pieces, what)
    check_by_series(
        command.pieces, command.by_series, (*state.chip_series.in_play, *state.chip_series.ended), what
    )
    worth = worth_of(command.pieces)
    if worth != held.amount:
        raise Refused(
            f"{what} is {in_words(held.amount, state.currency)}, and these chips are worth "
            f"{in_words(worth, state.currency)}: change them first, or count again",
            limit=held.amount,
            value=worth,
        )
    check_two_signed(state, command, f"the chips of {what} are counted")
    if (held.pieces, held.by_series) == (command.pieces, command.by_series):
        return
    yield Dated(e.HeldCounted(held=replace(held, pieces=command.pieces, by_series=command.by_series)), at)
