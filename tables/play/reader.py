"""What a wheel reader says, turned into facts about its table; and what the table keeps of the reader itself."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.observation import Observation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

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


def change_reader(state: State, command: c.ChangeReader, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that the reader came, went or failed; saying it twice records it once."""
    known = state.reader
    if (known.name, known.state, known.detail) == (command.reader, command.state, command.detail):
        return
    yield Dated(e.ReaderChanged(reader=command.reader, state=command.state, detail=command.detail), at)


def warn_wheel(state: State, command: c.WarnWheel, rulebook: Rulebook, at: datetime) -> Decision:
    """Records a warning's begin or end; the table shows it as a question as long as it stands."""
    standing = set(state.reader.warnings)
    changes = standing & set(command.warnings) if command.ended else set(command.warnings) - standing
    if changes:
        yield Dated(
            e.WheelWarned(
                reader=command.reader,
                warnings=tuple(warning for warning in command.warnings if warning in changes),
                ended=command.ended,
            ),
            at,
        )
