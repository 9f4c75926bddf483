"""All bets of a player at once: those of the last coup again, or those on the cloth once more.

Each is judged as if it were placed by itself after those before it, so a reason against one of them forbids all.
"""

from collections.abc import Iterable
from datetime import datetime

from tables.play import commands as c
from tables.play.betting.decide.bets import as_it_lay, place_bet
from tables.play.betting.questions import bets_of_last_coup, bets_to_double, bets_to_repeat
from tables.play.evolve import evolve_all
from tables.play.pending import Decision
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def repeat_bets(state: State, command: c.RepeatBets, rulebook: Rulebook, at: datetime) -> Decision:
    """Place the player's bets of the last coup again, except those on the cloth. A second request places nothing
    twice.

    Raises Refused if all of them are on the cloth already, if the player had none, or if one of them is not allowed.
    """
    if not bets_of_last_coup(state, command.player):
        raise Refused("no-bets-of-last-coup", player=command.player)
    missing = bets_to_repeat(state, command.player)
    if not missing:
        raise Refused("bets-lie-as-before", player=command.player)
    yield from _laid(state, missing, command.repeated, rulebook, at)


def double_bets(state: State, command: c.DoubleBets, rulebook: Rulebook, at: datetime) -> Decision:
    """Place each free bet of the player once more. Raises Refused if the player has none, or if one of them is not
    allowed.
    """
    lying = bets_to_double(state, command.player)
    if not lying:
        raise Refused("no-bets-to-double", player=command.player)
    yield from _laid(state, lying, command.repeated, rulebook, at)


def _laid(
    state: State, stakes: Iterable[Stake], repeated: tuple[str, ...], rulebook: Rulebook, at: datetime
) -> Decision:
    for stake in stakes:
        announced = isinstance(parse_bet(stake.bet, rulebook, wheel=state.wheel), AnnouncedBet)
        again = as_it_lay(stake, repeated=repeated if announced else ())
        placed = tuple(place_bet(state, again, rulebook, at))
        yield from placed
        state = evolve_all(state, placed, rulebook)
