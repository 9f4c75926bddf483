"""A coup from faites vos jeux to rien ne va plus, and null coups. Facts seen by staff or the reader are never refused.

Two reports of the same fact are one event: a known fact makes no second event. A missing event is added: a launch while
no coup is open opens one.

While a ball hangs on an obstacle, no bet is added or taken (it-campione/11).

Staff or a reader counts the full turns of the ball. Other code judges their number.

A rotor that is set going invites bets: it opens the next coup, unless something must come before that.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.coup.questions import BALL_RUNS, may_open, opened_anew, turns_reported
from tables.play.day.questions import check_forced_close_explained
from tables.play.direction.questions import check_last_coup_not_played
from tables.play.float.questions import check_opening_float
from tables.play.live.rounds import closes_at
from tables.play.payment.questions import confirmed_with_nothing_due, nothing_due
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.reader.observation import Rotation
from tables.play.result.reports import is_stale
from tables.play.signatures import check_croupiers_seated, check_reserved
from tables.play.state import RUNNING, State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_data, as_entered, not_on_wheel


def announce_bets_open(
    state: State, command: c.AnnounceBetsOpen, rulebook: Rulebook, at: datetime
) -> Decision:
    """Open the next coup for bets; while one is open already there is no event. A coup without dues is paid by it."""
    if state.phase == "idle" or (state.phase == "paying" and nothing_due(state, rulebook)):
        check_last_coup_not_played(state, rulebook)
        check_forced_close_explained(state, "opening")
        check_opening_float(state, rulebook)
        closes = closes_at(rulebook, at)
        yield from confirmed_with_nothing_due(state, rulebook, at)
        yield PendingEvent(e.BetsOpened(coup=state.coup + 1, source="staff", closes_at=closes), at)
    elif state.phase == "paying":
        raise Refused(
            "opened-while-paying",
            rulebook.launch.payments_first or rulebook.payment.clause,
            coup=state.coup,
        )


def launch_ball(state: State, command: c.LaunchBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a launch, even against a clause; a second report adds the directions that were not known yet."""
    if is_stale(state, command):
        return
    if state.phase == "launched" or _is_reported_by_staff(state, command):
        rotor = command.rotor_direction if state.rotor_direction is None else None
        ball = command.ball_direction if state.ball_direction is None else None
        yield from _directions_seen(state, command, rotor, ball, at)
        return
    coup = state.coup
    launch = state.launches + 1
    if state.phase not in RUNNING:
        coup, launch = state.coup + 1, 1
        yield from _opened(state, command, rulebook, at)
    yield PendingEvent(
        e.BallLaunched(
            coup=coup,
            launch=launch,
            source=command.source,
            rotor_direction=command.rotor_direction,
            ball_direction=command.ball_direction,
            game=command.game,
            rotor_speed_rpm=command.rotor_speed_rpm,
            # A fact is recorded, and a pocket that the wheel does not have is none.
            pocket=command.pocket if command.pocket in rulebook.wheels[state.wheel].order else None,
        ),
        at,
    )


def see_directions(state: State, command: c.SeeDirections, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the direction of wheel or ball, also against an earlier report: a second look corrects the first.

    Raises Refused once the ball of that launch has fallen, because another may run by now.
    """
    if is_stale(state, command):
        return
    this = (command.coup, command.launch) == (state.coup, state.launches)
    if state.phase not in BALL_RUNS or not command.launch or not this:
        raise Refused(
            "no-ball-runs-of-launch",
            rulebook.launch.against_wheel or rulebook.launch.alternate,
            launch=command.launch,
            coup=command.coup,
        )
    rotor = command.rotor_direction if command.rotor_direction != state.rotor_direction else None
    ball = command.ball_direction if command.ball_direction != state.ball_direction else None
    yield from _directions_seen(state, command, rotor, ball, at)


def _directions_seen(
    state: State, seen: c.Seen, rotor: Rotation | None, ball: Rotation | None, at: datetime
) -> Decision:
    """Yield the new facts about the present launch, if there are any."""
    if rotor is None and ball is None:
        return
    yield PendingEvent(
        e.DirectionsSeen(
            coup=state.coup,
            launch=state.launches,
            source=seen.source,
            rotor_direction=rotor,
            ball_direction=ball,
            game=seen.game,
        ),
        at,
    )


def _is_reported_by_staff(state: State, report: c.LaunchBall) -> bool:
    """Return True if the reader's first report of a coup whose bets are closed is of the launch that staff reported:
    no number of that ball waits already.
    """
    fell = any(each.launch == (state.coup, state.launches) for each in state.doubted)
    waits = (
        state.phase == "bets_closed" and state.launches > 0 and not state.void and not (fell and report.live)
    )
    return report.source == "reader" and report.game is not None and state.game is None and waits


def _opened(state: State, seen: c.Seen, rulebook: Rulebook, at: datetime) -> Decision:
    """Yield the opening of the next coup from an observation of it: nobody announced the coup, but it has begun."""
    closes = closes_at(rulebook, at)
    yield from confirmed_with_nothing_due(state, rulebook, at)
    yield PendingEvent(
        e.BetsOpened(coup=state.coup + 1, source=seen.source, game=seen.game, closes_at=closes), at
    )


def fail_launch(state: State, command: c.FailLaunch, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a failed launch; bets are open until the next launch is closed."""
    if state.phase in RUNNING and not is_stale(state, command):
        yield PendingEvent(e.LaunchFailed(coup=state.coup, source=command.source, reason=command.reason), at)


def close_bets(state: State, command: c.CloseBets, rulebook: Rulebook, at: datetime) -> Decision:
    """Rien ne va plus: after it no bet is placed or altered."""
    if state.phase == "bets_closed" or is_stale(state, command):
        return
    coup = state.coup
    if state.phase not in RUNNING:
        coup += 1
        yield from _opened(state, command, rulebook, at)
    yield PendingEvent(e.BetsClosed(coup=coup, source=command.source, game=command.game), at)


def see_void(state: State, command: c.SeeVoid, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the reader holds the launch for void; the null coup itself is for staff to declare. Once they have,
    it is null already: until it is launched again nobody has to decide anything more.
    """
    if state.phase not in RUNNING or state.course.annulled or is_stale(state, command):
        return
    if state.void != command.reasons:
        yield PendingEvent(e.VoidSeen(coup=state.coup, reader=command.reader, reasons=command.reasons), at)


def annul_coup(state: State, command: c.AnnulCoup, rulebook: Rulebook, at: datetime) -> Decision:
    """Declare the coup null for one of the rulebook's reasons: bets stay, the ball goes back to the previous number.

    Until the ball is launched again the coup is null once: another declaration records nothing. If bets were closed
    again meanwhile, a launch was not reported, and that launch is null now. Raises Refused if nobody signed who may
    declare it, and before the launch.
    """
    rule = rulebook.null_coup
    if command.reason not in rule.reasons:
        raise Refused(
            "null-coup-reason-unknown", rule.clause, reason=command.reason, reasons=tuple(rule.reasons)
        )
    stop_clause = rule.stop_clause or rule.clause
    pockets = rulebook.wheels[state.wheel].order
    if command.number is not None and command.number not in pockets:
        raise not_on_wheel(as_entered(command.number), pockets, stop_clause)
    if command.stopped and command.number is not None:
        raise Refused("ball-stopped-and-fell", stop_clause, number=as_data(command.number))
    check_croupiers_seated(state, command, "null-coup")
    by = check_reserved(command, rule.decided_by, rule.deputies, rule.clause, "null-coup")
    if state.phase not in RUNNING:
        raise Refused("no-coup-to-annul", rule.clause)
    if state.course.annulled and state.phase == "betting":
        return
    if state.phase not in BALL_RUNS and not state.void:
        raise Refused("null-coup-before-launch", rule.clause, coup=state.coup)
    yield PendingEvent(
        e.CoupAnnulled(
            coup=state.coup,
            reason=command.reason,
            clause=rule.clause,
            previous_number=state.number,
            stopped=command.stopped,
            number_fell=command.number,
            declared_by=by,
        ),
        at,
    )


def hang_ball(state: State, command: c.HangBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the ball hangs. Refused if none runs: it cannot have hung."""
    if is_stale(state, command) or state.course.hangs_since is not None:
        return
    if state.phase not in BALL_RUNS:
        raise Refused("no-ball-to-hang", clause_of(rulebook))
    yield PendingEvent(e.BallHung(coup=state.coup, source=command.source), at)


def free_ball(state: State, command: c.FreeBall, rulebook: Rulebook, at: datetime) -> Decision:
    if not is_stale(state, command) and state.course.hangs_since is not None:
        yield PendingEvent(e.BallFreed(coup=state.coup, source=command.source), at)


def clause_of(rulebook: Rulebook) -> str | None:
    """Return the clause on a ball that hangs, None if there is none."""
    return rulebook.hanging_ball.clause if rulebook.hanging_ball else None


def count_turns(state: State, command: c.CountTurns, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the number of turns of the ball in the running launch, before its number; an equal count changes
    nothing.
    """
    if is_stale(state, command):
        return
    clause = rulebook.launch.min_turns_clause
    if command.turns < 0:
        raise Refused("turns-below-nothing", clause, value=command.turns)
    if state.phase not in BALL_RUNS:
        raise Refused("no-ball-to-count-turns-of", clause)
    yield from turns_reported(state, command.turns, command, at)


def start_rotor(state: State, command: c.StartRotor, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the wheel invites bets: the next coup opens, or waits for the payments of the last one.

    Where nobody could announce the coup (play is suspended, the last coup is played, the float is not counted) the
    wheel does not open it either: it turns, and faites vos jeux is announced once that is over.
    """
    if is_stale(state, command) or state.phase not in ("idle", "paying"):
        return
    free = state.phase == "idle" or nothing_due(state, rulebook)
    if free and may_open(state, rulebook):
        yield from confirmed_with_nothing_due(state, rulebook, at)
        yield PendingEvent(opened_anew(state, rulebook, at, command.game), at)
    elif not state.rotor_turns:
        yield PendingEvent(e.RotorStarted(reader=command.reader), at)


DECIDERS: Deciders = {
    c.AnnounceBetsOpen: announce_bets_open,
    c.LaunchBall: launch_ball,
    c.SeeDirections: see_directions,
    c.FailLaunch: fail_launch,
    c.CloseBets: close_bets,
    c.SeeVoid: see_void,
    c.AnnulCoup: annul_coup,
    c.HangBall: hang_ball,
    c.FreeBall: free_ball,
    c.CountTurns: count_turns,
    c.StartRotor: start_rotor,
}
