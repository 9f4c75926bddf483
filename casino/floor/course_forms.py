"""What is asked in a coup beside its phases, as forms: late and moved bets, directions, turns, a hanging ball."""

from collections.abc import Callable

from casino.floor.bet_form import accept_late_bet, move_bet, refuse_late_bet
from casino.floor.launch_directions import directions_seen
from casino.kit.forms.fields import Form, Unclear, count, required
from tables.play import commands as c
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def _turns(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    required(form, "turns", Unclear("turns-not-entered"))
    return c.CountTurns(turns=count(form, "turns", "turns"))


COURSE: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "accept-late-bet": accept_late_bet,
    "refuse-late-bet": refuse_late_bet,
    "move-bet": move_bet,
    "directions": directions_seen,
    "turns": _turns,
    "ball-hangs": lambda form, state, rulebook: c.HangBall(),
    "ball-freed": lambda form, state, rulebook: c.FreeBall(),
    "doubt-dismissed": lambda form, state, rulebook: c.DismissDoubt(coup=count(form, "coup", "coup")),
    "losers-cleared": lambda form, state, rulebook: c.ClearLosers(),
}
