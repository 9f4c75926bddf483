"""The exposure of 1,000 bets, beside settling the same bets at the 37 numbers one by one."""

from bench.payout.cloths import thousand
from bench.payout.rounds import Figure, medians
from tables.roulette.bets import every_bet
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.exposure import exposure
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

GOAL_MS = 2.0


def measure() -> Figure:
    """The rulebook that takes longest, held against the goal."""
    milliseconds = {rulebook.id: _measure_under(rulebook) for rulebook in rulebooks().values()}
    house, (ms, one_by_one_ms) = max(milliseconds.items(), key=lambda item: item[1])
    times = round(one_by_one_ms / ms, 1)
    met = ms < GOAL_MS
    return Figure(
        "exposure_of_1000_bets",
        {
            "rulebook": house,
            "ms": round(ms, 2),
            "goal_ms": GOAL_MS,
            "met": met,
            "one_by_one_ms": round(one_by_one_ms, 1),
            "times_as_fast": times,
        },
        f"exposure of 1,000 bets: {ms:.2f} ms ({house}, the slowest; goal under {GOAL_MS:.0f} ms: "
        f"{'met' if met else 'missed'}); settled at 37 numbers: {one_by_one_ms:.1f} ms, {times} times as long",
        met,
    )


def _measure_under(rulebook: Rulebook) -> tuple[float, float]:
    stakes = thousand(every_bet(rulebook))
    seconds, one_by_one = medians(
        lambda: exposure(rulebook, stakes), lambda: _settled_one_by_one(rulebook, stakes)
    )
    return seconds * 1000, one_by_one * 1000


def _settled_one_by_one(rulebook: Rulebook, stakes: list[Stake]) -> list[int]:
    coups = (settle_coup(rulebook, stakes, number) for number in range(37))
    return [sum(line.stake - line.returned - line.held - line.prize for line in coup.lines) for coup in coups]
