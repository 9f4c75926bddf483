"""`python -m settlement.bench`: bet lines settled a second in one process, against the goal and a bare loop.

The coups are busy ones: every legal plain bet and each announced bet of a rulebook once for each of several players,
on all 37 numbers, for all rulebooks by turns. The bare loop makes one line of the same kind per bet and nothing else:
what is left of the ratio is the price of deciding, ordering and adding up.
"""

import json
import sys
from collections.abc import Iterator
from time import perf_counter

from settlement.payout.engine import settle_coup
from settlement.payout.lines import Line, Stake
from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.loader import rulebooks
from tables.roulette.rulebook import Rulebook

GOAL_LINES_PER_SECOND = 200_000
PLAYERS = 4
ROUNDS = 3
CHIP = 500


def bets_of(rulebook: Rulebook) -> list[Stake]:
    """A full cloth: every plain bet, once for each player, and one announced bet of each kind for the first."""
    bets = every_bet(rulebook)
    plain = [bet for bet in bets if not isinstance(bet, AnnouncedBet)]
    announced = {bet.kind: bet for bet in bets if isinstance(bet, AnnouncedBet)}
    stakes = [
        Stake(ref=f"b{player}-{turn}", player=f"P{player}", bet=bet, amount=CHIP * (turn % 7 + 1))
        for player in range(PLAYERS)
        for turn, bet in enumerate(plain)
    ]
    stakes.extend(
        Stake(ref=kind, player="P0", bet=bet, amount=CHIP * bet.pieces) for kind, bet in announced.items()
    )
    return stakes


def coups() -> Iterator[tuple[Rulebook, list[Stake], int]]:
    """Every rulebook's full cloth at every number."""
    for rulebook in rulebooks().values():
        stakes = bets_of(rulebook)
        for number in range(37):
            yield rulebook, stakes, number


def settle_all() -> tuple[int, float]:
    """Bet lines settled, and the seconds that it took."""
    lines = 0
    start = perf_counter()
    for rulebook, stakes, number in coups():
        lines += len(settle_coup(rulebook, stakes, number).lines)
    return lines, perf_counter() - start


def make_lines(count: int) -> float:
    """Seconds for a bare loop that makes `count` lines and settles nothing."""
    start = perf_counter()
    made = []
    for _ in range(count):
        made.append(
            Line(
                ref="a",
                bet="plein:17",
                player="P1",
                stake=500,
                outcome="lost",
                prize=0,
                returned=0,
                held=0,
                clause="c",
            )
        )
    return perf_counter() - start


def measure() -> dict[str, float | int | bool]:
    """The figures of the best of several rounds; the first one also fills the tables of fates."""
    settle_all()
    lines, seconds = min((settle_all() for _ in range(ROUNDS)), key=lambda round_: round_[1])
    bare = min(make_lines(lines) for _ in range(ROUNDS))
    rate = lines / seconds
    return {
        "bet_lines": lines,
        "bet_lines_per_second": round(rate),
        "goal": GOAL_LINES_PER_SECOND,
        "met": rate >= GOAL_LINES_PER_SECOND,
        "bare_lines_per_second": round(lines / bare),
        "ratio_to_bare_loop": round(bare / seconds, 3),
    }


def main() -> int:
    """Prints the figures, as words or with --json as one object; exit status 1 if the goal is missed."""
    figures = measure()
    if "--json" in sys.argv[1:]:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        sys.stdout.write(
            f"bets settled: {figures['bet_lines_per_second']:,} lines/s "
            f"(goal {GOAL_LINES_PER_SECOND:,}: {'met' if figures['met'] else 'missed'}); "
            f"bare loop: {figures['bare_lines_per_second']:,} lines/s, ratio {figures['ratio_to_bare_loop']}\n"
        )
    return 0 if figures["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
