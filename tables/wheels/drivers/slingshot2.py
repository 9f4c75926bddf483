"""The SlingShot 2 status protocol: what a wheel's lines mean, one line after the other.

A result belongs to the game whose counter stands in the lines of phase 5; in phases 2 to 4 `win` still shows the
game before. So a result that went unheard can be read from `win` once the counter has moved on.
"""

from datetime import datetime
from typing import Any

import msgspec

from tables.play.observation import Kind, Observation
from tables.wheels.drivers.driver import Heard, shown
from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    BALL_NOT_DETECTED,
    CLOSED,
    HIGHEST_GAME,
    NO_MORE_BETS,
    PLACE_BETS,
    START,
    WINNING_NUMBER,
    BareResult,
    Fault,
    Line,
    Rubbish,
    Status,
    cut,
    read,
)
from tables.wheels.drivers.slingshot2_state import Slingshot2State, read_number, read_options, why_refused
from tables.wheels.drivers.slingshot2_warnings import (
    BALL_BIT,
    BALL_LOST,
    BALL_WITH_ROTOR,
    DEVICE_BIT,
    VOID_LAUNCH,
    VOID_SETTLES_S,
    active_warnings,
    short_phase,
)

HOLE_S = 2.0
"""Lines come every half second: after so long without one, some went unheard."""
CADENCE_S = 0.2
"""After a hole, lines that follow one another faster than this are a burst, and late."""
FARTHEST_WRAP = 64
"""A counter that comes out lower wrapped if it went no farther than this; else it was set back."""
NO_GAME_RUNS = (START, PLACE_BETS, CLOSED)
"""Phases in which a game that had its bets closed is over."""

_FAULT_NAMES = {
    **dict.fromkeys((11, 12, 13), "sensor_stuck_on"),
    **dict.fromkeys((21, 22, 23), "sensor_stuck_off"),
    100: "time_out",
}


class Slingshot2:
    """Driver of one SlingShot 2 reader. Options: `numbers` (37 or 38), `speed` (of a simulated wheel)."""

    silence_s: float | None = 5.0

    def __init__(self, reader: str, options: dict[str, Any] | None = None) -> None:
        """Raises OptionsBroken."""
        self.reader = reader
        self.options = read_options(options or {})

    def fresh(self) -> Slingshot2State:
        return Slingshot2State()

    def connected(self, state: Slingshot2State) -> Slingshot2State:
        return msgspec.structs.replace(state, rest=b"", heard_at=None)

    def encode(self, state: Slingshot2State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, kept: bytes) -> Slingshot2State:
        return msgspec.json.decode(kept, type=Slingshot2State)

    def feed(self, state: Slingshot2State, data: bytes, received_at: datetime) -> Heard[Slingshot2State]:
        lines, rest = cut(state.rest + data)
        listening = _Listening(self, state, received_at)
        for raw in lines:
            listening.take(read(raw))
        after = msgspec.structs.replace(listening.state, rest=rest)
        return Heard(
            state=after,
            observations=tuple(listening.observations),
            complaints=tuple(listening.complaints),
            worth_keeping=bool(listening.observations) or _durable(state) != _durable(after),
        )


def _durable(state: Slingshot2State) -> Slingshot2State:
    """The state without what changes with each line and may be lost."""
    return msgspec.structs.replace(state, rest=b"", heard_at=None, live=False, rotor=0)


class _Listening:
    """One read being taken in: the state as it changes, and what there is to say so far."""

    def __init__(self, driver: Slingshot2, state: Slingshot2State, at: datetime) -> None:
        self.reader = driver.reader
        self.numbers = driver.options.numbers
        self.speed = driver.options.speed
        self.state = state
        self.at = at
        self.hole = False
        self.observations: list[Observation] = []
        self.complaints: list[str] = []

    def take(self, line: Line) -> None:
        if isinstance(line, Status):
            self._status(line)
        elif isinstance(line, BareResult):
            self._bare_result(line)
        elif isinstance(line, Fault):
            self._fault((f"fault_{line.code}", _FAULT_NAMES.get(line.code, "unknown_fault")), line.raw)
        elif isinstance(line, Rubbish):
            self.complaints.append(f"reader {self.reader}: {shown(line.raw)} is left out: {line.why}")

    def _status(self, line: Status) -> None:
        """First what the line says of games before, then of this one, then its warnings."""
        self._follow_time()
        before = self.state
        self._end_phase(line)
        self._change(rotor=line.rotor, anticlockwise=line.anticlockwise)
        new_game = self._follow_counter(line)
        if line.phase == WINNING_NUMBER:
            self._result(line)
        elif line.phase in NO_GAME_RUNS:
            self._late_result(line)
        self._begin_phase(line, before, new_game)
        self._warn(line)

    # ---- time

    def _follow_time(self) -> None:
        """Tell lines that come as the wheel sends them from a burst of old ones."""
        before = self.state.heard_at
        gap = -1.0 if before is None else (self.at - before).total_seconds() * self.speed
        self.hole = not 0 <= gap <= HOLE_S
        self._change(
            heard_at=self.at,
            live=not self.hole and (self.state.live or gap >= CADENCE_S),
            timed=self.state.timed and not self.hole,
        )

    def _elapsed_s(self) -> float:
        """Seconds of the wheel's own time since this phase was first heard."""
        since = self.state.since
        return 0.0 if since is None else (self.at - since).total_seconds() * self.speed

    # ---- the counter, and results that went unheard

    def _follow_counter(self, line: Status) -> bool:
        """Begin a new game if the counter says so, and tell what fell since it was last heard."""
        state = self.state
        if state.game is None:
            self._start_game(line, state.epoch)
            return True
        had_a_win = state.number is not None or bool((state.win_before or "").strip())
        if had_a_win and not line.win.strip():
            self._restart(line, state.game)
            return True
        if line.game == state.game:
            return self._stuck_counter(line)
        ahead = (line.game - state.game) % HIGHEST_GAME
        if line.game < state.game and ahead > FARTHEST_WRAP:
            self._restart(line, state.game)
        else:
            self._move_on(line, state.game, ahead)
        return True

    def _move_on(self, line: Status, game: int, ahead: int) -> None:
        """The counter went on by `ahead`, perhaps through 256."""
        state = self.state
        epoch_after = state.epoch + (game + ahead > HIGHEST_GAME)
        first = game if state.number is None else game + 1
        last = game + ahead - 1
        if not self.hole and line.phase != WINNING_NUMBER and not self._win_changed(line):
            self._nothing_fell(line, ahead)
        elif last < first:
            self._late_result(line)
        elif not (state.void and ahead == 1 and not self._win_changed(line)):
            self._tell_unheard(line, state.epoch, first, last)
        self._start_game(line, epoch_after)

    def _nothing_fell(self, line: Status, ahead: int) -> None:
        """The counter moved, every line was heard, and `win` is as it was: no number fell."""
        if ahead > 1:
            self._moment("counter_jumped", line)
        elif self.state.number is None and not self.state.void:
            self._say("game_void", line.raw, warnings=("no_result",))

    def _restart(self, line: Status, game: int) -> None:
        """The counter began anew (power cycle), or was set back: games are told apart by a new epoch."""
        state = self.state
        changed = bool(line.win.strip()) and self._win_changed(line)
        if state.number is None and state.bare is not None:
            self._recover(line, state.epoch, game, state.bare)
        elif line.game == 1 and state.number is None and changed and line.phase != WINNING_NUMBER:
            self._tell_unheard(line, state.epoch, game, game)
        if line.game > 1 and changed:
            self._tell_unheard(line, state.epoch + 1, 1, line.game - 1)
        self._start_game(line, state.epoch + 1)

    def _stuck_counter(self, line: Status) -> bool:
        """A launch in a game that has its result already: a game of its own, though the counter stood still."""
        state = self.state
        if (
            state.number is None
            or line.phase not in (BALL_IN_TRACK, NO_MORE_BETS)
            or state.phase not in NO_GAME_RUNS
        ):
            return False
        self._start_game(line, state.epoch + 1)
        self._moment("counter_stuck", line)
        return True

    def _start_game(self, line: Status, epoch: int) -> None:
        self._change(
            epoch=epoch,
            game=line.game,
            win_before=None if line.phase == WINNING_NUMBER else line.win,
            number=None,
            failed=False,
            void=False,
            bare=None,
            bare_at=None,
            faults=(),
        )

    def _win_changed(self, line: Status) -> bool:
        if self.state.number is not None:
            return self._number(line) != self.state.number
        return line.win != self.state.win_before

    def _tell_unheard(self, line: Status, epoch: int, first: int, last: int) -> None:
        """Games `first` to `last` brought numbers that nobody heard; only the last stands in `win`."""
        number = None if line.phase == WINNING_NUMBER else self._number(line)
        if not line.win.strip():
            return
        if number is None and line.phase != WINNING_NUMBER:
            self._fault((why_refused(line.win),), line.raw)
        missing = last - first + (number is None)
        if missing > 0:
            at_epoch, game = _place(epoch, last if number is None else last - 1)
            self._say("results_missing", line.raw, epoch=at_epoch, game=game, missing=missing, unheard=True)
        if number is not None:
            self._recover(
                line, *_place(epoch, last), number, () if self._win_changed(line) else ("win_unchanged",)
            )

    def _recover(
        self, line: Status, epoch: int, game: int, number: int, warnings: tuple[str, ...] = ()
    ) -> None:
        self._say(
            "result_recovered",
            line.raw,
            epoch=epoch,
            game=game,
            number=number,
            warnings=warnings,
            unheard=True,
        )

    # ---- results

    def _number(self, line: Status) -> int | None:
        return read_number(line.win, self.numbers) if line.win.strip() else None

    def _result(self, line: Status) -> None:
        """Phase 5 repeats for as long as the ball rests: the first line tells the result."""
        number, told = self._number(line), self.state.number
        if number is None:
            self._fault((why_refused(line.win) if line.win.strip() else "no_number_in_result",), line.raw)
            return
        if number == told:
            return
        warnings: tuple[str, ...] = ()
        fallen_at = self.at if self.state.live else None
        if told is not None:
            warnings = ("result_changed",)
        elif self.state.bare is not None and self.state.bare != number:
            warnings = ("bare_result_differs",)
        elif self.state.bare is not None:
            fallen_at = self.state.bare_at or fallen_at
        self._change(number=number, bare=None, bare_at=None)
        self._say("result", line.raw, number=number, warnings=warnings, observed_at=fallen_at)

    def _late_result(self, line: Status) -> None:
        """Outside a game `win` shows a number of this very game that phase 5 did not tell, or told otherwise."""
        state, number = self.state, self._number(line)
        if state.game is None or number is None or (state.win_before is None and state.number is None):
            return
        if not self._win_changed(line):
            return
        warnings = () if state.number is None else ("result_changed",)
        self._change(number=number)
        self._recover(line, state.epoch, state.game, number, warnings)

    def _bare_result(self, line: BareResult) -> None:
        """A bare number precedes phase 5. It dates the result, and stands in for it if the wheel then loses power."""
        number = read_number(line.text, self.numbers)
        state = self.state
        if (
            number is None
            or state.phase != NO_MORE_BETS
            or state.number is not None
            or state.heard_at is None
        ):
            return
        fresh = state.live and 0 <= (self.at - state.heard_at).total_seconds() * self.speed <= HOLE_S
        self._change(bare=number, bare_at=self.at if fresh else None)

    # ---- phases and warnings

    def _end_phase(self, line: Status) -> None:
        state = self.state
        if (line.phase, line.game) != (state.phase, state.game) and state.timed and state.live:
            short = short_phase(state.phase, self._elapsed_s())
            if short is not None:
                self._moment(short, line)

    def _begin_phase(self, line: Status, before: Slingshot2State, new_game: bool) -> None:
        entered = new_game or line.phase != before.phase
        if entered:
            self._change(phase=line.phase, since=self.at, timed=self.state.live, sensors_failed=False)
            if not new_game and line.phase in NO_GAME_RUNS:
                self._end_without_result(line, before)
        if line.phase == PLACE_BETS:
            turned = before.rotor == 0 or before.anticlockwise != line.anticlockwise
            if line.rotor > 0 and (entered or turned):
                self._say("rotor_started", line.raw)
        elif entered and line.phase == BALL_IN_TRACK:
            self._change(failed=False, void=False)
            self._say("ball_launched", line.raw)
        elif entered and line.phase == NO_MORE_BETS:
            self._say("bets_closed", line.raw)

    def _end_without_result(self, line: Status, before: Slingshot2State) -> None:
        """Back out of a game under the same counter: the launch failed, or, with bets closed, the game is void."""
        state = self.state
        if state.number is not None or state.void:
            return
        if before.phase == BALL_IN_TRACK:
            self._launch_failed(line)
        elif before.phase in (NO_MORE_BETS, BALL_NOT_DETECTED):
            self._game_void(line, BALL_LOST if BALL_LOST in state.warnings else "no_result")

    def _launch_failed(self, line: Status) -> None:
        if not self.state.failed:
            self._change(failed=True)
            self._say("launch_failed", line.raw)

    def _game_void(self, line: Status, reason: str) -> None:
        if not self.state.void:
            self._change(void=True)
            self._say("game_void", line.raw, warnings=(reason,))

    def _warn(self, line: Status) -> None:
        """Tell each warning's begin and end, and what it means for the launch."""
        if line.phase == NO_MORE_BETS and line.warning & (BALL_BIT | DEVICE_BIT):
            self._change(sensors_failed=True)
        begun = self.state.warnings
        active = active_warnings(line, self.state, self._elapsed_s())
        self._change(warnings=active)
        for warning in begun:
            if warning not in active:
                self._say("warning_cleared", line.raw, warnings=(warning,))
        for warning in active:
            if warning not in begun:
                self._say("warning", line.raw, warnings=(warning,))
        self._judge_launch(line, begun, active)

    def _judge_launch(self, line: Status, begun: tuple[str, ...], active: tuple[str, ...]) -> None:
        if line.phase == PLACE_BETS:
            if VOID_LAUNCH in active and VOID_LAUNCH not in begun:
                self._launch_failed(line)
            elif VOID_LAUNCH in begun and VOID_LAUNCH not in active:
                self._change(failed=False)
        elif line.phase == BALL_IN_TRACK:
            if BALL_WITH_ROTOR in active:
                self._game_void(line, BALL_WITH_ROTOR)
            if VOID_LAUNCH in active and self._elapsed_s() >= VOID_SETTLES_S:
                self._launch_failed(line)

    def _moment(self, warning: str, line: Status) -> None:
        """A warning about what is over already: begun and ended at once."""
        self._say("warning", line.raw, warnings=(warning,))
        self._say("warning_cleared", line.raw, warnings=(warning,))

    def _fault(self, names: tuple[str, ...], raw: bytes) -> None:
        if names[0] not in self.state.faults:
            self._change(faults=(*self.state.faults, names[0]))
            self._say("fault", raw, warnings=names)

    # ---- state and words

    def _change(self, **fields: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **fields)

    def _say(self, kind: Kind, raw: bytes, *, unheard: bool = False, **fields: Any) -> None:
        """Make one observation. Of what went `unheard` neither the time nor the rotor is known."""
        state = self.state
        said: dict[str, Any] = {"epoch": state.epoch, "game": state.game, "observed_at": None}
        if not unheard:
            said["observed_at"] = self.at if state.live else None
            if state.anticlockwise is not None:
                said["rotor_direction"] = "anticlockwise" if state.anticlockwise else "clockwise"
                said["rotor_speed_rpm"] = state.rotor / 10
        self._change(sequence=state.sequence + 1)
        self.observations.append(
            Observation(
                reader=self.reader,
                sequence=self.state.sequence,
                kind=kind,
                received_at=self.at,
                raw=raw.decode("latin-1"),
                **(said | fields),
            )
        )


def _place(epoch: int, game: int) -> tuple[int, int]:
    """Epoch and counter of a game counted on past 256."""
    return (epoch + 1, game - HIGHEST_GAME) if game > HIGHEST_GAME else (epoch, game)
