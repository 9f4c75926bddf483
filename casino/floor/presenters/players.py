"""Players at the table: their bets repeated, doubled or lifted with one touch."""

import msgspec

from casino.kit.hand import seats
from casino.kit.money import money
from casino.kit.seats import seat_of
from tables.play.betting.questions import bets_to_double, bets_to_repeat, may_withdraw, takes_bets
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class Touch(msgspec.Struct, frozen=True, kw_only=True):
    """Bets of one touch, and their sum."""

    count: int
    amount: str


class PlayerAtCloth(msgspec.Struct, frozen=True, kw_only=True):
    """A player with the touches possible now; None for each that is not."""

    player: str
    who: str
    colour: str
    repeat: Touch | None
    double: Touch | None
    lift: Touch | None


def players_at_cloth(state: State, rulebook: Rulebook) -> tuple[PlayerAtCloth, ...]:
    """Return the players with a possible touch while bets are taken, in the order of the hand's seats. A seat of a
    live table stakes for itself.
    """
    if rulebook.seats is not None or not takes_bets(state, rulebook):
        return ()
    known = dict.fromkeys((*(seat.player for seat in seats(state)), *(bet.player for bet in state.bets)))
    rows = (_player(state, player, rulebook) for player in known)
    return tuple(row for row in rows if row.repeat or row.double or row.lift)


def _player(state: State, player: str, rulebook: Rulebook) -> PlayerAtCloth:
    lying, seat = bets_to_double(state, player), seat_of(player)
    may_lift = all(may_withdraw(state, bet, rulebook) for bet in lying)
    return PlayerAtCloth(
        player=player,
        who=seat.label,
        colour=seat.colour,
        repeat=_touch(bets_to_repeat(state, player), state.currency),
        double=_touch(lying, state.currency),
        lift=_touch(lying, state.currency) if may_lift else None,
    )


def _touch(bets: tuple[Stake, ...], currency: str) -> Touch | None:
    return Touch(count=len(bets), amount=money(sum(bet.amount for bet in bets), currency)) if bets else None
