"""Bets as they come onto the cloth and leave it."""

from typing import Literal

from tables.play.event import Event, Person
from tables.roulette.stake import Stake

AnnouncementRefusal = Literal[
    "without_amount", "unclear", "not_repeated", "forbidden", "too_late", "over_limits", "chief", "other"
]
"""The reasons why an announcement was turned down: its amount did not come with it, it was not clear, the people who
must repeat it did not, the rulebook forbids it by name, it came too late, it was outside the limits, or the chief of
the table turned it down while the ball ran."""


class BetPlaced(Event, frozen=True, kw_only=True, omit_defaults=True, tag="bet_placed"):
    """A bet is on the cloth, or beside it if announced. `amount` is the total in minor units."""

    coup: int
    ref: str
    player: str
    bet: str
    amount: int
    distance: int | None = None
    """On an even chance: the distance of the chips from the employee; the farthest has the largest."""
    excess: bool = False
    """It was found on the cloth above the maximum and is settled by the rulebook's excess rule."""
    layout: int = 1
    """The layout of a double table on which the bet is."""
    chip: int | None = None
    """The value of one of its chips in minor units, where it is known; the amount is a multiple of it."""
    colour: str | None = None
    """The colour of its chips, by its English name (`yellow`), where it is known."""
    face_value: bool = False
    """True for chips that carry their value; where the rulebook has chips of colours, the other chips carry none."""
    on_behalf_of: str | None = None
    """Player of a bet that a third party placed: the bet counts to that player's limits."""
    replay_of: str | None = None
    """It was placed out of the payment of the bet with this reference."""
    stays_of: str | None = None
    """The reference of the winning bet of which this bet is the stake that stays."""
    series: str | None = None
    """The casino's series of its chips, where it is known."""
    on_advance: str | None = None
    """The advance that covers the amount of an announcement whose amount was not handed over."""
    repeated: tuple[str, ...] = ()
    """The people who repeated it aloud: `employee`, `chief`."""
    called: bool = False
    """True if the player called the bet out and the croupier placed it."""
    late: bool = False
    """It came after its time, and was accepted."""
    accepted_by: Person | None = None
    """The person who accepted the bet although it was late."""

    @property
    def as_laid(self) -> Stake:
        """Return the stake of this bet."""
        return Stake(
            ref=self.ref,
            player=self.player,
            bet=self.bet,
            amount=self.amount,
            distance=self.distance,
            excess=self.excess,
            layout=self.layout,
            chip=self.chip,
            colour=self.colour,
            face_value=self.face_value,
            on_behalf_of=self.on_behalf_of,
            replay_of=self.replay_of,
            stays_of=self.stays_of,
            on_advance=self.on_advance,
            late=self.late,
        )


class BetWithdrawn(Event, frozen=True, kw_only=True, tag="bet_withdrawn"):
    """A bet was taken off the cloth before bets were closed."""

    coup: int
    ref: str


class BetReplayed(Event, frozen=True, kw_only=True, tag="bet_replayed"):
    """A won announced bet is played again from its payment; the bets that this places follow as `bet_placed`.

    Money in minor units: `won` (the prize) + `stake` (of its winning chips) = `stays` + `restaked` + `paid_out`.
    """

    coup: int
    """The coup that it won in."""
    ref: str
    replay: str
    """The rulebook's name for the way of replaying, such as `a-completare`."""
    won: int
    stake: int
    stays: int
    restaked: int
    paid_out: int


class LateBetSeen(Event, frozen=True, kw_only=True, tag="late_bet_seen"):
    """Chips that came onto the cloth after rien ne va plus: recorded, but not part of the coup.

    `bet` is the bet's code for chips on a position, else the words for the place.
    """

    coup: int
    player: str
    bet: str
    amount: int
    reason: str = ""
    """The reason why a requested bet was refused."""


class AnnouncementRefused(Event, frozen=True, kw_only=True, tag="announcement_refused"):
    """A bet that a player announced was turned down at the table: no part of the coup.

    `announcement` is its code, else the words for it. `amount` is the money with it, in minor units, 0 without money.
    `words` are a person's own.
    """

    coup: int
    player: str
    announcement: str
    amount: int
    reason: AnnouncementRefusal
    clause: str
    words: str = ""


BetEvent = BetPlaced | BetWithdrawn | BetReplayed | LateBetSeen | AnnouncementRefused
