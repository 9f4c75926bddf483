"""Questions about readers from other packages."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tables.play import commands as c
from tables.play.reader.observation import Kind, Observation
from tables.play.reader.timing import Dated
from tables.play.state import RUNNING, State

CHANGED = "result_changed"
"""A reader's warning on a number: it had given another one for the same game."""
AFTER_RECONNECT = "after_reconnect"
"""A reader's warning on a number that came at once on a new connection: it may be an old one."""
WRONG_TIME = "wrong_time"
"""The doubt about a number whose time cannot be right."""
OF_A_LAUNCH: frozenset[Kind] = frozenset({"ball_launched", "launch_failed", "bets_closed", "game_void"})
"""Kinds that change whether the ball of the running coup is known to run."""

Origin = dict[str, Any]


def _number(seen: Observation, origin: Origin) -> c.Fact:
    if seen.number is None:
        raise ValueError(f"observation {seen.key}: a {seen.kind} without a number")
    return c.DeclareNumber(
        number=seen.number,
        reader=seen.reader,
        recovered=seen.kind == "result_recovered",
        doubts=tuple(warning for warning in seen.warnings if warning != CHANGED),
        turns=seen.ball_turns,
        corrects=CHANGED in seen.warnings,
        **origin,
    )


FACTS: dict[str, Callable[[Observation, Origin], c.Fact]] = {
    "rotor_started": lambda seen, origin: c.StartRotor(reader=seen.reader, **origin),
    "ball_launched": lambda seen, origin: c.LaunchBall(
        rotor_direction=seen.rotor_direction,
        ball_direction=seen.ball_direction,
        rotor_speed_rpm=seen.rotor_speed_rpm,
        pocket=seen.launch_pocket,
        **origin,
    ),
    "launch_failed": lambda seen, origin: c.FailLaunch(reason=", ".join(seen.warnings) or "reader", **origin),
    "bets_closed": lambda seen, origin: c.CloseBets(**origin),
    "result": _number,
    "result_recovered": _number,
    "results_missing": lambda seen, origin: c.MissResults(count=seen.missing or 1),
    "game_void": lambda seen, origin: c.SeeVoid(
        reader=seen.reader, reasons=seen.warnings or ("void",), **origin
    ),
    "warning": lambda seen, origin: c.WarnWheel(reader=seen.reader, warnings=seen.warnings),
    "warning_cleared": lambda seen, origin: c.WarnWheel(
        reader=seen.reader, warnings=seen.warnings, ended=True
    ),
    "fault": lambda seen, origin: c.ChangeReader(
        reader=seen.reader, state="fault", detail=", ".join(seen.warnings)
    ),
    "reader_online": lambda seen, origin: c.ChangeReader(reader=seen.reader, state="live"),
    "reader_offline": lambda seen, origin: c.ChangeReader(
        reader=seen.reader, state="silent", detail=", ".join(seen.warnings)
    ),
}


def check_time_of_launch(seen: Observation, dated: Dated, state: State) -> None:
    """Raise ValueError for a launch, a closing or a void of an impossible time, unless it names the running game."""
    running = state.phase in RUNNING and state.game is not None and state.game == _game(seen)
    if seen.kind in OF_A_LAUNCH and dated.impossible and not running:
        raise ValueError(f"observation {seen.key}: the time of {seen.kind} cannot be right")


def _game(seen: Observation) -> str | None:
    """Return the reader's name for its game: epoch and counter."""
    return None if seen.game is None else f"{seen.epoch}/{seen.game}"


def game_of_witness(seen: Observation) -> str | None:
    """Return a witness's own name for its game, which begins with its code."""
    game = _game(seen)
    return None if game is None else f"{seen.reader}:{game}"


def fact_from(seen: Observation, dated: Dated | None = None, spin: c.SpinRule | None = None) -> c.Fact:
    """Return the fact that an observation reports to its table, as it is `dated` (by default by its own time).

    `spin` distinguishes a number from others. A number with a wrong time is in doubt. Raises ValueError if the
    observation lacks a value that its kind needs.
    """
    game = _game(seen)
    live = seen.observed_at is not None if dated is None else dated.live
    fact = FACTS[seen.kind](seen, {"source": "reader", "game": game, "live": live})
    if not isinstance(fact, c.DeclareNumber):
        return fact
    wrong = (WRONG_TIME,) * (dated is not None and dated.impossible)
    return replace(fact, doubts=(*fact.doubts, *wrong), spin=spin)


def fact_of_witness(
    seen: Observation, dated: Dated | None = None, spin: c.SpinRule | None = None, *, acts: bool = False
) -> c.Fact | None:
    """Return the fact that a witness reports to its table; None for facts that only the primary reader may report.

    A witness that `acts` for the primary reader reports every fact of the coup, under names of its own for its
    games. Raises ValueError as `fact_from` does.
    """
    fact = fact_from(seen, dated, spin)
    if isinstance(fact, c.ChangeReader | c.WarnWheel):
        return replace(fact, role="witness")
    if not isinstance(fact, c.Seen):
        return None
    game = game_of_witness(seen)
    if acts:
        return replace(fact, game=game)
    if not isinstance(fact, c.DeclareNumber):
        return None
    return c.ReportAsWitness(
        reader=seen.reader,
        number=fact.number,
        game=game,
        live=fact.live,
        recovered=fact.recovered,
        doubts=fact.doubts,
        spin=spin or c.SpinRule(),
    )
