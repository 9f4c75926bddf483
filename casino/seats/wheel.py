"""The wheel on a seat's screen: it turns while the ball runs, and comes to rest with the number at the top."""

import msgspec
from django.utils.safestring import SafeString

from casino.kit.drawn_number import Fallen, drawn
from casino.kit.drawn_wheel import pocket_outline, wheel_ring
from tables.play.coup.questions import BALL_RUNS, ball_ran
from tables.play.reader.observation import OTHER_WAY, Rotation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

USUAL_WAY: Rotation = "clockwise"
"""The drawn wheel turns this way where nobody has recorded the launch's direction."""


class SeatWheel(msgspec.Struct, frozen=True, kw_only=True):
    """The wheel as the seat's screen draws it.

    `fallen` is the last number, and `coup` its coup. `turned` is the turn in degrees that brings the number to the top.
    `runs` is True while the ball runs; the wheel turns `way` then, and the ball against it.
    """

    ring: SafeString
    mark: SafeString
    fallen: Fallen
    coup: int
    turned: str
    runs: bool
    way: Rotation


def seat_wheel(state: State, rulebook: Rulebook) -> SeatWheel:
    """Return the wheel of the table as it turns now, or as it came to rest."""
    order = rulebook.wheels[state.wheel].order
    place = order.index(state.number) if state.number in order else 0
    ball = ball_ran(state)
    return SeatWheel(
        ring=wheel_ring(order, rulebook),
        mark=pocket_outline(0, len(order)),
        fallen=drawn(state.number, rulebook),
        coup=state.last_coup.coup if state.last_coup else 0,
        turned=f"{-360 * place / len(order):.2f}",
        runs=state.phase in BALL_RUNS,
        way=OTHER_WAY[ball] if ball else USUAL_WAY,
    )
