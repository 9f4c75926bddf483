"""A movement of value from one place to another, and what several of them come to."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from settlement.ledger.accounts import Account


class Route(NamedTuple):
    """Reason of a movement of value, with its source and its target."""

    reason: str
    source: Account
    target: Account


class Move(NamedTuple):
    """`amount` minor units go along a route; an amount below zero goes the other way."""

    reason: str
    source: Account
    target: Account
    amount: int

    def entries(self) -> tuple[tuple[str, Account, int], ...]:
        """Return its two sides, balanced: the reason, the place, and the amount that comes to it (below zero: leaves
        it).
        """
        return ((self.reason, self.source, -self.amount), (self.reason, self.target, self.amount))

    def back(self) -> "Move":
        return self._replace(amount=-self.amount)


Effect = Mapping[Route, int]
"""Movements so far along each route, in minor units."""


def effect_of(moves: Iterable[Move]) -> dict[Route, int]:
    """Return the sum of the moves along each route, without routes whose sum is zero."""
    total: dict[Route, int] = {}
    for move in moves:
        route = Route(move.reason, move.source, move.target)
        total[route] = total.get(route, 0) + move.amount
    return {route: amount for route, amount in total.items() if amount}


def moves_between(before: Effect, after: Effect) -> list[Move]:
    """The moves that make `after` out of `before`: what an amended coup still moves, or moves back."""
    return [
        Move(*route, after.get(route, 0) - before.get(route, 0))
        for route in (*before, *(route for route in after if route not in before))
        if after.get(route, 0) != before.get(route, 0)
    ]
