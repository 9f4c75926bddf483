"""Bets to be measured with, the same in every run, and the bare lines that they are measured against."""

from collections.abc import Sequence
from itertools import cycle, islice

from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.payout.lines import Coup, Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

CHIP = 500
THOUSAND = 1_000
PLAYERS = 8
DIFFERENT_CHIPS = 97


def full_cloth(rulebook: Rulebook, players: int) -> list[Stake]:
    """Every plain bet, once for each player, and one announced bet of each kind for the first."""
    bets = every_bet(rulebook)
    plain = [bet for bet in bets if not isinstance(bet, AnnouncedBet)]
    announced = {bet.kind: bet for bet in bets if isinstance(bet, AnnouncedBet)}
    stakes = [
        Stake(ref=f"b{player}-{turn}", player=f"P{player}", bet=bet.code, amount=CHIP * (turn % 7 + 1))
        for player in range(players)
        for turn, bet in enumerate(plain)
    ]
    stakes.extend(
        Stake(ref=kind, player="P0", bet=bet.code, amount=CHIP * bet.pieces)
        for kind, bet in announced.items()
    )
    return stakes


def thousand(bets: Sequence[Bet | AnnouncedBet]) -> list[Stake]:
    """A thousand stakes on these bets by turns, of several players, in amounts whose halves do not all divide."""
    return [
        Stake(
            ref=f"b{turn}",
            player=f"P{turn % PLAYERS}",
            bet=bet.code,
            amount=(CHIP + turn % DIFFERENT_CHIPS) * (bet.pieces if isinstance(bet, AnnouncedBet) else 1),
        )
        for turn, bet in enumerate(islice(cycle(bets), THOUSAND))
    ]


def lines_in(coup: Coup) -> int:
    """Return the number of settled lines of a coup, with the lines of announced bets' chips."""
    return len(coup.lines) + sum(len(line.chips) for line in coup.lines)


def make_lines(count: int) -> list[Line]:
    """A bare loop: that many lines of the kind that settling makes, and nothing settled."""
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
    return made
