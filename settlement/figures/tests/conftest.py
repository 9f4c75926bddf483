"""Cloths to try the figures with: what may lie at a table of a house, by chance."""

from hypothesis import strategies as st

from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.rulebook import EVEN_CHANCES, Limits, Rulebook
from tables.roulette.stake import Stake
from testkit.rulebooks import rules_of

Laid = tuple[Rulebook, list[Stake], Limits | None, str]


@st.composite
def cloths(
    draw: st.DrawFn,
    house: str,
    *,
    at_most: int = 12,
    unit: int = 1,
    refs: str = "a",
    wheel: str | None = None,
) -> Laid:
    """A cloth of a house: any bets, some in prison, some over a low maximum; each chip is a multiple of `unit`. With it
    the limits, and the numbering of the wheel."""
    book = rules_of(house)
    wheel = wheel or draw(st.sampled_from(sorted(book.wheels)))
    bets = every_bet(book, wheel=wheel)
    even = [bet for bet in bets if bet.kind in EVEN_CHANCES]
    deepest = (book.zero.prison.levels or 4) if book.zero.prison else 0
    stakes = []
    for index in range(draw(st.integers(0, at_most))):
        bet = draw(st.sampled_from(bets) | st.sampled_from(even))
        stakes.append(
            Stake(
                ref=f"{refs}{index}",
                player=draw(st.sampled_from("AB")),
                bet=bet.code,
                amount=unit
                * draw(st.integers(1, 500))
                * (bet.pieces if isinstance(bet, AnnouncedBet) else 1),
                level=draw(st.integers(0, deepest)) if isinstance(bet, Bet) and bet in even else 0,
                excess=draw(st.booleans()),
            )
        )
    limits = None
    if draw(st.booleans()):
        limits = Limits(minimum=1, maximums=dict.fromkeys(book.bets, draw(st.integers(1, 500))))
    return book, stakes, limits, wheel
