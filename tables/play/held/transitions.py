"""How held changes by the events of other rooms."""

from tables.play import events as e
from tables.play.held.state import Held
from tables.play.references import HELD, number_in


def held_handed_on(items: tuple[e.HeldStake, ...]) -> Held:
    """What one gaming day hands to the next."""
    return Held(items=items, numbered=max((number_in(each.ref, HELD) for each in items), default=0))
