"""What a coup at a living table is to bring, by table, day and coup: so it is the same after a restart."""

from random import Random

import msgspec

BETS = (5, 15)
LATE_BET = 0.03
TICKED_OFF = 0.3
"""How often prizes are ticked off one by one before the coup is confirmed paid."""


class CoupPlan(msgspec.Struct, frozen=True):
    """How many bets players lay before the ball is launched, and what else there is to see."""

    bets: int
    late_bet: bool
    ticked_off: bool


def plan_of(table: str, day: str, coup: int) -> CoupPlan:
    random = Random(f"{table}/{day}/{coup}")
    return CoupPlan(
        bets=random.randint(*BETS),
        late_bet=random.random() < LATE_BET,
        ticked_off=random.random() < TICKED_OFF,
    )
