"""A coup whose announced bets may be played again: what the tests of replays share."""

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand

ANN = "Seat 1"
SERIE = c.PlaceBet(player=ANN, bet="serie 5/8", amount=3_000)
"""Six chips of the minimum."""


def fallen(
    number: int, *bets: c.PlaceBet, house: str = "it-venezia", source: e.Source = "staff"
) -> DayInHand:
    """The first coup with these bets (b1, b2, ...), its number out and its payments open."""
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=number, source=source))
    return day


def lying(day: DayInHand) -> list[tuple[str, str, int, str | None]]:
    return [(bet.ref, bet.bet, bet.amount, bet.replay_of) for bet in day.state.bets]
