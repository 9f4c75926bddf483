"""Players in company: the limits hold for the sum of what they stake (it-campione/7)."""

from collections import Counter
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def declare_company(state: State, command: c.DeclareCompany, rulebook: Rulebook, at: datetime) -> Decision:
    """Holds the limits to the sum of these players, two or more who are in no company yet.

    It is about what they may stake from now on: what they have on the cloth stays, also where it is over the
    maximum together. Raises Refused where the rulebook knows no players in company.
    """
    clause = _company_clause(rulebook)
    if not all(player.strip() for player in command.players):
        raise Refused("a company is made of players with names: a seat, a colour or an alias", clause)
    twice = [player for player, times in Counter(command.players).items() if times > 1]
    if twice:
        raise Refused(f"{', '.join(twice)} is named more than once in the company", clause)
    if len(command.players) < 2:
        raise Refused(
            f"a company has two players or more, not {len(command.players)}",
            clause,
            limit=2,
            value=len(command.players),
        )
    for members in state.companies:
        already = [player for player in command.players if player in members]
        if already:
            raise Refused(
                f"{', '.join(already)} is in company already, of {_together(members)}; end that one first",
                clause,
            )
    yield Dated(e.CompanyDeclared(players=command.players), at)


def end_company(state: State, command: c.EndCompany, rulebook: Rulebook, at: datetime) -> Decision:
    """Holds the limits to each of these players alone again: exactly the members of one declared company."""
    clause = _company_clause(rulebook)
    if set(command.players) not in [set(members) for members in state.companies]:
        named = _together(command.players) or "nobody"
        declared = "; ".join(_together(members) for members in state.companies) or "none"
        raise Refused(f"{named}: not the members of a company; in company are: {declared}", clause)
    yield Dated(e.CompanyEnded(players=command.players), at)


def _company_clause(rulebook: Rulebook) -> str:
    clause = rulebook.limits.company_clause
    if clause is None:
        raise Refused(
            "this rulebook knows no players in company: the maximum holds for each player",
            rulebook.limits.maximum_clause,
        )
    return clause


def _together(players: tuple[str, ...]) -> str:
    return " and ".join(players)
