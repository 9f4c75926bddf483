"""What a seat has won on a number that is disputed: it stands still until the chief decides, like every payment."""

from tables.play.live_wins import goes_to_balance, wins_of
from tables.play.state import State
from tables.play.state.live import PlayedRound
from tables.roulette.rulebook import Rulebook


def disputed(state: State, seat: str, rulebook: Rulebook, *, unclaimed: bool = False) -> int:
    """How much of the seat's balance (or of what lies `unclaimed`) would go if the other numbers stood; no more than
    there is."""
    held = 0
    place = state.live.seats.get(seat)
    if place is None:
        return 0
    for case in state.discrepancies:
        played = next((each for each in state.live.rounds if each.coup == case.coup), None)
        if played is not None and goes_to_balance(place, case.coup) is not unclaimed:
            held += _at_stake(played, seat, case.others, state, rulebook)
    return min(held, place.unclaimed if unclaimed else place.balance)


def _at_stake(
    played: PlayedRound, seat: str, others: tuple[int, ...], state: State, rulebook: Rulebook
) -> int:
    credited = (played.credited or {}).get(seat, 0)
    least = min(wins_of(played, other, state.wheel, rulebook).get(seat, 0) for other in others)
    return max(0, credited - least)
