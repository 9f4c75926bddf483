"""The limits in force: changed with notice and a new sign."""

from datetime import datetime

from tables.play import commands as c
from tables.play.dated import Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_limits(state: State, command: c.ChangeLimits, rulebook: Rulebook, at: datetime) -> Decision:
    raise Refused("not yet")
    yield
