"""The lines of a SlingShot 2 wheel that are new, those that it sends again, and those that wait for the next line.

A device server that lost its line sends its last frames again. They are byte for byte the lines that were heard, in
their order: so the driver keeps the last ones, and follows a line that steps back among them. If the next lines
reach the last one heard, all of them were a replay and report nothing. If they differ before that, they are taken as
they came, each with its own time of arrival.

The protocol has no checksum. A line that fits neither the game before nor its course waits for the next line, which
decides between a new state of the wheel and one wrong digit.
"""

from datetime import timedelta

from tables.wheels.drivers.driver import shown
from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    BALL_NOT_DETECTED,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    START,
    WINNING_NUMBER,
    BareResult,
    Fault,
    Line,
    Status,
    read,
    steps_on,
)
from tables.wheels.drivers.slingshot2_results import FARTHEST_WRAP, HOLE_S, NO_GAME_RUNS, Results
from tables.wheels.drivers.slingshot2_state import Held

CADENCE_S = 0.2
"""Lines that follow one another faster than this do not come as the wheel makes them, but in a burst."""
LINES_KEPT = 400
"""More than three minutes of lines: longer than any burst of old ones that is known."""
ROTOR_LEAP = 5
"""Tenths of a turn a minute. A rotor does not gain or lose so much between two lines and then return to its speed.
"""

_ONWARD = frozenset(
    {
        (START, PLACE_BETS),
        (PLACE_BETS, BALL_IN_TRACK),
        (BALL_IN_TRACK, NO_MORE_BETS),
        (NO_MORE_BETS, WINNING_NUMBER),
        (NO_MORE_BETS, BALL_NOT_DETECTED),
        (BALL_NOT_DETECTED, WINNING_NUMBER),
        (WINNING_NUMBER, CLOSED),
        (WINNING_NUMBER, START),
    }
)
"""Steps from one phase to the next of the same game, as a good game takes them."""

KnownLine = Status | BareResult | Fault


class Sifting(Results):
    """Filter that lets new lines through, and holds lines back that the next ones must explain."""

    def sift(self, line: KnownLine) -> None:
        """Take one line in: now, later, or never."""
        self.burst = self._burst()
        if self.state.held:
            self._explain(line)
        else:
            self._judge(line)
        if isinstance(line, Status):
            self._change(heard_at=self.at)

    def accept(self, line: KnownLine) -> None:
        """Report the meaning of a line. The class that knows the phases implements this."""
        raise NotImplementedError

    # ---- a line on its own

    def _judge(self, line: KnownLine) -> None:
        places = self._heard_before(line)
        if len(self.state.lines) - 1 in places or (self.burst and self._says_nothing(line)):
            return
        if places:
            if any(place and self.state.lines[place - 1] == self.state.lines[-1] for place in places):
                self._undo_bare_result()
            sure = self.state.resumed or self.burst or self._is_elsewhere(line)
            self._hold(line, places, sure=sure)
        elif isinstance(line, Status) and self._reported_already(line):
            self._undo_bare_result()
            self._change(stale=True)
            self._leave_out(line, "the wheel sends a game again that was reported")
        elif self.state.stale and not isinstance(line, Status):
            return
        elif isinstance(line, Status) and self._doubtful(line):
            self._hold(line, ())
        else:
            self._take(line)

    def _take(self, line: KnownLine) -> None:
        raw = line.raw.decode("latin-1")
        resumed = self.state.resumed and raw in self.state.lines
        # A line that may be an old one must not take the place of the last one heard: a replay is followed to that
        # place.
        lines = self.state.lines if resumed else (*self.state.lines, raw)[-LINES_KEPT:]
        self._change(lines=lines, resumed=resumed, stale=False)
        self.accept(line)
        if isinstance(line, Status):
            self._change(taken_at=self.at)

    def _hold(self, line: KnownLine, places: tuple[int, ...], *, sure: bool = False) -> None:
        held = Held(raw=line.raw.decode("latin-1"), at=self.at)
        self._change(held=(*self.state.held, held), places=places, sure=sure or self.state.sure)

    def _heard_before(self, line: KnownLine) -> tuple[int, ...]:
        """Return the places of this line among the last lines, if it may be one of them sent again."""
        lines, raw = self.state.lines, line.raw.decode("latin-1")
        if raw not in lines or not self._steps_back(line):
            return ()
        return tuple(place for place, each in enumerate(lines) if each == raw)

    def _says_nothing(self, line: KnownLine) -> bool:
        """Return True if the line is an old one that repeats the last one."""
        last = self._last_status()
        if not isinstance(line, Status) or last is None or _meaning(line) != _meaning(last):
            return False
        return line.raw.decode("latin-1") in self.state.lines

    def _steps_back(self, line: KnownLine) -> bool:
        """Return True if an old line, taken for a new one, would report anything."""
        together = self.state.resumed or self.burst
        if not isinstance(line, Status):
            return together
        last = self._last_status()
        return (
            last is not None and _meaning(line) != _meaning(last) and (together or not self._continues(line))
        )

    def _sent_again(self, line: Status) -> bool:
        """Return True if the line was heard before, and comes as lines do that are sent again."""
        return (self.state.resumed or self.burst) and line.raw.decode("latin-1") in self.state.lines

    def _is_elsewhere(self, line: KnownLine) -> bool:
        """Return True if the wheel cannot have come from its last line to this one: it is an old one."""
        last = self._last_status()
        if last is None or not isinstance(line, Status):
            return False
        return line.game != last.game or abs(line.rotor - last.rotor) >= ROTOR_LEAP

    def _undo_bare_result(self) -> None:
        """Undo a bare number that came just before an old line, because it belongs to that line."""
        lines = self.state.lines
        if self.state.bare is not None and lines and isinstance(_read(lines[-1]), BareResult):
            self._change(lines=lines[:-1], bare=None, bare_at=None)

    # ---- a line after others that are held

    def _explain(self, line: KnownLine) -> None:
        state = self.state
        if not state.places:
            self._resolve_doubt(line)
            return
        raw = line.raw.decode("latin-1")
        next_places = tuple(place + 1 for place in state.places if state.lines[place + 1] == raw)
        if next_places and (state.sure or self.burst):
            if len(state.lines) - 1 in next_places:
                self._end_replay()
            else:
                self._hold(line, next_places, sure=True)
        elif isinstance(line, Status):
            self._part(line)
        else:
            self._hold(line, state.places)

    def _part(self, line: Status) -> None:
        """Decide about held lines that differ from the heard ones: an old piece of them, or new lines after all."""
        held = [
            each for each in map(_read, (each.raw for each in self.state.held)) if isinstance(each, Status)
        ]
        back = bool(held) and self._continues(line) and _meaning(line) != _meaning(held[-1])
        if back or self._sent_again(line):
            self._drop()
        else:
            self._release()
        self._judge(line)

    def _resolve_doubt(self, line: KnownLine) -> None:
        """Decide about the one line that waits: the next status line agrees with it, or with the state before, or
        with neither.
        """
        if not isinstance(line, Status):
            self._hold(line, ())
            return
        doubted = _read(self.state.held[0].raw)
        assert isinstance(doubted, Status)
        if _agree(doubted, line):
            if self._sent_again(line):
                # It explains nothing: the line in doubt was sent before it, and comes again after it.
                self._drop()
                self._judge(line)
                return
            self._release()
            self._take(line)
            return
        if self._continues(line) or not self._doubtful(line):
            self._leave_out(doubted, "it fits neither the line before nor the line after")
            self._release(without_status=True)
        else:
            self._release(unsure=True)
        self._judge(line)

    def _end_replay(self) -> None:
        """Forget the old lines, and the time that they took."""
        since, took = self.state.since, self.at - self.state.held[0].at
        if since is not None and took > timedelta(0):
            self._change(since=since + took)
        self._drop()

    def _drop(self) -> None:
        self._change(held=(), places=(), sure=False)

    def _release(self, *, without_status: bool = False, unsure: bool = False) -> None:
        """Take the held lines unchanged, each with its own time."""
        now, held = self.at, self.state.held
        self._drop()
        for each in held:
            line = _read(each.raw)
            self.at, self.unsure = each.at, unsure
            if isinstance(line, Status) and (without_status or self._reported_already(line)):
                continue
            self._take(line)
        self.at, self.unsure = now, False

    # ---- what a line is to the last one

    def _burst(self) -> bool:
        before = self.state.heard_at
        return before is not None and 0 <= (self.at - before).total_seconds() * self.speed < CADENCE_S

    def _after_a_hole(self) -> bool:
        before = self.state.taken_at
        return before is None or not 0 <= (self.at - before).total_seconds() * self.speed <= HOLE_S

    def _last_status(self) -> Status | None:
        for raw in reversed(self.state.lines):
            line = _read(raw)
            if isinstance(line, Status):
                return line
        return None

    def _continues(self, line: KnownLine) -> bool:
        """Return True if the line fits a good game after the last one."""
        state = self.state
        if not isinstance(line, Status):
            return True
        if line.game == state.game:
            if line.phase != state.phase and (state.phase, line.phase) not in _ONWARD:
                return False
            fallen = line.phase == WINNING_NUMBER and state.number is None
            return fallen or not self._win_changed(line)
        return (
            state.game is not None
            and steps_on(state.game, line.game).on == 1
            and line.phase in NO_GAME_RUNS
            and state.number is not None
            and self._number(line) == state.number
        )

    def _reported_already(self, line: Status) -> bool:
        """Return True if the line is of a past moment and repeats its report: of this game before its result, or of
        one of the last games. A wheel after a power cut begins with game 1 and no number, which is not an old game.
        """
        state = self.state
        if state.game is None or self._continues(line) or (line.game == 1 and not line.win.strip()):
            return False
        if line.game == state.game:
            # Before its result a game shows the number of the one before, and never again after it. If both numbers
            # are the same, a line that comes first on a new connection is taken for an old one.
            early = line.phase in (PLACE_BETS, BALL_IN_TRACK, NO_MORE_BETS, BALL_NOT_DETECTED)
            shows_before = line.win == state.win_before and (self._win_changed(line) or state.resumed)
            return early and state.number is not None and shows_before
        behind = steps_on(line.game, state.game).on
        if behind > FARTHEST_WRAP:
            return False
        epoch = state.epoch if line.game < state.game else state.epoch - 1
        known = next((past for past in state.past if (past.epoch, past.game) == (epoch, line.game)), None)
        if known is None:
            return False
        if line.phase in (START, CLOSED):
            return line.win in (known.win, known.win_before)
        return line.win == (known.win if line.phase == WINNING_NUMBER else known.win_before)

    def _doubtful(self, line: Status) -> bool:
        """Return True if one wrong digit may have made this line, and its report could not be taken back."""
        state = self.state
        if state.game is None:
            return line.phase == WINNING_NUMBER and state.resumed
        if self._after_a_hole():
            return line.phase == WINNING_NUMBER and line.game == state.game and self._doubtful_result(line)
        if line.game != state.game or (self._had_a_win() and not line.win.strip()):
            return not (line.win.strip() and (self._continues(line) or self._ended_unheard(line)))
        if line.phase == WINNING_NUMBER:
            return self._doubtful_result(line)
        if line.phase in (START, CLOSED) and self._win_changed(line):
            return True
        launched_again = state.number is not None and line.phase in (BALL_IN_TRACK, NO_MORE_BETS)
        return launched_again or (state.number is None and self._breaks_off(line))

    def _doubtful_result(self, line: Status) -> bool:
        """Return True for another number than the reported one, for one that no bare number announced, or for one in
        a line that does not continue the line before. So no single line reports a number.
        """
        state = self.state
        if state.number is not None:
            return self._number(line) != state.number
        return state.bare is None or self._number(line) != state.bare or self._runs_otherwise(line)

    def _runs_otherwise(self, line: Status) -> bool:
        """Return True if the rotor runs the other way than in the line just before, or has leapt to another speed."""
        last = self._last_status()
        if last is None or self._after_a_hole():
            return False
        turned = line.anticlockwise != last.anticlockwise and last.rotor > 0
        return turned or abs(line.rotor - last.rotor) >= ROTOR_LEAP

    def _breaks_off(self, line: Status) -> bool:
        """Return True if a game seems to be over that was in good order: the rotor turns, and nothing took too long."""
        state = self.state
        if any(warning.endswith("_long") for warning in state.warnings):
            return False
        if state.phase == NO_MORE_BETS:
            return line.phase == CLOSED and line.rotor > 0
        return state.phase == BALL_IN_TRACK and line.phase in NO_GAME_RUNS

    def _ended_unheard(self, line: Status) -> bool:
        """Return the steps of the counter that no single digit makes: the phase changed with it, and
        `win` fits both.
        """
        state = self.state
        ahead = steps_on(state.game or 0, line.game).on
        if line.phase != PLACE_BETS or ahead > FARTHEST_WRAP:
            return False
        if state.phase == WINNING_NUMBER:
            return state.number is None or not self._win_changed(line)
        return state.phase in (NO_MORE_BETS, BALL_NOT_DETECTED) and ahead == 1 and not self._win_changed(line)

    def _leave_out(self, line: Status, why: str) -> None:
        self.complaints.append(f"reader {self.reader}: {shown(line.raw)} is left out: {why}")


def _read(raw: str) -> KnownLine:
    line: Line = read(raw.encode("latin-1"))
    assert isinstance(line, Status | BareResult | Fault), "nothing else is kept"
    return line


def _meaning(line: Status) -> tuple[int, int, str, int, bool, bool]:
    """Return the whole content of a line except the speed of the rotor."""
    return line.phase, line.game, line.win, line.warning, line.anticlockwise, line.rotor > 0


def _agree(one: Status, next_: Status) -> bool:
    """Return True if the second line can follow the first in one game."""
    if (one.game, one.win) != (next_.game, next_.win):
        return False
    return one.phase == next_.phase or (one.phase, next_.phase) in _ONWARD
