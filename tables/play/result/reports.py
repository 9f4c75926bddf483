"""The coup that a report is about: two reports of one fact are one fact, at any time and by any route.

A reader names its game (epoch and counter), staff name a coup or mean the present one. A coup that staff declared
while the reader was silent waits for the reader's own report: a late message of the reader is about that one, and
must not open, close or settle the running coup.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play.reader.state import NumberReport, Reader
from tables.play.state import RUNNING, PastCoup, State

NOBODY = Reader()


def is_witness(state: State, reader: str | None) -> bool:
    """Return True if the reader is a witness at the table; False without a reader's name."""
    return reader is not None and state.readers.get(reader, NOBODY).role == "witness"


def last_report_of(state: State, reader: str | None, coup: int) -> NumberReport | None:
    """Return the reader's last number for the coup; None if it gave none, and without a reader's name."""
    reported = state.readers.get(reader or "", NOBODY).reported
    return next((each for each in reversed(reported) if each.coup == coup), None)


def report_of_game(state: State, reader: str | None, game: str | None) -> NumberReport | None:
    """Return the reader's last number for a game that it names."""
    reported = state.readers.get(reader or "", NOBODY).reported
    return next((each for each in reported if game is not None and each.game == game), None)


def is_other_game(running: str | None, reported: str | None) -> bool:
    """Return True if a reader names another game than the one that runs. Names of two readers cannot be compared."""
    if running is None or reported is None or running == reported:
        return False
    return running.rpartition(":")[0] == reported.rpartition(":")[0]


def is_older_game(state: State, game: str | None) -> bool:
    """Return True if a coup has the number of a later game of the same reader and epoch."""
    if game is None:
        return False
    epoch, counter = _counted(game)
    later = (_counted(past.game) for past in state.past if past.game is not None)
    return any(each == epoch and count > counter for each, count in later)


def _counted(game: str) -> tuple[str, int]:
    """Return the epoch of a game, with the code of a witness before it, and its counter."""
    epoch, _, counter = game.rpartition("/")
    return epoch, int(counter) if counter.isdecimal() else 0


def is_stale(state: State, seen: c.Seen) -> bool:
    """Return True if a launch, a closing or a void is of a coup that already has its number, and so changes nothing."""
    if seen.game is None:
        return False
    if any(past.game == seen.game for past in state.past):
        return True
    # While the primary reader is away, a fact comes from another one, whose late messages these coups do not await.
    return not seen.live and not state.reader.is_away and any(past.awaits_reader for past in state.past)


def is_of_null_launch(state: State, report: c.DeclareNumber) -> bool:
    """Return True if the reader reports the resting place of the ball of an annulled launch: a number before the
    next launch is not the coup's. A number from staff is: the ball may have been launched again unheard.
    """
    same_game = report.game is not None and report.game == state.game
    return report.source == "reader" and state.course.annulled and same_game


def past_coup_meant(state: State, report: c.DeclareNumber, at: datetime) -> PastCoup | None:
    """Return the coup with a number already that this number, of the moment `at`, is a second report of; None if it is
    a new coup's.
    """
    if not state.past:
        return None
    if report.source == "reader":
        return _meant_by_reader(state, report, at)
    return _meant_by_staff(state, report)


def _meant_by_staff(state: State, report: c.DeclareNumber) -> PastCoup | None:
    last = state.past[-1]
    if report.coup is not None:
        return next((past for past in state.past if past.coup == report.coup), None)
    if state.phase not in RUNNING:
        return last
    # While a live reader has seen no launch, the number that staff gives can only be the last coup's.
    unlaunched = state.phase == "betting" and state.launches == 0 and state.reader.state == "live"
    return last if unlaunched and last.source == "reader" and not last.confirmed else None


def _meant_by_reader(state: State, report: c.DeclareNumber, at: datetime) -> PastCoup | None:
    reported = report_of_game(state, report.reader, report.game)
    coups = {reported.coup} if reported is not None else set()
    for past in state.past:
        if past.coup in coups or (report.game is not None and past.game == report.game):
            return past
    if report.corrects:
        # The last coup that it gave a number for, also one that another source gave first.
        return next((past for past in reversed(state.past) if _is_given_by(state, past, report)), None)
    waiting = [
        past
        for past in state.past
        if past.awaits_reader and last_report_of(state, report.reader, past.coup) is None
    ]
    if not waiting or (report.game is not None and report.game == state.game):
        return None
    if not report.live:
        return waiting[0]
    if _implies_next_spin(report, waiting[-1], at):
        return None
    return waiting[-1] if _too_early_for_the_running_coup(state, report, waiting[-1]) else None


def _is_given_by(state: State, past: PastCoup, report: c.DeclareNumber) -> bool:
    """Return True if the reader gave a number for the coup."""
    own = past.source == "reader" and past.reader in (None, report.reader)
    return own or last_report_of(state, report.reader, past.coup) is not None


def _implies_next_spin(report: c.DeclareNumber, waiting: PastCoup, at: datetime) -> bool:
    """Return True if a number whose launch is implied comes so long after the number from staff that it is the next
    one.
    """
    if report.spin is None or not report.spin.implied or waiting.fell_at is None:
        return False
    return (at - waiting.fell_at).total_seconds() >= report.spin.since_number_s


def _too_early_for_the_running_coup(state: State, report: c.DeclareNumber, waiting: PastCoup) -> bool:
    """Return True if no coup runs, or nothing was launched in it: a live number is then of the coup that staff
    declared just now.

    A reader without games reports no launches either: only the same number counts as a second report.
    """
    if state.phase not in RUNNING:
        return True
    if state.phase != "betting" or state.launches:
        return False
    return report.game is not None or report.number == waiting.number


def doubts_about(running: str | None, report: c.DeclareNumber) -> tuple[str, ...]:
    """Return the reasons why a person must confirm the number before anything is paid on it. `running`: the running
    coup's game.
    """
    other_game = ("other_game",) * is_other_game(running, report.game)
    return (*("recovered",) * report.recovered, *other_game, *report.doubts)
