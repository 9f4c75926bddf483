"""Which way wheel and ball run in the launch at hand, for staff to say with a touch each where a rule asks for it."""

from typing import get_args

import msgspec

from casino.kit.forms.fields import Form, Unclear, count, text
from tables.play import commands as c
from tables.play.coup.questions import BALL_RUNS
from tables.play.reader.observation import Rotation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

WAYS: tuple[Rotation, ...] = get_args(Rotation)


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A button: `told` says that it runs that way, by the reader or by staff."""

    direction: Rotation
    told: bool


class Runs(msgspec.Struct, frozen=True, kw_only=True):
    """What runs (`Wheel`), the field that says which way, and the ways."""

    what: str
    field: str
    ways: tuple[Way, ...]


class LaunchDirections(msgspec.Struct, frozen=True, kw_only=True):
    """Asked of this launch of this coup, and of no other, while its ball runs: else the buttons are there and dead, so
    that nothing on the page moves with a launch."""

    coup: int
    launch: int
    asked: bool
    runs: tuple[Runs, ...]


def launch_directions(state: State, rulebook: Rulebook) -> LaunchDirections | None:
    """None where no rule asks for it."""
    rule = rulebook.launch
    if not (rule.alternate or rule.against_wheel):
        return None
    runs = [_runs("Wheel", "rotor_direction", state.rotor_direction)]
    if rule.against_wheel:
        runs.append(_runs("Ball", "ball_direction", state.ball_direction))
    asked = state.phase in BALL_RUNS and state.launches > 0
    return LaunchDirections(coup=state.coup, launch=state.launches, asked=asked, runs=tuple(runs))


def _runs(what: str, field: str, told: Rotation | None) -> Runs:
    return Runs(what=what, field=field, ways=tuple(Way(direction=way, told=way == told) for way in WAYS))


def directions_seen(form: Form, state: State, rulebook: Rulebook) -> c.SeeDirections:
    """The command with what was touched. Raises Unclear where nothing was."""
    wheel, ball = _way(form, "rotor_direction"), _way(form, "ball_direction")
    if wheel is None and ball is None:
        raise Unclear("direction-not-entered")
    return c.SeeDirections(
        coup=count(form, "coup", "coup"),
        launch=count(form, "launch", "launch"),
        rotor_direction=wheel,
        ball_direction=ball,
    )


def _way(form: Form, field: str) -> Rotation | None:
    said = text(form, field)
    way = next((each for each in WAYS if each == said), None)
    if said and way is None:
        raise Unclear("direction-malformed", entered=said[:12])
    return way
