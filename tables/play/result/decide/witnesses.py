"""A number of a witness reader: compared with the number of the coup, and proposed while the primary reader is away.

A witness opens no coup and settles none. Its number belongs to the running coup if its ball was launched before, else
to the coup whose number fell about then, else to none. The same game of the same witness always means the same coup.
"""

from datetime import datetime, timedelta

from tables.play import commands as c
from tables.play import events as e
from tables.play.coup.questions import BALL_RUNS
from tables.play.pending import Decision, PendingEvent
from tables.play.reader.state import NumberReport
from tables.play.reader.timing import TOLERANCE
from tables.play.result.decide.comparing import compare, is_of_launch, witness_reported
from tables.play.result.decide.doubts import (
    CORRECTED,
    check_not_too_many_wait,
    doubt_number,
    doubts_while_waiting,
)
from tables.play.result.decide.spins import closed_by_clock, doubts_about_spin
from tables.play.result.questions import OF_WITNESS, REPEATED
from tables.play.result.reports import NOBODY, last_report_of, report_of_game
from tables.play.state import RUNNING, DoubtedNumber, State
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_entered, not_on_wheel

SPIN = timedelta(seconds=10)
"""The shortest spin of a witness whose register entry names no other."""
AFTER, BEFORE = 3, 6
"""A number belongs to a coup that fell at most so many shortest spins before it, or after it."""


def report_as_witness(state: State, command: c.ReportAsWitness, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the number of a witness once: compared, kept until the number falls, or proposed."""
    wheel = rulebook.wheels[state.wheel]
    if command.number not in wheel.order:
        raise not_on_wheel(as_entered(command.number), wheel.order, wheel.clause)
    if state.opened_at is None or at < state.opened_at - TOLERANCE:
        # It is of the day before.
        return
    report = _as_report(command)
    known = report_of_game(state, command.reader, command.game)
    if known is not None and known.number == command.number and _counts_still(state, known):
        return
    coup = known.coup if known is not None and _counts_still(state, known) else _coup_seen(state, report, at)
    if coup is None:
        yield from _of_no_coup(state, report, at, again=known is not None)
        return
    past = next((each for each in state.past if each.coup == coup), None)
    if past is not None:
        yield from compare(state, past, report, rulebook, _not_before(past.fell_at, at))
    elif coup >= state.coup:
        yield from _before_the_number(state, report, coup, _not_before(_runs_since(state), at))


def _as_report(command: c.ReportAsWitness) -> c.DeclareNumber:
    return c.DeclareNumber(
        number=command.number,
        reader=command.reader,
        source="reader",
        game=command.game,
        live=command.live,
        recovered=command.recovered,
        doubts=command.doubts,
        spin=command.spin,
    )


def _not_before(earliest: datetime | None, at: datetime) -> datetime:
    """Return the time of a report in the record: not before the event of its coup that it follows."""
    return at if earliest is None else max(at, earliest)


def _counts_still(state: State, known: NumberReport) -> bool:
    """Return True for a report of another coup, and for one of the running coup's present ball.

    A game may go on after a number of it that fitted no coup, or whose coup was null: reports after the next launch are
    of that ball.
    """
    if known.coup is None:
        launched_at = state.course.launched_at if state.launches else None
        last = state.past[-1].fell_at if state.past else None
        return all(since is None or since <= known.at for since in (launched_at, last))
    return known.coup != state.coup or state.phase not in RUNNING or is_of_launch(state, known)


def _runs_since(state: State) -> datetime | None:
    """Return the time of the running coup's launch, or of its closing without a launch; None if no ball runs."""
    if state.phase not in BALL_RUNS:
        return None
    if state.launches:
        return state.course.launched_at
    return None if closed_by_clock(state) else state.phase_since


def _spin(report: c.DeclareNumber) -> timedelta:
    seconds = report.spin.since_launch_s if report.spin else 0
    return timedelta(seconds=seconds) if seconds else SPIN


def _is_counted(report: c.DeclareNumber) -> bool:
    return report.game is not None


def _coup_seen(state: State, report: c.DeclareNumber, at: datetime) -> int | None:
    """Return the coup whose number the witness reports for the first time; None if it fits none."""
    fallen = _fallen_about(state, report, at)
    if fallen is not None and not report.live:
        return fallen
    return _running(state, report, at) or fallen


def _running(state: State, report: c.DeclareNumber, at: datetime) -> int | None:
    """Return the running coup if its ball ran when the witness saw the number, and it has not reported of it.

    A witness without a counter may send another number for it: its last one counts.
    """
    since = _runs_since(state)
    if since is None or report.recovered:
        return None
    least = timedelta()
    if not _is_counted(report):
        closing = timedelta(seconds=report.spin.since_closing_s if report.spin else 0)
        least = _spin(report) if state.launches else closing
    if at < since + least:
        return None
    given = last_report_of(state, report.reader, state.coup)
    if given is None or not is_of_launch(state, given) or not _is_counted(report):
        return state.coup
    return None


def _fallen_about(state: State, report: c.DeclareNumber, at: datetime) -> int | None:
    """Return the coup that fell nearest to the report, if the witness has not reported of it yet."""
    spin = _spin(report)
    near = [
        (abs(at - past.fell_at), past)
        for past in state.past
        if past.fell_at is not None and past.fell_at - BEFORE * spin <= at <= past.fell_at + AFTER * spin
    ]
    if not near:
        return None
    apart, nearest = min(near, key=lambda each: each[0])
    if last_report_of(state, report.reader, nearest.coup) is not None:
        return None
    if not _is_counted(report) and _is_last_of_reader(state, report) and apart > spin:
        # A display that goes on to show the number before.
        return None
    return nearest.coup


def _is_last_of_reader(state: State, report: c.DeclareNumber) -> bool:
    reported = state.readers.get(report.reader or "", NOBODY).reported
    return bool(reported) and reported[-1].number == report.number


def _of_no_coup(state: State, report: c.DeclareNumber, at: datetime, *, again: bool) -> Decision:
    """Record a number that only this witness has, or propose it while the primary reader is away."""
    if not _is_counted(report) and _is_last_of_reader(state, report):
        return
    at = _not_before(state.opened_at, at)
    if _primary_reports(state):
        yield witness_reported(report, None, at)
        return
    waiting = None if again else _waits_about(state, report, at)
    if waiting is not None:
        yield from _propose(state, report, waiting.coup, at)
        return
    behind = doubts_while_waiting(state, report) if state.doubted else ()
    spin = doubts_about_spin(state, report, at)
    doubts = dict.fromkeys((OF_WITNESS, *spin, *("recovered",) * report.recovered, *report.doubts, *behind))
    yield from doubt_number(state, report, tuple(doubts), at)


def _primary_reports(state: State) -> bool:
    """Return True if the primary reader is live; False also if none was heard today."""
    return state.reader.state == "live"


def _waits_about(state: State, report: c.DeclareNumber, at: datetime) -> DoubtedNumber | None:
    """Return the number of another witness of about that time: both saw one ball."""
    spin = _spin(report)
    near = [each for each in state.doubted if each.at is not None and abs(at - each.at) <= AFTER * spin]
    unnamed = (each for each in near if last_report_of(state, report.reader, each.coup) is None)
    return next(unnamed, None)


def _before_the_number(state: State, report: c.DeclareNumber, coup: int, at: datetime) -> Decision:
    """Keep a number of a coup that has none yet: it is compared when the number falls."""
    given = last_report_of(state, report.reader, coup)
    if given is not None and given.number == report.number and is_of_launch(state, given):
        return
    if _primary_reports(state):
        yield witness_reported(report, coup, at)
        return
    yield from _propose(state, report, coup, at)


def _propose(state: State, report: c.DeclareNumber, coup: int, at: datetime) -> Decision:
    """Propose the number to a person. One that waits already has one witness more."""
    coup = max(coup, state.coup_of_new_bets)
    waiting = [each for each in state.doubted if max(each.coup, state.coup_of_new_bets) == coup]
    if any(each.number == report.number for each in waiting):
        yield witness_reported(report, coup, at)
        return
    check_not_too_many_wait(state, report)
    corrects = any(each.reader == report.reader for each in waiting)
    again = not _is_counted(report) and _is_last_of_reader(state, report)
    yield PendingEvent(
        e.NumberDoubted(
            coup=coup,
            number=report.number,
            source="reader",
            game=report.game,
            running=state.game if state.phase in RUNNING else None,
            doubts=(
                OF_WITNESS,
                *(REPEATED,) * again,
                *(CORRECTED,) * corrects,
                *("recovered",) * report.recovered,
                *report.doubts,
            ),
            reader=report.reader,
        ),
        at,
    )
