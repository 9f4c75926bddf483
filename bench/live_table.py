"""`python -m bench.live_table`: how fast a live table takes confirmations, in a database of its own that is
dropped again: from its inbox together, against one command for each."""

import time
from datetime import timedelta

from bench.database import bench_database

GOAL_PER_SECOND = 50
"""At this rate five hundred seats that confirm in the last second are answered within ten, before a number falls."""

SEATS = tuple(f"S{number}" for number in range(1, 501))
ALONE = SEATS[:60]
CONNECTIONS = 16
BALANCE = 100_000


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    with bench_database("live"):
        return 0 if measure() else 1


def measure() -> bool:
    """Let all seats of one table confirm at once, and some of another's one by one; return True if the goal was met."""
    from tables.play import commands as c
    from tables.play.events import SeatBet
    from testkit.house import OpenHouse
    from testkit.live_tables import confirm_all, draft_all, seat_all

    bets = (SeatBet(bet="rouge", amount=200), SeatBet(bet="plein:27", amount=50))

    def live_table(casino_id: int) -> OpenHouse:
        house = OpenHouse(casino_id, "it-live", table="LV1")
        seat_all(house, SEATS, BALANCE)
        house.do(c.AnnounceBetsOpen())
        return house

    house = live_table(1)
    draft_all(house, SEATS, bets)
    asked = [(seat, house.now + timedelta(milliseconds=2 * place)) for place, seat in enumerate(SEATS)]
    began = time.perf_counter()
    answers = confirm_all(house, asked, CONNECTIONS)
    together = len(SEATS) / (time.perf_counter() - began)
    whole = all(said is None for _, said in answers) and len(house.state.bets) == len(SEATS) * len(bets)

    other = live_table(2)
    began = time.perf_counter()
    for seat in ALONE:
        other.do(c.ConfirmBets(seat=seat, bets=bets))
    one_by_one = len(ALONE) / (time.perf_counter() - began)

    _say(f"{len(SEATS)} seats confirm {len(bets)} bets each, from the inbox", f"{together:9.0f} /s")
    _say("for comparison: each a command of its own", f"{one_by_one:9.0f} /s")
    _say("ratio", f"{together / one_by_one:9.1f}")
    met = whole and together >= GOAL_PER_SECOND
    _say(f"none lost or doubled, goal {GOAL_PER_SECOND} /s or more", "met" if met else "MISSED")
    return met


def _say(what: str, figure: str) -> None:
    print(f"{what:<56} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
