"""Pace of a table: coups an hour of play, and lengths of the phases of a coup."""

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

NO_PLAY_S = 15 * 60
"""Seconds between two numbers from which on nobody played: a break, a suspension, the night."""
COUPS_AT_LEAST = 10
"""With fewer coups there is no figure of the pace."""
Seconds = NDArray[np.float64]
PhaseName = Literal["betting", "track", "closed", "payment"]
PHASES: tuple[PhaseName, ...] = ("betting", "track", "closed", "payment")
"""Phases of a coup: from bets open to the launch; to rien ne va plus; to the number; to the last payment."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Coups an hour of play; None where too few were."""

    coups: int
    least: int = COUPS_AT_LEAST
    hours: float
    per_hour: float | None = None


class PhaseLength(msgspec.Struct, frozen=True, kw_only=True):
    """Length of a phase, in seconds: the median of the counted coups, and the length that nine in ten do not exceed."""

    phase: PhaseName
    coups: int
    least: int = COUPS_AT_LEAST
    median_s: float | None = None
    nine_in_ten_s: float | None = None


def pace(between_s: Seconds) -> Pace:
    """Return the pace from the seconds between each number and the next of its table and day."""
    played = between_s[(between_s > 0) & (between_s < NO_PLAY_S)]
    hours = float(played.sum() / 3600)
    enough = len(played) >= COUPS_AT_LEAST
    return Pace(coups=len(played), hours=hours, per_hour=len(played) / hours if enough else None)


def phase_lengths(moments_s: Seconds) -> tuple[PhaseLength, ...]:
    """Return the phases from a row for each coup: when bets opened, the ball was launched, bets closed, the number fell
    and the last prize was paid, in seconds; NaN where that is not known.
    """
    lengths = np.diff(moments_s, axis=1)
    return tuple(_length(phase, lengths[:, place]) for place, phase in enumerate(PHASES))


def _length(phase: PhaseName, all_s: Seconds) -> PhaseLength:
    known = all_s[(all_s >= 0) & (all_s < NO_PLAY_S)]
    if len(known) < COUPS_AT_LEAST:
        return PhaseLength(phase=phase, coups=len(known))
    median, most = np.quantile(known, (0.5, 0.9))
    return PhaseLength(phase=phase, coups=len(known), median_s=float(median), nine_in_ten_s=float(most))
