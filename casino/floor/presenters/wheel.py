"""The wheel of a table as it is drawn: its pockets in their order, the last number marked, and which way things run."""

from collections.abc import Iterator

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.kit.drawn_number import drawn
from casino.kit.drawn_wheel import pocket_outline, wheel_ring
from casino.kit.sentences.words import word
from tables.play.coup.questions import BALL_RUNS, ball_ran, last_ball_ran
from tables.play.reader.observation import OTHER_WAY, Rotation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

ARROW_AT = 44.0
"""Radius of the arrow in the middle of the wheel."""


class DrawnWheel(msgspec.Struct, frozen=True, kw_only=True):
    """The wheel at the head of a table's page. `ring` are its pockets with their numbers, `mark` the outline of the
    ball's last pocket, empty without one. `arrow` is the direction of the ball now or next; `words` have all known
    facts.
    """

    ring: SafeString
    mark: SafeString
    number: str
    arrow: SafeString
    words: tuple[str, ...]


def drawn_wheel(state: State, rulebook: Rulebook) -> DrawnWheel:
    """The wheel as it turned last, or turns now."""
    order = rulebook.wheels[state.wheel].order
    last = drawn(state.number, rulebook)
    way = _runs(state) or _next_way(state, rulebook)
    return DrawnWheel(
        ring=wheel_ring(order, rulebook),
        mark=pocket_outline(order.index(state.number), len(order))
        if state.number in order
        else SafeString(""),
        number=last.number or "–",
        arrow=_arrow(way) if way else SafeString(""),
        words=tuple(_words(state, rulebook)),
    )


def _runs(state: State) -> Rotation | None:
    return ball_ran(state) if state.phase in BALL_RUNS else None


def _next_way(state: State, rulebook: Rulebook) -> Rotation | None:
    last = last_ball_ran(state)
    return OTHER_WAY[last] if rulebook.launch.alternate and last else None


def _words(state: State, rulebook: Rulebook) -> Iterator[str]:
    if runs := _runs(state):
        yield gettext("The ball runs {direction}").format(direction=word("direction", runs))
    if last := last_ball_ran(state):
        yield gettext("Last launch {direction}").format(direction=word("direction", last))
    way = _next_way(state, rulebook)
    if way and state.phase not in BALL_RUNS:
        yield gettext("Next launch {direction}").format(direction=word("direction", way))


def _arrow(way: Rotation) -> SafeString:
    """Three quarters of a circle with a head, the way that the ball runs."""
    side = 1 if way == "clockwise" else -1
    r = ARROW_AT
    return SafeString(f"M0 {-r}A{r} {r} 0 1 {1 if side > 0 else 0} {-side * r} 0m{-6} 9l6 -9l6 9")
