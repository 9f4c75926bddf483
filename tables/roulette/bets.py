"""Bets in words: from a code, an alias or a traditional name to the one bet that it means."""

from __future__ import annotations

import msgspec

from tables.roulette.rulebook import Rulebook


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet on one position of the cloth: canonical code, kind and the numbers that it wins on, ascending."""

    code: str
    kind: str
    numbers: tuple[int, ...]


class AnnouncedBet(msgspec.Struct, frozen=True, kw_only=True):
    """An announced bet with its chips: each a bet on the cloth and how many chips of one value lie on it."""

    code: str
    kind: str
    chips: tuple[tuple[Bet, int], ...]
    clause: str


def parse_bet(text: str, rulebook: Rulebook, *, wheel: str | None = None) -> Bet | AnnouncedBet:
    """The bet that `text` means. Raises BetRefused with the clause."""
    raise NotImplementedError


def expand(bet: AnnouncedBet, amount: int) -> tuple[tuple[Bet, int], ...]:
    """Each chip's bet with its amount in minor units. Raises BetRefused when `amount` does not divide."""
    raise NotImplementedError
