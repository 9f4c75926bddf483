"""What a wheel reader says, turned into facts about its table; and what the table keeps of the reader itself."""

from collections.abc import Callable
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.observation import Observation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

CHANGED = "result_changed"
"""A reader's warning on a number: it had given another one for the same game."""


def _number(seen: Observation) -> c.Fact:
    if seen.number is None:
        raise ValueError(f"observation {seen.key}: a {seen.kind} without a number")
    return c.DeclareNumber(
        number=seen.number,
        source="reader",
        recovered=seen.kind == "result_recovered",
        doubts=tuple(warning for warning in seen.warnings if warning != CHANGED),
        corrects=CHANGED in seen.warnings,
    )


FACTS: dict[str, Callable[[Observation], c.Fact]] = {
    "rotor_started": lambda seen: c.StartRotor(reader=seen.reader),
    "ball_launched": lambda seen: c.LaunchBall(
        source="reader", rotor_direction=seen.rotor_direction, ball_direction=seen.ball_direction
    ),
    "launch_failed": lambda seen: c.FailLaunch(source="reader", reason=", ".join(seen.warnings) or "reader"),
    "bets_closed": lambda seen: c.CloseBets(source="reader"),
    "result": _number,
    "result_recovered": _number,
    "results_missing": lambda seen: c.MissResults(count=seen.missing or 1),
    "game_void": lambda seen: c.SeeVoid(reader=seen.reader, reasons=seen.warnings or ("void",)),
    "warning": lambda seen: c.WarnWheel(reader=seen.reader, warnings=seen.warnings),
    "warning_cleared": lambda seen: c.WarnWheel(reader=seen.reader, warnings=seen.warnings, ended=True),
    "fault": lambda seen: c.ChangeReader(reader=seen.reader, state="fault", detail=", ".join(seen.warnings)),
    "reader_online": lambda seen: c.ChangeReader(reader=seen.reader, state="live"),
    "reader_offline": lambda seen: c.ChangeReader(reader=seen.reader, state="silent"),
}


def fact_from(seen: Observation) -> c.Fact:
    """The fact that an observation reports to its table. Raises ValueError where it lacks what its kind needs."""
    return FACTS[seen.kind](seen)


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


def start_rotor(state: State, command: c.StartRotor, rulebook: Rulebook, at: datetime) -> Decision:
    """The wheel invites bets: the next coup opens, or waits for the payments of the last one."""
    if state.phase == "idle":
        yield Dated(e.BetsOpened(coup=state.coup + 1, source="reader"), at)
    elif state.phase == "paying" and not state.reader.place_bets:
        yield Dated(e.RotorStarted(reader=command.reader), at)
