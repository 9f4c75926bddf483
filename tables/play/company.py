"""Players in company: the limits hold for the sum of what they stake (it-campione/7)."""

from collections import Counter
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.held_stakes import owner
from tables.play.player_names import check_name
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def declare_company(state: State, command: c.DeclareCompany, rulebook: Rulebook, at: datetime) -> Decision:
    """Holds the limits to the sum of these players, two or more who are in no company yet.

    It is about what they may stake from now on: what they have on the cloth stays, also where it is over the
    maximum together. Raises Refused where the rulebook knows no players in company, and while the ball runs.
    """
    clause = _company_clause(rulebook)
    _check_ball_rests(state, "a company is declared", clause)
    if not all(player.strip() for player in command.players):
        raise Refused("a company is made of players with names: a seat, a colour or an alias", clause)
    for player in command.players:
        check_name(player, clause)
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
    """Holds the limits to each of these players alone again: exactly the members of one declared company.

    Raises Refused while the ball runs, and as long as bets of theirs lie that the company's limits were held to; a
    stake in prison is bound, and keeps nobody in company.
    """
    clause = _company_clause(rulebook)
    _check_ball_rests(state, "a company is ended", clause)
    if set(command.players) not in [set(members) for members in state.companies]:
        named = _together(command.players) or "nobody"
        declared = "; ".join(_together(members) for members in state.companies) or "none"
        raise Refused(f"{named}: not the members of a company; in company are: {declared}", clause)
    lying = [bet for bet in state.bets if not bet.level and owner(bet) in command.players]
    if lying:
        theirs = ", ".join(f"{bet.ref} for {owner(bet)}" for bet in lying)
        raise Refused(
            f"bets of {_together(command.players)} lie on the cloth in company, {theirs}: "
            "it is ended before they are laid, when they are withdrawn or after their number",
            clause,
        )
    yield Dated(e.CompanyEnded(players=command.players), at)


def _check_ball_rests(state: State, what: str, clause: str) -> None:
    """What lies when the ball runs is paid by the companies of that time."""
    if state.phase in ("launched", "bets_closed"):
        raise Refused(
            f"coup {state.coup} is running: {what} before the ball is launched or after its number", clause
        )


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
