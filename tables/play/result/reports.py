"""Which coup a report is about: two reports of one thing are one thing, whenever and by whatever route they come.

A reader names its game (epoch and counter), staff names a coup or means the one at hand. A coup that staff declared
while the reader was silent waits for the reader's own report: what the reader says late is about that one, and must
not open, close or settle the coup that runs by now.
"""

from tables.play import commands as c
from tables.play.state import RUNNING, PastCoup, State


def is_stale(state: State, seen: c.Seen) -> bool:
    """Whether a launch, a closing or a void is of a coup that already has its number, and so says nothing new."""
    if seen.game is None:
        return False
    if any(past.game == seen.game for past in state.past):
        return True
    return not seen.live and any(past.awaits_reader for past in state.past)


def is_of_null_launch(state: State, report: c.DeclareNumber) -> bool:
    """Whether the reader tells where the ball of an annulled launch came to rest: no number before the next launch is
    the coup's. What staff says is: it may have launched again unheard."""
    same_game = report.game is not None and report.game == state.game
    return report.source == "reader" and state.course.annulled and same_game


def past_coup_meant(state: State, report: c.DeclareNumber) -> PastCoup | None:
    """The coup with a number already that this number is a second report of; None if it is a new coup's."""
    if not state.past:
        return None
    return _meant_by_reader(state, report) if report.source == "reader" else _meant_by_staff(state, report)


def _meant_by_staff(state: State, report: c.DeclareNumber) -> PastCoup | None:
    last = state.past[-1]
    if report.coup is not None:
        return next((past for past in state.past if past.coup == report.coup), None)
    if state.phase not in RUNNING:
        return last
    # While a live reader has seen no launch, the number that staff gives can only be the last coup's.
    unlaunched = state.phase == "betting" and state.launches == 0 and state.reader.state == "live"
    return last if unlaunched and last.source == "reader" and not last.confirmed else None


def _meant_by_reader(state: State, report: c.DeclareNumber) -> PastCoup | None:
    known = next((past for past in state.past if report.game is not None and past.game == report.game), None)
    if known is not None:
        return known
    if report.corrects:
        return next((past for past in reversed(state.past) if past.source == "reader"), None)
    waiting = [past for past in state.past if past.awaits_reader]
    if not waiting or (report.game is not None and report.game == state.game):
        return None
    if not report.live:
        return waiting[0]
    return waiting[-1] if _too_early_for_the_running_coup(state, report, waiting[-1]) else None


def _too_early_for_the_running_coup(state: State, report: c.DeclareNumber, waiting: PastCoup) -> bool:
    """No coup runs, or nothing was launched in it: a live number is then of the coup that staff declared just now.

    A reader that names no games says nothing of launches either: only the same number is taken for a second report.
    """
    if state.phase not in RUNNING:
        return True
    if state.phase != "betting" or state.launches:
        return False
    return report.game is not None or report.number == waiting.number


def doubts_about(running: str | None, report: c.DeclareNumber) -> tuple[str, ...]:
    """Why a person must confirm the number before anything is paid on it. `running`: the running coup's game."""
    other_game = None not in (report.game, running) and report.game != running
    return ("recovered",) * report.recovered + ("other_game",) * other_game + report.doubts
