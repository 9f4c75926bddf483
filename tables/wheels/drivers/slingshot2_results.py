"""The game counter of a SlingShot 2 wheel, its results, and the unheard results.

A result belongs to the game whose counter is in the lines of phase 5; in phases 2 to 4 `win` still shows the game
before. So an unheard result can be read from `win` once the counter has moved on.
"""

from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    START,
    WINNING_NUMBER,
    BareResult,
    Status,
    Steps,
    steps_on,
)
from tables.wheels.drivers.slingshot2_reading import Reading
from tables.wheels.drivers.slingshot2_state import PastGame, read_number, why_refused, write_number

HOLE_S = 2.0
"""Lines come every half second: after so long without one, some went unheard."""
FARTHEST_WRAP = 64
"""A counter that comes out lower wrapped if it went no farther than this; else it was set back."""
GAMES_KEPT = 64
"""The number of games that are remembered."""
NO_GAME_RUNS = (START, PLACE_BETS, CLOSED)
"""Phases in which a game that had its bets closed is over."""

NO_RESULT = "no_result"
"""Warning of a game that is void because it ended without a number."""


class Results(Reading):
    """Follows the counter and reports every number once."""

    hole = False
    """True if lines went unheard just before this one."""
    unsure = False
    """True if this line fits neither its predecessor nor its successor, and no other sign shows that it is wrong."""

    def _follow_counter(self, line: Status) -> bool:
        """Begin a new game if the counter shows one, and report the numbers since the last heard line."""
        state = self.state
        if state.game is None:
            self._start_game(line, state.epoch)
            return True
        if len(state.lines) == 2 and not state.past and (line.game != state.game or not line.win.strip()):
            # The first line heard was the only one of its kind: it was misread, and nothing hangs on it.
            self._start_game(line, state.epoch, remember=False)
            return True
        if self._had_a_win() and not line.win.strip():
            self._restart(line, state.game)
            return True
        if line.game == state.game:
            return self._stuck_counter(line)
        if self._jumped_back(line):
            return True
        steps = steps_on(state.game, line.game)
        if line.game < state.game and steps.on > FARTHEST_WRAP:
            self._restart(line, state.game)
        else:
            self._move_on(line, state.game, steps)
        return True

    def _had_a_win(self) -> bool:
        return self.state.number is not None or bool((self.state.win_before or "").strip())

    def _jumped_back(self, line: Status) -> bool:
        """Correct a jump of the line before and return True, if this line goes on from its start: one digit of it was
        wrong.
        """
        if self.state.jumped_from is None:
            return False
        epoch, game = self.state.jumped_from
        if steps_on(game, line.game).on != 1:
            return False
        self._start_game(line, epoch + (line.game < game), remember=False)
        return True

    def _move_on(self, line: Status, game: int, steps: Steps) -> None:
        """Follow a counter that went on by some steps, perhaps through its last game."""
        state, ahead = self.state, steps.on
        epoch_after = state.epoch + (line.game < game)
        first = game if state.number is None else game + 1
        last = game + ahead - 1
        heard_all = not self.hole and line.phase != WINNING_NUMBER and not self._win_changed(line)
        if heard_all:
            self._nothing_fell(line, ahead)
        elif last < first:
            self._late_result(line)
        else:
            self._tell_unheard(line, state.epoch, first, last, steps)
        self._start_game(line, epoch_after)
        if heard_all and ahead > 1:
            self._change(jumped_from=(state.epoch, game))

    def _nothing_fell(self, line: Status, ahead: int) -> None:
        """Report that no number fell: the counter moved, every line was heard, and `win` is unchanged."""
        if ahead > 1:
            self._moment("counter_jumped", line)
        elif self.state.number is None and not self.state.void:
            self._change(void=NO_RESULT)
            self._say("game_void", line.raw, warnings=(NO_RESULT,))

    def _restart(self, line: Status, game: int) -> None:
        """Follow a counter that began again (power cycle) or was set back: a new epoch keeps the games apart."""
        state = self.state
        changed = bool(line.win.strip()) and self._win_changed(line)
        if state.number is None and state.bare is not None:
            self._recover(line, state.epoch, game, state.bare)
        elif line.game == 1 and state.number is None and changed and line.phase != WINNING_NUMBER:
            self._tell_unheard(line, state.epoch, game, game)
        if line.game > 1 and changed:
            self._tell_unheard(line, state.epoch + 1, 1, line.game - 1)
        self._start_game(line, state.epoch + 1)
        self._change(set_back=bool(line.win.strip()))

    def _stuck_counter(self, line: Status) -> bool:
        """Begin a new game for a launch in a game that has its result already, although the counter did not move."""
        state = self.state
        if (
            state.number is None
            or line.phase not in (BALL_IN_TRACK, NO_MORE_BETS)
            or not (self.hole or state.phase in NO_GAME_RUNS)
        ):
            return False
        self._start_game(line, state.epoch + 1)
        self._moment("counter_stuck", line)
        return True

    def _forget_void(self, line: Status) -> None:
        """Forget the reason of a void launch at a new launch. Other reasons are warnings, and end as such."""
        reason = self.state.void
        self._change(void=None)
        if reason == NO_RESULT:
            self._say("warning_cleared", line.raw, warnings=(reason,))

    def _start_game(self, line: Status, epoch: int, *, remember: bool = True) -> None:
        self._forget_void(line)
        if remember:
            self._remember_game(line)
        self._change(
            set_back=False,
            jumped_from=None,
            epoch=epoch,
            game=line.game,
            win_before=None if line.phase == WINNING_NUMBER else line.win,
            number=None,
            failed=False,
            bare=None,
            bare_at=None,
            faults=(),
        )

    def _remember_game(self, line: Status) -> None:
        """Keep what the running game's lines show, for the case that the wheel sends them again."""
        state = self.state
        if state.game is None:
            return
        before = line.win if state.win_before is None else state.win_before
        after = before if state.number is None else write_number(state.number)
        past = PastGame(epoch=state.epoch, game=state.game, win_before=before, win=after)
        self._change(past=(*state.past, past)[-GAMES_KEPT:])

    def _win_changed(self, line: Status) -> bool:
        if self.state.number is not None:
            return self._number(line) != self.state.number
        return line.win != self.state.win_before

    def _tell_unheard(
        self, line: Status, epoch: int, first: int, last: int, steps: Steps | None = None
    ) -> None:
        """Report that games `first` to `last` brought unheard numbers; `win` shows only the last one."""
        number = None if line.phase == WINNING_NUMBER else self._number(line)
        if not line.win.strip():
            return
        if number is None and line.phase != WINNING_NUMBER:
            self._fault((why_refused(line.win),), line.raw)
        missing = last - first + (number is None)
        if missing > 0:
            at_epoch, game = _place(epoch, last if number is None else last - 1, steps)
            self._say("results_missing", line.raw, epoch=at_epoch, game=game, missing=missing, unheard=True)
        if number is not None:
            self._recover(
                line,
                *_place(epoch, last, steps),
                number,
                () if self._win_changed(line) else ("win_unchanged",),
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

    def _number(self, line: Status) -> int | None:
        return read_number(line.win, self.numbers) if line.win.strip() else None

    def _result(self, line: Status) -> None:
        """Report the result from its first line; phase 5 repeats for as long as the ball rests."""
        number, reported = self._number(line), self.state.number
        if number is None:
            self._fault((why_refused(line.win) if line.win.strip() else "no_number_in_result",), line.raw)
            return
        if number == reported:
            return
        warnings = self._doubts(number)
        bare = self.state.bare
        fallen_at = (self.state.bare_at if bare == number else None) or (self.at if self.state.live else None)
        self._change(number=number, bare=None, bare_at=None, set_back=False)
        self._say("result", line.raw, number=number, warnings=warnings, observed_at=fallen_at)

    def _doubts(self, number: int) -> tuple[str, ...]:
        """Return the reasons against this result, before it is reported."""
        state = self.state
        if state.number is not None:
            return ("result_changed",)
        differs = state.bare is not None and state.bare != number
        doubts = {"bare_result_differs": differs, "counter_back": state.set_back, "unconfirmed": self.unsure}
        return tuple(doubt for doubt, holds in doubts.items() if holds)

    def _late_result(self, line: Status) -> None:
        """After the game, report a number in `win` that phase 5 did not report, or reported differently."""
        state, number = self.state, self._number(line)
        if line.phase == WINNING_NUMBER or state.game is None or number is None:
            return
        if not self._win_changed(line) or (state.win_before is None and state.number is None):
            return
        warnings = () if state.number is None else ("result_changed",)
        self._change(number=number)
        self._recover(line, state.epoch, state.game, number, warnings)

    def _bare_result(self, line: BareResult) -> None:
        """Keep a bare number, which precedes phase 5. It dates the result, and replaces it if the wheel then loses
        power.
        """
        number = read_number(line.text, self.numbers)
        state = self.state
        if (
            number is None
            or state.phase != NO_MORE_BETS
            or state.number is not None
            or state.taken_at is None
        ):
            return
        fresh = state.live and 0 <= (self.at - state.taken_at).total_seconds() * self.speed <= HOLE_S
        self._change(bare=number, bare_at=self.at if fresh else None)


def _place(epoch: int, game: int, steps: Steps | None) -> tuple[int, int]:
    """Epoch and counter of a game counted on past the counter's last one."""
    if steps is None or game <= steps.last:
        return epoch, game
    return epoch + 1, game - steps.last - 1 + steps.first
