"""Warnings of a SlingShot 2 wheel at one status line, settled and named."""

from tables.wheels.drivers.slingshot2_lines import (
    BALL_IN_TRACK,
    BALL_NOT_DETECTED,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    WINNING_NUMBER,
    Status,
)
from tables.wheels.drivers.slingshot2_state import Slingshot2State

BALL_BIT, SAME_DIRECTION_BIT, DEVICE_BIT, VOID_BIT = 1, 2, 4, 8

BALL_NOT_SENSED = "ball_not_sensed"
BALL_WITH_ROTOR = "ball_with_rotor"
DEVICE_FAULT = "device_fault"
VOID_LAUNCH = "void_launch"
BALL_LOST = "ball_lost"
RUNAWAY_ROTOR = "runaway_rotor"

NOT_DETECTED = "ball_not_detected"

PHASE_NAMES = {
    PLACE_BETS: "place_bets",
    BALL_IN_TRACK: "ball_in_track",
    NO_MORE_BETS: "no_more_bets",
    WINNING_NUMBER: "winning_number",
}
USUAL_SECONDS = {
    PLACE_BETS: (2.0, 60.0),
    BALL_IN_TRACK: (1.0, 12.0),
    NO_MORE_BETS: (8.0, 35.0),
    WINNING_NUMBER: (1.5, 20.0),
}
"""Shortest and longest that is not far outside: usual are 8.5, 3.5, 26 and 5 seconds, but people decide how long
bets are placed, and 184 good games never had the third above 31.5."""

VOID_SETTLES_S = 3.0
"""Warning 8 in the first seconds of phase 3 means nothing yet."""
BALL_SETTLES_S = 5.0
"""Nor does warning 1 in the first seconds of phase 4."""
BALL_SURELY_FALLEN_S = 31.5
RUNAWAY_ROTOR_TENTHS = 300
"""Thirty turns a minute: twice the usual speed of a wheel."""


def active_warnings(line: Status, state: Slingshot2State, elapsed_s: float) -> tuple[str, ...]:
    """Return the warnings in force at this line, `elapsed_s` seconds into its phase at the wheel's own speed.

    Settling delays the beginning of a warning only: one that is in force stays so for as long as its bit is set.
    """
    begun = state.warnings
    active: list[str] = []
    if line.warning & BALL_BIT and (
        line.phase != NO_MORE_BETS or elapsed_s >= BALL_SETTLES_S or BALL_NOT_SENSED in begun
    ):
        active.append(BALL_NOT_SENSED)
    if line.warning & SAME_DIRECTION_BIT:
        active.append(BALL_WITH_ROTOR)
    if line.warning & DEVICE_BIT:
        active.append(DEVICE_FAULT)
    if line.warning & VOID_BIT and (
        line.phase != BALL_IN_TRACK or elapsed_s >= VOID_SETTLES_S or VOID_LAUNCH in begun
    ):
        active.append(VOID_LAUNCH)
    if line.rotor >= RUNAWAY_ROTOR_TENTHS:
        active.append(RUNAWAY_ROTOR)
    if line.phase == BALL_NOT_DETECTED:
        active.append(NOT_DETECTED)
    if _ball_is_lost(line, state, elapsed_s):
        active.append(BALL_LOST)
    if line.phase in USUAL_SECONDS:
        too_long = f"{PHASE_NAMES[line.phase]}_long"
        if too_long in begun or (state.timed and elapsed_s > USUAL_SECONDS[line.phase][1]):
            active.append(too_long)
    return tuple(active)


def short_phase(phase: int | None, elapsed_s: float) -> str | None:
    """Return the warning for a phase that ended far too early, or None."""
    if phase in USUAL_SECONDS and elapsed_s < USUAL_SECONDS[phase][0]:
        return f"{PHASE_NAMES[phase]}_short"
    return None


def _ball_is_lost(line: Status, state: Slingshot2State, elapsed_s: float) -> bool:
    if line.phase == NO_MORE_BETS:
        late = state.timed and elapsed_s > BALL_SURELY_FALLEN_S
        return state.sensors_failed and (late or BALL_LOST in state.warnings)
    return BALL_LOST in state.warnings and line.phase in (CLOSED, BALL_NOT_DETECTED)
