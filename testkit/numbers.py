"""Numbers of a wheel in the permanence by the thousand, as tests of its statistics need them."""

from datetime import UTC, datetime, timedelta

import numpy as np

from tables.handling.models import PermanenceEntry
from tables.handling.projections.wheel_watches import WATCHED, WheelWatches

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
COUPS_A_DAY = 400


def bring(
    casino_id: int,
    numbers: np.ndarray,
    *,
    wheel: str = "",
    table: str = "T1",
    numbering: str = "french",
    rulebook: str = "pt-francesa",
) -> None:
    """The permanence of so many spins from 1 November 2026 on: 400 a day, a coup every minute and a half, the balls A
    and B and the ball's direction by turns, two who spin by days; and the watch over their wheel."""
    lines = []
    for place, number in enumerate(numbers.tolist()):
        day, coup = divmod(place, COUPS_A_DAY)
        at = NOON + timedelta(days=day, seconds=90 * coup)
        lines.append(
            PermanenceEntry(
                casino_id=casino_id,
                table=table,
                day=at.date().isoformat(),
                coup=coup + 1,
                number=number,
                fell_at=at,
                source="reader",
                rulebook=rulebook,
                rulebook_version=1,
                numbering=numbering,
                wheel=wheel,
                ball="AB"[coup % 2],
                spinner=("Ana Serra", "Bruno Reis")[day % 2],
                ball_direction=("clockwise", "anticlockwise")[coup % 2],
                previous=int(numbers[place - 1]) if coup else None,
                opened_at=at - timedelta(seconds=60),
                launched_at=at - timedelta(seconds=30),
                closed_at=at - timedelta(seconds=15),
                paid_at=at + timedelta(seconds=20),
            )
        )
    PermanenceEntry.objects.bulk_create(lines)
    watches = WheelWatches()
    for line in lines:
        watches.count({name: getattr(line, name) for name in WATCHED})
    watches.keep()
