"""Bets placed, found, taken off, moved, played again or late; groups of players whose limits add up."""

from tables.play.betting.events import AnnouncementRefusal
from tables.play.command import Command, Fact, Request, Signed


class DeclareGroup(Request, frozen=True, kw_only=True, tag="declare-company"):
    """Hold the limits to the sum of these players."""

    players: tuple[str, ...]


class EndGroup(Request, frozen=True, kw_only=True, tag="end-company"):
    """Hold the limits to each of these players alone again: all members of one group."""

    players: tuple[str, ...]


class LayChips(Command, frozen=True, kw_only=True):
    """Chips as they are laid: `bet` in any of its codes or names, `amount` in minor units (an announced bet's total).

    `chip` is the value of one of its chips, `layout` which one of a double table's. Chips are of a `colour` or carry a
    `face_value`; where neither is given at a table with chips of colours, they are of the player's own colour.
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
    """The casino's series of its chips, where it is known."""
    symbol: str | None = None
    """The symbol on its chips, where it is known: that of their table."""
    on_advance: str | None = None
    """The advance on which it is announced without its amount being handed over; with no amount, for all of it."""


class PlaceBet(Request, LayChips, frozen=True, kw_only=True, tag="place-bet"):
    """Put a bet down."""

    repeated: tuple[str, ...] = ()
    """The people who repeated an announced bet aloud: `employee`, `chief`."""
    called: bool = False
    """True if the player called the bet out and the croupier places it. If the rulebook demands it, the bet is repeated
    too."""


class FindExcess(Fact, LayChips, frozen=True, kw_only=True, tag="excess-bet"):
    """Chips were found on the cloth before bets were closed: over the maximum the excess rule settles them, if there
    is one; else they break the clause of the maximum."""


class WithdrawBet(Request, frozen=True, kw_only=True, tag="withdraw-bet"):
    """Take a bet off the cloth again, by its reference."""

    ref: str


class LiftStakes(Request, frozen=True, kw_only=True, tag="lift-stakes"):
    """Take off the cloth all winning stakes of a player that stay on it; `laid_too` adds every other bet of the
    player that may be taken off.
    """

    player: str
    laid_too: bool = False


class RepeatBets(Request, frozen=True, kw_only=True, tag="repeat-bets"):
    """Place a player's bets of the last coup again, except those that are on the cloth already."""

    player: str
    repeated: tuple[str, ...] = ()
    """The people who repeated the announced bets among them aloud."""


class DoubleBets(Request, frozen=True, kw_only=True, tag="double-bets"):
    """Lay all that a player has on the cloth once more."""

    player: str
    repeated: tuple[str, ...] = ()
    """The people who repeated the announced bets among them aloud."""


class ReplayBet(Request, frozen=True, kw_only=True, tag="replay-bet"):
    """Play a won announced bet again from its payment, in a way that the rulebook names (`a-completare`, `parol`)."""

    ref: str
    replay: str


class SeeLateBet(Fact, frozen=True, kw_only=True, tag="late-bet"):
    """Chips were seen on the cloth after rien ne va plus; `bet` names the place, as a bet's code or in any words."""

    player: str
    bet: str
    amount: int


class AcceptLateBet(Request, Signed, frozen=True, kw_only=True, tag="accept-late-bet"):
    """Let a late bet take part. The person who may accept it has signed."""

    bet: PlaceBet


class RefuseLateBet(Request, Signed, frozen=True, kw_only=True, tag="refuse-late-bet"):
    """Refuse a late bet, with a reason; `bet` names the place, as a bet's code or in any words."""

    player: str
    bet: str
    amount: int
    reason: str


class RefuseAnnouncement(Fact, frozen=True, kw_only=True, tag="refuse-announcement"):
    """A bet that a player announced was turned down at the table, in time or late.

    `announcement` is its code or any words, `amount` the money with it in minor units, 0 without money.
    """

    player: str
    announcement: str
    amount: int = 0
    reason: AnnouncementRefusal
    words: str = ""


class MoveBet(Request, frozen=True, kw_only=True, tag="move-bet"):
    """Take a bet off the cloth and put it down elsewhere, in one step."""

    ref: str
    bet: str
    distance: int | None = None
    repeated: tuple[str, ...] = ()
    """The employees who repeated an announced bet aloud at its present place."""


class ClearLosers(Fact, frozen=True, kw_only=True, tag="losers-cleared"):
    """The losing chips are off the cloth."""
