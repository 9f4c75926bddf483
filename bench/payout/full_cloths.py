"""Bet lines settled a second: full cloths at all 37 numbers, all rulebooks by turns.

What is left of the ratio to the bare loop is the price of deciding, ordering and adding up.
"""

from bench.payout.cloths import full_cloth, make_lines
from bench.payout.rounds import Figure, medians
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup

GOAL_LINES_PER_SECOND = 200_000
PLAYERS = 4


def measure() -> Figure:
    """Bet lines a second, against the goal and the bare loop that makes one line for each bet."""
    cloths = [(rulebook, full_cloth(rulebook, PLAYERS)) for rulebook in rulebooks().values()]
    lines = 37 * sum(len(stakes) for _, stakes in cloths)

    def settle_all() -> None:
        for rulebook, stakes in cloths:
            for number in range(37):
                settle_coup(rulebook, stakes, number)

    seconds, bare = medians(settle_all, lambda: make_lines(lines))
    rate, bare_rate = round(lines / seconds), round(lines / bare)
    ratio = round(bare / seconds, 3)
    met = rate >= GOAL_LINES_PER_SECOND
    return Figure(
        "full_cloths",
        {
            "bet_lines": lines,
            "bet_lines_per_second": rate,
            "goal": GOAL_LINES_PER_SECOND,
            "met": met,
            "bare_lines_per_second": bare_rate,
            "ratio_to_bare_loop": ratio,
        },
        f"bets settled: {rate:,} lines/s (goal {GOAL_LINES_PER_SECOND:,}: {'met' if met else 'missed'}); "
        f"bare loop: {bare_rate:,} lines/s, ratio {ratio}",
        met,
    )
