"""A coup of 1,000 bets, and 1,000 announced bets from the words called out to the lines that they are paid by."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from bench.payout.cloths import lines_in, make_lines, thousand
from bench.payout.rounds import Figure, medians
from tables.roulette.bets import AnnouncedBet, every_bet, parse_bet
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

NUMBER = 17
Settle = Callable[[Rulebook, list[Stake]], Coup]


def measure_coup() -> Figure:
    """A coup in which every legal bet is made by turns, announced ones among them."""

    def settle(rulebook: Rulebook, stakes: list[Stake]) -> Coup:
        return settle_coup(rulebook, stakes, NUMBER)

    cloths = [(rulebook, thousand(every_bet(rulebook))) for rulebook in rulebooks().values()]
    return _slowest("coup_of_1000_bets", "a coup of 1,000 bets", settle, cloths)


def measure_announced() -> Figure:
    """Announced bets only: each found by its name, laid out in chips and settled."""

    def expand_and_settle(rulebook: Rulebook, stakes: list[Stake]) -> Coup:
        called = [replace(stake, bet=parse_bet(stake.bet, rulebook).code) for stake in stakes]
        return settle_coup(rulebook, called, NUMBER)

    cloths = [
        (rulebook, thousand([bet for bet in every_bet(rulebook) if isinstance(bet, AnnouncedBet)]))
        for rulebook in rulebooks().values()
    ]
    return _slowest(
        "1000_announced_bets", "1,000 announced bets expanded and settled", expand_and_settle, cloths
    )


def _slowest(name: str, what: str, settle: Settle, cloths: list[tuple[Rulebook, list[Stake]]]) -> Figure:
    """Return the figure of the slowest rulebook, next to a bare loop that makes as many lines."""
    found = []
    for rulebook, stakes in cloths:
        lines = lines_in(settle(rulebook, stakes))
        seconds, bare = medians(partial(settle, rulebook, stakes), partial(make_lines, lines))
        found.append((seconds, bare, lines, rulebook.id))
    seconds, bare, lines, house = max(found)
    ms, bare_ms, ratio = round(seconds * 1000, 2), round(bare * 1000, 2), round(bare / seconds, 3)
    return Figure(
        name,
        {"rulebook": house, "lines": lines, "ms": ms, "bare_ms": bare_ms, "ratio_to_bare_loop": ratio},
        f"{what}: {ms} ms ({house}, the slowest; {lines:,} lines); bare loop: {bare_ms} ms, ratio {ratio}",
    )
