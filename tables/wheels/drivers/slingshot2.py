"""SlingShot 2 status protocol: the meaning of a wheel's lines, one line after the other."""

from datetime import datetime
from typing import Any

import msgspec

from tables.wheels.drivers.driver import NOT_UNDERSTOOD, PART_LOST, Heard, KnownGame, ReadLine, shown
from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    BALL_NOT_DETECTED,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    STALE_S,
    START,
    WINNING_NUMBER,
    BareResult,
    Bonus,
    Fault,
    Line,
    Reply,
    Rubbish,
    Status,
    cut,
    read,
)
from tables.wheels.drivers.slingshot2_replay import CADENCE_S, KnownLine, Sifting
from tables.wheels.drivers.slingshot2_results import HOLE_S, NO_GAME_RUNS, NO_RESULT
from tables.wheels.drivers.slingshot2_state import Slingshot2State, read_options, write_number
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

_FAULT_NAMES = {
    **dict.fromkeys((11, 12, 13), "sensor_stuck_on"),
    **dict.fromkeys((21, 22, 23), "sensor_stuck_off"),
    100: "time_out",
}


_FORMS: dict[type, str] = {
    Status: "status",
    BareResult: "number",
    Fault: "fault",
    Bonus: "bonus",
    Reply: "reply",
    Rubbish: NOT_UNDERSTOOD,
}
"""Form of each kind of line, in words for people."""


class Slingshot2:
    """Driver of one SlingShot 2 reader. Options: `numbers` (37 or 38), `speed` (of a simulated wheel)."""

    has_patterns = False
    silence_s: float | None = 5.0

    def __init__(self, reader: str, options: dict[str, Any] | None = None) -> None:
        """Raise OptionsBroken."""
        self.reader = reader
        self.options = read_options(options or {})

    def fresh(self) -> Slingshot2State:
        return Slingshot2State()

    def after(self, known: KnownGame) -> Slingshot2State:
        before = known.number_before
        return Slingshot2State(
            epoch=known.epoch,
            game=known.game,
            number=known.number,
            win_before=None if before is None else write_number(before),
        )

    def connected(
        self, state: Slingshot2State, at: datetime | None = None, *, whole: bool = False
    ) -> Slingshot2State:
        return msgspec.structs.replace(
            state, rest=b"", lost=not whole, bytes_at=None, heard_at=None, taken_at=None, resumed=True
        )

    def whole(self, message: bytes) -> bytes:
        line = message.strip(b"\r\n")
        return line + b"\r\n" if line else b""

    def encode(self, state: Slingshot2State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, kept: bytes) -> Slingshot2State:
        return msgspec.json.decode(kept, type=Slingshot2State)

    def feed(self, state: Slingshot2State, data: bytes, received_at: datetime) -> Heard[Slingshot2State]:
        # If the clock went back, nobody knows how long ago the rest came.
        stale = bool(state.rest and data) and not 0 <= _seconds(state.bytes_at, received_at) <= STALE_S
        lines, rest, lost = cut((b"" if stale else state.rest) + data, state.lost or stale)
        listening = _Listening(self.reader, self.options, state, received_at)
        if stale:
            listening.complain(state.rest, "the rest of it never came")
        taken = [read(raw) for raw in lines]
        for line in taken:
            listening.take(line)
        bytes_at = received_at if data else state.bytes_at
        after = msgspec.structs.replace(listening.state, rest=rest, lost=lost, bytes_at=bytes_at)
        return Heard(
            state=after,
            observations=tuple(listening.observations),
            complaints=tuple(listening.complaints),
            lines=(
                *((ReadLine(state.rest, PART_LOST),) if stale else ()),
                *(ReadLine(line.raw, _FORMS[type(line)]) for line in taken),
            ),
            worth_keeping=bool(listening.observations) or _durable(state) != _durable(after),
        )


def _seconds(before: datetime | None, now: datetime) -> float:
    return 0.0 if before is None else (now - before).total_seconds()


def _durable(state: Slingshot2State) -> Slingshot2State:
    """Return the state without the parts that change with each line and may be lost."""
    return msgspec.structs.replace(
        state,
        rest=b"",
        lost=False,
        bytes_at=None,
        heard_at=None,
        taken_at=None,
        live=False,
        rotor=0,
        jumped_from=None,
        lines=(),
        resumed=False,
        held=(),
        places=(),
        stale=False,
        sure=False,
    )


class _Listening(Sifting):
    """The reading of one batch of bytes, line by line: time, phases and warnings. The base classes find new lines
    and their results.
    """

    def take(self, line: Line) -> None:
        if isinstance(line, Rubbish):
            self.complain(line.raw, line.why)
        elif isinstance(line, Status | BareResult | Fault):
            self.sift(line)

    def complain(self, raw: bytes, why: str) -> None:
        """Name bytes that are left out, for the log."""
        self.complaints.append(f"reader {self.reader}: {shown(raw)} is left out: {why}")

    def accept(self, line: KnownLine) -> None:
        if isinstance(line, Status):
            self._status(line)
        elif isinstance(line, BareResult):
            self._bare_result(line)
        else:
            self._fault((f"fault_{line.code}", _FAULT_NAMES.get(line.code, "unknown_fault")), line.raw)

    def _status(self, line: Status) -> None:
        """Read first the line's earlier games, then this game, then its warnings, and last a phase that was too
        short: a number does not wait for that.
        """
        self._follow_time()
        before = self.state
        short = self._ended_too_early(line)
        self._change(rotor=line.rotor, anticlockwise=line.anticlockwise)
        new_game = self._follow_counter(line)
        if line.phase == WINNING_NUMBER:
            self._result(line)
        elif line.phase in (START, CLOSED):
            self._late_result(line)
        self._begin_phase(line, before, new_game)
        self._warn(line)
        if short is not None:
            self._moment(short, line)

    def _follow_time(self) -> None:
        """Tell lines that come as the wheel sends them from a burst of old ones."""
        before = self.state.taken_at
        gap = -1.0 if before is None else (self.at - before).total_seconds() * self.speed
        self.hole = not 0 <= gap <= HOLE_S
        self._change(
            live=not self.hole and (self.state.live or gap >= CADENCE_S),
            timed=self.state.timed and not self.hole,
        )

    def _elapsed_s(self) -> float:
        """Return the seconds of the wheel's own time since this phase was first heard."""
        since = self.state.since
        return 0.0 if since is None else (self.at - since).total_seconds() * self.speed

    def _ended_too_early(self, line: Status) -> str | None:
        """Return the warning for the phase that this line ends, if it ends one and that was far too short."""
        state = self.state
        if (line.phase, line.game) == (state.phase, state.game) or not (state.timed and state.live):
            return None
        return short_phase(state.phase, self._elapsed_s())

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
            self._forget_void(line)
            self._change(failed=False)
            self._say("ball_launched", line.raw)
        elif entered and line.phase == NO_MORE_BETS:
            self._say("bets_closed", line.raw)

    def _end_without_result(self, line: Status, before: Slingshot2State) -> None:
        """Back out of a game under the same counter: the launch failed, or, with bets closed, the game is void."""
        state = self.state
        if state.number is not None or state.void or self._win_changed(line):
            return
        if before.phase == BALL_IN_TRACK:
            self._launch_failed(line)
        elif before.phase in (NO_MORE_BETS, BALL_NOT_DETECTED):
            self._game_void(line, BALL_LOST if BALL_LOST in state.warnings else NO_RESULT)

    def _launch_failed(self, line: Status) -> None:
        if not self.state.failed:
            self._change(failed=True)
            self._say("launch_failed", line.raw)

    def _game_void(self, line: Status, reason: str) -> None:
        if not self.state.void:
            self._change(void=reason)
            self._say("game_void", line.raw, warnings=(reason,))

    def _warn(self, line: Status) -> None:
        """Report each warning's begin and end, and its meaning for the launch."""
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
