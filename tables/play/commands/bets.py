"""Bets that are asked for, taken off, played again, or found on the cloth."""

from tables.play.commands.base import Command, Fact, Request


class LayChips(Command, frozen=True, kw_only=True):
    """Chips as they are laid: `bet` in any of its codes or names, `amount` in minor units (an announced bet's total).

    `chip` is the value of one of its chips, `layout` which one of a double table's. Chips are of a `colour` or carry a
    `face_value`; where neither is said at a table with chips of colours, they are of the player's own colour.
    """

    player: str
    bet: str
    amount: int
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    face_value: bool = False
    on_behalf_of: str | None = None
    """The player whom a third party places it for."""
    series: str | None = None
    """The house's series of its chips, where it is told."""
    symbol: str | None = None
    """The symbol on its chips, where it is told: that of their table."""
    on_advance: str | None = None
    """The advance on which it is announced without its amount being handed over; with no amount, for all of it."""


class PlaceBet(Request, LayChips, frozen=True, kw_only=True, tag="place-bet"):
    """Put a bet down."""

    repeated: tuple[str, ...] = ()
    """Who repeated it aloud, of an announced bet: `employee`, `chief`."""


class FindExcess(Fact, LayChips, frozen=True, kw_only=True, tag="excess-bet"):
    """Chips were found on the cloth before bets were closed: over the maximum the excess rule settles them, if there
    is one; else they break the clause of the maximum."""


class WithdrawBet(Request, frozen=True, kw_only=True, tag="withdraw-bet"):
    """Take a bet off the cloth again, by its reference."""

    ref: str


class ReplayBet(Request, frozen=True, kw_only=True, tag="replay-bet"):
    """Play a won announced bet again from its payment, in a way that the rulebook names (`a-completare`, `parol`)."""

    ref: str
    replay: str


class SeeLateBet(Fact, frozen=True, kw_only=True, tag="late-bet"):
    """Chips were seen on the cloth after rien ne va plus; `bet` says where, in a bet's code or in any words."""

    player: str
    bet: str
    amount: int
