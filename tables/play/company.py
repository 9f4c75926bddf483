"""Players in company: limits hold for their sum."""

from datetime import datetime

from tables.play import commands as c
from tables.play.dated import Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def declare_company(state: State, command: c.DeclareCompany, rulebook: Rulebook, at: datetime) -> Decision:
    raise Refused("not yet")
    yield


def end_company(state: State, command: c.EndCompany, rulebook: Rulebook, at: datetime) -> Decision:
    raise Refused("not yet")
    yield
