"""A simulated wheel: the SlingShot 2 lines that a real one would send, in good games and bad ones.

Everything goes in ticks of half a second of the wheel's own time. A game is a script (a generator that yields at
each tick), so a fault reads as the story of its course. The wheel knows no clock and no network.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from tables.play.reader.observation import Rotation
from tables.roulette.wheel import DOUBLE_ZERO
from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    BALL_NOT_DETECTED,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    START,
    WINNING_NUMBER,
)
from tables.wheels.drivers.slingshot2_state import write_number
from tables.wheels.drivers.slingshot2_warnings import BALL_BIT, DEVICE_BIT, SAME_DIRECTION_BIT, VOID_BIT
from tables.wheels.simulated_wire import SimulatedWire

TICK_S: Final = 0.5
HIGHEST_GAME: Final = 256
"""Number at which the counter of this model begins again."""
USUAL_S: Final = {PLACE_BETS: 8.5, BALL_IN_TRACK: 3.5, NO_MORE_BETS: 26.0, WINNING_NUMBER: 5.0}
INVITES_BETS_S: Final = 40.0
"""Time for which a wheel by hand waits in the phase in which bets are placed. A reader warns if that lasts a minute."""
LEAST_INVITING_S: Final = 2.5
NO_WIN: Final = "  "
RUNAWAY: Final = (160, 204, 263, 349, 443, 533, 618, 702, 811, 905, 983)

Script = Iterator[None]


class SimulatedWheel:
    """One wheel. `tick` gives the bytes on the wire in the next half second.

    `faults(random)` names the fault of the next game, or None for a good one. After `games` games the wheel closes,
    or, with `then_idle`, stays open for bets. The first game begins after `first_after_s` seconds of the wheel's own
    time. A wheel `by_hand` launches no ball before the order to `spin`: it invites bets and waits, as a croupier
    does.
    """

    def __init__(
        self,
        random: Random,
        *,
        faults: Callable[[Random], str | None] = lambda _: None,
        games: int | None = None,
        then_idle: bool = False,
        double_zero: bool = False,
        first_after_s: float = 0.0,
        by_hand: bool = False,
    ) -> None:
        self.random = random
        self.wire = SimulatedWire()
        self.game = 1
        self.win = NO_WIN
        self.fallen: list[tuple[int, str]] = []
        """Every number that fell, as (game counter, `win`), heard or not."""
        self._next_fault = faults
        self.games_left = games
        self._then_idle = then_idle
        self.numbers = range(DOUBLE_ZERO + double_zero)
        """Possible numbers: 0 to 36, and 37 for 00 if the wheel has it."""
        self._pockets = [write_number(number) for number in self.numbers]
        self._phase = START
        self._warning = 0
        self._rotor = 0
        self._anticlockwise = False
        self._extra: list[bytes] = []
        self._by_hand = by_hand
        self._awaits_hand = False
        self._wanted: Rotation | None = None
        self._script = self._begin(first_after_s)

    @property
    def phase(self) -> int:
        """The phase of the last status line."""
        return self._phase

    @property
    def awaits_hand(self) -> bool:
        """True if the wheel invites bets, and waits for a hand to launch its ball."""
        return self._awaits_hand

    def tick(self) -> list[bytes]:
        """Half a second goes by: the pieces that the line carries, each to be sent on its own."""
        next(self._script)
        return self._speak()

    def spin(self, rotor: Rotation | None = None) -> None:
        """Launch the ball, once the rotor turns this way if one is given. Raises ValueError unless it waits for it."""
        if not self._awaits_hand:
            raise ValueError("the wheel does not wait for a hand")
        self._awaits_hand = False
        self._wanted = rotor

    def launch(self) -> list[bytes]:
        return [*self._after_the_last_game(), *self._enter(BALL_IN_TRACK)]

    def close_bets(self) -> list[bytes]:
        return [*self._after_the_last_game(), *self._through(BALL_IN_TRACK), *self._enter(NO_MORE_BETS)]

    def fall(self, number: int) -> list[bytes]:
        """Let the ball fall into `number` now; phases that were still to come go by in an instant."""
        pieces = [
            *self._after_the_last_game(),
            *self._through(BALL_IN_TRACK),
            *self._through(NO_MORE_BETS),
        ]
        self._drop_ball(write_number(number))
        return pieces + self._enter(WINNING_NUMBER)

    # ---- taken in hand

    def _after_the_last_game(self) -> list[bytes]:
        """Move the counter on, and open bets for an instant, if the ball still rests in the last number."""
        if self._phase != WINNING_NUMBER:
            return []
        self._next_game()
        return self._enter(PLACE_BETS)

    def _through(self, phase: int) -> list[bytes]:
        return self._enter(phase) if self._phase in (START, *range(PLACE_BETS, phase)) else []

    def _enter(self, phase: int) -> list[bytes]:
        self._take_over(phase)
        return self._speak()

    def _take_over(self, phase: int) -> None:
        """Leave the script for this phase; the following phases come by themselves."""
        self._warning = 0
        self._phase = phase
        self._awaits_hand = False
        if self._rotor == 0:
            self._rotor = 140
        self._script = self._go_on_from(phase)

    def _go_on_from(self, phase: int) -> Script:
        yield from self._stay(phase, USUAL_S[phase])
        if phase == BALL_IN_TRACK:
            yield from self._stay(NO_MORE_BETS, USUAL_S[NO_MORE_BETS])
        if phase in (BALL_IN_TRACK, NO_MORE_BETS):
            yield from self._result()
        self._next_game()
        yield from self._play()

    # ---- on the wire

    def _speak(self) -> list[bytes]:
        line = f"*X;{self._phase};{self.game:03};{self.win};{self._warning:X};{self._rotor:03};{self._anticlockwise:d}"
        extra, self._extra = self._extra, []
        return self.wire.carry(extra, line.encode())

    # ---- games

    def _begin(self, first_after_s: float) -> Script:
        if first_after_s > 0:
            yield from self._stay(START, first_after_s)
        yield from self._play()

    def _play(self) -> Script:
        while self.games_left is None or self.games_left > 0:
            fault = self._next_fault(self.random)
            yield from self._game(fault)
            if self.games_left is not None:
                self.games_left -= 1
        if not self._then_idle:
            self._rotor = 0
            yield from self._stay_forever(CLOSED)
        yield from self._turn_around()
        yield from self._stay_forever(PLACE_BETS)

    def _game(self, fault: str | None) -> Script:
        script = getattr(self, f"_{fault.replace('-', '_')}", None) if fault in WHEEL_FAULTS else None
        if script is not None:
            yield from script()
        else:
            self.wire.disturb(fault)
            yield from self._good_game()

    def _good_game(self) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._ball_runs()

    def _bets(self, warning: int = 0) -> Script:
        yield from self._turn_around()
        yield from self._stay(PLACE_BETS, USUAL_S[PLACE_BETS] - 3.0, warning)
        yield from self._hand(warning)

    def _hand(self, warning: int) -> Script:
        """Yield the lines of a wheel by hand that waits for its ball.

        After a long wait the wheel invites no more bets, and invites them again before the launch.
        """
        self._awaits_hand = self._by_hand
        patience = round(INVITES_BETS_S / TICK_S)
        while self._awaits_hand:
            patience -= 1
            yield from self._line(PLACE_BETS if patience > 0 else START, self._rotor, warning)
        turns = "anticlockwise" if self._anticlockwise else "clockwise"
        if self._wanted not in (None, turns):
            yield from self._turn_around()
        if patience <= 0 and self._by_hand:
            yield from self._stay(PLACE_BETS, LEAST_INVITING_S, warning)

    def _turn_around(self) -> Script:
        """Yield the lines of a rotor that slows down to a stop and starts again the other way."""
        for rotor in (self._rotor // 2, self._rotor // 6, 0):
            yield from self._line(PLACE_BETS, rotor)
        self._anticlockwise = not self._anticlockwise
        for rotor in (48, 97, self.random.randint(136, 146)):
            yield from self._line(PLACE_BETS, rotor)

    def _ball_runs(self) -> Script:
        yield from self._stay(NO_MORE_BETS, USUAL_S[NO_MORE_BETS] + self.random.uniform(-3, 3))
        yield from self._result()
        self._next_game()

    def _result(self, win: str | None = None) -> Script:
        self._drop_ball(win or self.random.choice(self._pockets))
        yield from self._stay(WINNING_NUMBER, USUAL_S[WINNING_NUMBER])

    def _drop_ball(self, win: str) -> None:
        self.win = win
        self.fallen.append((self.game, win))
        self._extra.append(win.encode())

    def _next_game(self) -> None:
        self.game = self.game % HIGHEST_GAME + 1

    def _stay(self, phase: int, seconds: float, warning: int = 0) -> Script:
        for _ in range(max(1, round(seconds / TICK_S))):
            slowing = self._rotor - self.random.choice((0, 0, 1)) if self._rotor > 120 else self._rotor
            yield from self._line(phase, slowing, warning)

    def _stay_forever(self, phase: int) -> Script:
        while True:
            yield from self._stay(phase, 60)

    def _line(self, phase: int, rotor: int, warning: int = 0) -> Script:
        self._phase, self._rotor, self._warning = phase, rotor, warning
        yield

    # ---- games that go wrong, by the name of the fault

    def _repeated_number(self) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._stay(NO_MORE_BETS, USUAL_S[NO_MORE_BETS])
        yield from self._result(None if self.win == NO_WIN else self.win)
        self._next_game()

    def _failed_launch(self) -> Script:
        """Not launched well: the rotor stops, turns the other way, and a second launch counts. One counter."""
        yield from self._bets()
        yield from self._stay(PLACE_BETS, 4, VOID_BIT | SAME_DIRECTION_BIT)
        yield from self._good_game()

    def _launch_broken_off(self) -> Script:
        """Yield the lines of a ball that was in the track, and out of it again."""
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, 2)
        yield from self._good_game()

    def _late_warnings(self) -> Script:
        """Yield warnings without a meaning, because they settle late."""
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, 2, VOID_BIT)
        yield from self._stay(BALL_IN_TRACK, 1.5)
        yield from self._stay(NO_MORE_BETS, 4, BALL_BIT)
        yield from self._ball_runs()

    def _same_direction(self) -> Script:
        """Launched the way that the rotor turns: the game is void and played again under its counter."""
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, 3.5, SAME_DIRECTION_BIT)
        yield from self._good_game()

    def _misread_direction(self) -> Script:
        yield from self._bets(SAME_DIRECTION_BIT)
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._ball_runs()

    def _lost_ball(self) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._stay(NO_MORE_BETS, 10)
        yield from self._stay(NO_MORE_BETS, 0.5, BALL_BIT)
        yield from self._stay(NO_MORE_BETS, 25, DEVICE_BIT)
        yield from self._stay(CLOSED, 10)

    def _ball_not_detected(self) -> Script:
        """Yield the lines of the fault "ball not detected", as later firmware reports it."""
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._stay(NO_MORE_BETS, 31, DEVICE_BIT)
        yield from self._stay(BALL_NOT_DETECTED, 5)

    def _long_phase(self) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, 20)
        yield from self._ball_runs()

    def _runaway_rotor(self) -> Script:
        yield from self._bets()
        for rotor in RUNAWAY:
            yield from self._line(PLACE_BETS, rotor)
        for rotor in (640, 220, 0):
            yield from self._line(PLACE_BETS, rotor, DEVICE_BIT)
        yield from self._good_game()

    def _power_cycle(self) -> Script:
        """Dark in the middle of a game, and up again with an empty memory."""
        yield from self._bets()
        self.wire.mute(6)
        yield from self._line(START, 0)
        self.game, self.win = 1, NO_WIN
        yield from self._stay(START, 8)

    def _counter_wrap(self) -> Script:
        """Go to the last game before the counter begins again; the jump there is a game of its own."""
        self.game = HIGHEST_GAME
        yield from self._good_game()

    def _counter_jump(self) -> Script:
        self.game = (self.game + 9) % HIGHEST_GAME + 1
        yield from self._good_game()

    def _double_zero(self) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._stay(NO_MORE_BETS, USUAL_S[NO_MORE_BETS])
        yield from self._result("00")
        self._next_game()

    def _fault_code(self) -> Script:
        yield from self._bets()
        self._extra.append(f"*F {self.random.choice((11, 12, 13, 21, 22, 23, 100))}".encode())
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._ball_runs()

    def _unheard_result(self) -> Script:
        yield from self._silent_from_the_track(41)
        yield from self._good_game()

    def _unheard_games(self) -> Script:
        """Be silent for so long that several numbers go unheard."""
        yield from self._silent_from_the_track(150)
        for _ in range(3):
            yield from self._good_game()

    def _silent_from_the_track(self, seconds: float) -> Script:
        yield from self._bets()
        yield from self._stay(BALL_IN_TRACK, USUAL_S[BALL_IN_TRACK])
        yield from self._stay(NO_MORE_BETS, 5)
        self.wire.mute(seconds)
        yield from self._ball_runs()


WHEEL_FAULTS: Final = (
    "repeated-number",
    "failed-launch",
    "launch-broken-off",
    "late-warnings",
    "same-direction",
    "misread-direction",
    "lost-ball",
    "ball-not-detected",
    "long-phase",
    "runaway-rotor",
    "power-cycle",
    "counter-wrap",
    "counter-jump",
    "double-zero",
    "fault-code",
    "unheard-result",
    "unheard-games",
)
