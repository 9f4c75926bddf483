"""Check that a reader's number belongs to the spin at hand: its ball was launched after the number before it.

A display may send its number again, and a line may be misread. So a reader's number settles a coup by itself only if
the coup has a launch and its bets are closed. Any other number is recorded, waits for a person, and opens no coup.
"""

from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play.coup.questions import BALL_RUNS
from tables.play.reader.questions import AFTER_RECONNECT, WRONG_TIME
from tables.play.result.questions import OF_WITNESS, REPEATED, bets_lie
from tables.play.result.reports import is_older_game, is_witness
from tables.play.state import State

NO_LAUNCH = "no_launch"
BETS_OPEN = "bets_open"
TOO_SOON = "too_soon"
IMPLIED = "launch_implied"
OUT_OF_ORDER = "out_of_order"
OF_NO_SPIN = frozenset(
    {NO_LAUNCH, BETS_OPEN, REPEATED, TOO_SOON, IMPLIED, WRONG_TIME, AFTER_RECONNECT, OUT_OF_ORDER}
)
"""Doubts about a number that may belong to no coup at all: it waits also with an empty cloth."""


def is_launched(state: State, report: c.DeclareNumber) -> bool:
    """Return True if the ball of the reported number is known to run: it was launched after the number before.

    Bets are closed after the launch, so a closing counts for a launch that nobody reported, except a closing by a
    clock. For a launch that the reader holds for void, a number without a game never counts.
    """
    if state.void and report.game is None:
        return False
    if state.phase not in BALL_RUNS or not (state.launches or not closed_by_clock(state)):
        return False
    if not state.doubted or state.doubted[-1].launch != (state.coup, state.launches):
        return True
    # The reader has reported the launch or the closing of a game that it names, or that game ran when the doubt
    # arose.
    return report.game is not None and report.game in (state.game, state.doubted[0].running)


def closed_by_clock(state: State) -> bool:
    """Return True if a clock closed the bets, which shows nothing of the ball."""
    played = state.live.round
    return played is not None and played.closed_at == played.closes_at


def doubts_about_spin(state: State, report: c.DeclareNumber, at: datetime) -> tuple[str, ...]:
    """Return why the number of a reader may not belong to the spin at hand; empty if it does.

    A recovered number of a game that the reader names was read after that game, so it needs no launch: a person
    confirms it in any case. If staff or another reader gave the same number last, it may be that
    coup's. A number of a game before the
    last one with a number is of no coup to come.
    """
    older = (OUT_OF_ORDER,) * is_older_game(state, report.game)
    if report.recovered and report.game is not None:
        return (*((REPEATED,) * _is_given_by_another(state, report)), *older)
    state = heard_by(state, report)
    rule = report.spin or c.SpinRule()
    soon = (TOO_SOON,) * ((report.live or rule.implied) and _comes_too_soon(state, report, rule, at))
    if rule.implied:
        # Nobody knows whether a number that waits was a spin. So no other one follows by itself.
        lacking = (IMPLIED,) * bets_lie(state) or (NO_LAUNCH,) * bool(state.doubted)
    elif not is_launched(state, report):
        lacking = (NO_LAUNCH,)
    else:
        lacking = (BETS_OPEN,) * (state.phase == "launched" and bets_lie(state))
    suspect = bool(soon) or NO_LAUNCH in lacking or not _is_counted(report, rule)
    again = (REPEATED,) * (suspect and _is_last_number(state, report))
    return (*again, *lacking, *soon, *older)


def heard_by(state: State, report: c.DeclareNumber) -> State:
    """Return the state without the numbers that witnesses proposed, unless a witness reports."""
    if is_witness(state, report.reader):
        return state
    own = tuple(each for each in state.doubted if OF_WITNESS not in each.doubts)
    return state if own == state.doubted else replace(state, doubted=own)


def _is_counted(report: c.DeclareNumber, rule: c.SpinRule) -> bool:
    """Return True if the reader's counter separates its number from the one before. Without a rule of its reader (a
    simulated day) a number counts as such.
    """
    return report.spin is None or (report.game is not None and not rule.uncounted)


def _comes_too_soon(state: State, report: c.DeclareNumber, rule: c.SpinRule, at: datetime) -> bool:
    """Return True if no ball can have run since the last number, or since the launch.

    A counter binds a number to the launch or closing of its game that the reader reported, however soon it comes.
    """
    if _is_counted(report, rule) and report.game is not None and report.game == state.game:
        return False
    numbers = [*(past.fell_at for past in state.past[-1:]), *(each.at for each in state.doubted[-1:])]
    least = [(since, rule.since_number_s) for since in numbers]
    if state.launches:
        least.append((state.course.launched_at, rule.since_launch_s))
    elif state.phase == "bets_closed":
        least.append((state.phase_since, rule.since_closing_s))
    return any(since is not None and (at - since).total_seconds() < seconds for since, seconds in least)


def _is_given_by_another(state: State, report: c.DeclareNumber) -> bool:
    """Return True if staff or another reader gave the last coup this number."""
    last = state.last_coup
    if last is None or last.number != report.number:
        return False
    return last.source == "staff" or last.reader != report.reader


def _is_last_number(state: State, report: c.DeclareNumber) -> bool:
    """Return True if the number equals the last one, certain or not, or the last one that its reader gave."""
    own = state.readers[report.reader].reported[-1:] if report.reader in state.readers else ()
    if own and own[0].number == report.number:
        return True
    if state.doubted:
        return state.doubted[-1].number == report.number
    return bool(state.past) and state.past[-1].number == report.number


def says_nothing_new(state: State, report: c.DeclareNumber, doubts: tuple[str, ...]) -> bool:
    """Return True for one more repetition of a number whose first repetition waits already, or was dismissed, with no
    launch since."""
    if not {REPEATED, NO_LAUNCH} <= set(doubts):
        return False
    state = heard_by(state, report)
    if not state.doubted:
        return report.number in state.dismissed
    last = state.doubted[-1]
    return last.number == report.number and REPEATED in last.doubts
