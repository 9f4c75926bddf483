"""A rotor that is set going invites bets: the next coup opens by it, unless something stands before that."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.direction import check_last_coup_not_played, check_not_suspended
from tables.play.float_count import check_opening_float
from tables.play.forced_close import check_forced_close_explained
from tables.play.live_round import closes_at
from tables.play.reports import is_stale
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def start_rotor(state: State, command: c.StartRotor, rulebook: Rulebook, at: datetime) -> Decision:
    """The wheel invites bets: the next coup opens, or waits for the payments of the last one.

    Where nobody could announce the coup (play is suspended, the last coup is played, the float is not counted) the
    wheel does not open it either: it turns, and faites vos jeux is announced once that is over.
    """
    if is_stale(state, command) or state.phase not in ("idle", "paying"):
        return
    if state.phase == "idle" and may_open(state, rulebook):
        yield Dated(_opened(state, rulebook, at, command.game), at)
    elif not state.reader.place_bets:
        yield Dated(e.RotorStarted(reader=command.reader), at)


def opened_by_rotor(state: State, rulebook: Rulebook, at: datetime) -> Decision:
    """The coup for which the wheel turns already, once the last one is paid."""
    if state.reader.place_bets and may_open(state, rulebook):
        yield Dated(_opened(state, rulebook, at, None), at)


def may_open(state: State, rulebook: Rulebook) -> bool:
    """Whether nothing stands before the next coup but the payments of the last one."""
    try:
        check_not_suspended(state, c.AnnounceBetsOpen(), rulebook)
        check_last_coup_not_played(state, rulebook)
        check_forced_close_explained(state, "bets open")
        check_opening_float(state)
    except Refused:
        return False
    return True


def _opened(state: State, rulebook: Rulebook, at: datetime, game: str | None) -> e.BetsOpened:
    closes = closes_at(rulebook, at)
    return e.BetsOpened(coup=state.coup + 1, source="reader", game=game, closes_at=closes)
