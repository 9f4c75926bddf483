"""A won announced bet played again from its payment."""

from datetime import datetime

from tables.play import commands as c
from tables.play.dated import Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def replay_bet(state: State, command: c.ReplayBet, rulebook: Rulebook, at: datetime) -> Decision:
    raise Refused("not yet")
    yield
