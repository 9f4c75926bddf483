"""How these tests put bets down: in the published codes, as (player, bet, amount), with refs a, b, c, ..."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import Any

import pytest

from settlement.payout.engine import settle_coup
from settlement.payout.lines import Coup, Stake
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook

Placed = tuple[str, str, int]
Settle = Callable[..., Coup]
Run = Callable[..., list[Coup]]


def laid(rulebook: str, placed: Sequence[Placed], **more: Any) -> list[Stake]:
    book = get_rulebook(rulebook)
    return [
        Stake(ref=ref, player=player, bet=parse_bet(bet, book), amount=amount, **more)
        for ref, (player, bet, amount) in zip(ascii_lowercase, placed, strict=False)
    ]


@pytest.fixture
def stakes() -> Callable[..., list[Stake]]:
    """The stakes of `(player, bet, amount)` under a rulebook."""
    return laid


@pytest.fixture
def settle() -> Settle:
    """One coup: `settle(rulebook, number, *placed)`."""

    def settled(rulebook: str, number: int, *placed: Placed) -> Coup:
        return settle_coup(get_rulebook(rulebook), laid(rulebook, placed), number)

    return settled


@pytest.fixture
def run() -> Run:
    """Consecutive coups of one bet: `run(rulebook, bet, amount, numbers, {turn: choice})`, turns from 1."""

    def coups(
        rulebook: str, bet: str, amount: int, numbers: Sequence[int], choices: dict[int, str] | None = None
    ) -> list[Coup]:
        lying: Sequence[Stake] = laid(rulebook, [("P1", bet, amount)])
        done = []
        for turn, number in enumerate(numbers, start=1):
            said = {"a": choices[turn]} if choices and turn in choices else {}
            done.append(settle_coup(get_rulebook(rulebook), lying, number, said))
            lying = done[-1].kept
        return done

    return coups
