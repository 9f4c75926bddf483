"""What other rooms ask of reader."""

from collections.abc import Callable
from typing import Any

from tables.play import commands as c
from tables.play.reader.observation import Observation

CHANGED = "result_changed"
"""A reader's warning on a number: it had given another one for the same game."""


Said = dict[str, Any]


def _number(seen: Observation, said: Said) -> c.Fact:
    if seen.number is None:
        raise ValueError(f"observation {seen.key}: a {seen.kind} without a number")
    return c.DeclareNumber(
        number=seen.number,
        recovered=seen.kind == "result_recovered",
        doubts=tuple(warning for warning in seen.warnings if warning != CHANGED),
        turns=seen.ball_turns,
        corrects=CHANGED in seen.warnings,
        **said,
    )


FACTS: dict[str, Callable[[Observation, Said], c.Fact]] = {
    "rotor_started": lambda seen, said: c.StartRotor(reader=seen.reader, **said),
    "ball_launched": lambda seen, said: c.LaunchBall(
        rotor_direction=seen.rotor_direction, ball_direction=seen.ball_direction, **said
    ),
    "launch_failed": lambda seen, said: c.FailLaunch(reason=", ".join(seen.warnings) or "reader", **said),
    "bets_closed": lambda seen, said: c.CloseBets(**said),
    "result": _number,
    "result_recovered": _number,
    "results_missing": lambda seen, said: c.MissResults(count=seen.missing or 1),
    "game_void": lambda seen, said: c.SeeVoid(reader=seen.reader, reasons=seen.warnings or ("void",), **said),
    "warning": lambda seen, said: c.WarnWheel(reader=seen.reader, warnings=seen.warnings),
    "warning_cleared": lambda seen, said: c.WarnWheel(reader=seen.reader, warnings=seen.warnings, ended=True),
    "fault": lambda seen, said: c.ChangeReader(
        reader=seen.reader, state="fault", detail=", ".join(seen.warnings)
    ),
    "reader_online": lambda seen, said: c.ChangeReader(reader=seen.reader, state="live"),
    "reader_offline": lambda seen, said: c.ChangeReader(reader=seen.reader, state="silent"),
}


def fact_from(seen: Observation) -> c.Fact:
    """The fact that an observation reports to its table. Raises ValueError where it lacks what its kind needs."""
    game = None if seen.game is None else f"{seen.epoch}/{seen.game}"
    return FACTS[seen.kind](seen, {"source": "reader", "game": game, "live": seen.observed_at is not None})
