"""Equipment of an open table: a change of the ball in play, and the replacement of a defective, broken or lost ball.

An inspection may find equipment unfit while the table is open.

The casino's series of chips at a table: an ended series is not played with, and its appearance is recorded.

The casino decides on the series in play (`tables.registers.chip_series`) and informs its tables.
"""

from datetime import datetime

from msgspec.structs import asdict

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.equipment.questions import rule_on_series
from tables.play.equipment.state import ChipSeries
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.state import State
from tables.play.violations import violation
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_ball(state: State, command: c.ChangeBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the change of ball, to any of the table's balls."""
    names = [ball.name for ball in state.balls]
    others = [name for name in names if name != state.ball]
    ball = command.ball or (others[0] if others else "")
    if ball not in names:
        raise _no_such_ball(state, ball)
    yield PendingEvent(e.BallChanged(ball=ball, previous=state.ball, announced=command.announced), at)


def replace_ball(state: State, command: c.ReplaceBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Replace a ball by one of identical diameter, for a reason of the rulebook (pt-francesa/10, pt-americana/18). A
    rulebook without rules on balls leaves both to the casino.
    """
    letter = command.ball or state.ball
    replaced = next((ball for ball in state.balls if ball.name == letter), None)
    if replaced is None:
        raise _no_such_ball(state, letter)
    rule = rulebook.ball_change
    clause = rule.replacement_clause if rule else None
    reasons = rule.replacement_reasons if rule else {}
    if reasons and not command.reason:
        raise Refused("ball-replaced-without-reason", clause, reasons=tuple(reasons))
    if reasons and command.reason not in reasons:
        raise Refused("ball-reason-unknown", clause, reason=command.reason, reasons=tuple(reasons))
    if command.diameter_mm is None:
        raise Refused("ball-not-measured", clause, ball=letter, diameter=replaced.diameter_mm)
    if rule is not None and command.diameter_mm != replaced.diameter_mm:
        raise Refused(
            "ball-of-other-diameter",
            clause,
            ball=letter,
            diameter=command.diameter_mm,
            right=replaced.diameter_mm,
        )
    yield PendingEvent(
        e.BallReplaced(
            ball=letter,
            reason=command.reason,
            diameter_mm=command.diameter_mm,
            serial=command.serial,
            previous_serial=replaced.serial,
            in_play=letter == state.ball,
        ),
        at,
    )


def find_unfit(state: State, command: c.FindUnfit, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the table's equipment was found unfit, and a violation if the rulebook has a clause on it
    (pt-francesa/3-7 and 10, pt-americana/3-6 and 18). The management decides if play goes on.
    """
    yield PendingEvent(
        e.EquipmentUnfit(
            what=command.what, serial=command.serial, ball=command.ball, remarks=command.remarks
        ),
        at,
    )
    of_balls, of_wheel = rulebook.ball_change, rulebook.cylinder
    if command.what == "ball":
        clause = (of_balls.replacement_clause or of_balls.clause) if of_balls else None
    else:
        clause = of_wheel.clause if of_wheel else rulebook.wheels[state.wheel].clause
    if clause is not None:
        yield violation(
            state,
            at,
            rule="unfit-equipment",
            code="ball-unfit" if command.what == "ball" else "wheel-unfit",
            clause=clause,
            parameters={"ball": command.ball, "serial": command.serial, "remarks": command.remarks},
        )


def _no_such_ball(state: State, ball: str) -> Refused:
    names = tuple(each.name for each in state.balls)
    if not ball:
        return Refused("ball-not-named", balls=names)
    return Refused("no-such-ball", ball=ball, balls=names)


def tell_chip_series(state: State, command: c.TellChipSeries, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the announced series, where the rulebook has a rule on series and they are new to the table."""
    announced = ChipSeries(in_play=command.in_play, ended=command.ended, values=command.values)
    if rulebook.chip_series is not None and announced != state.chip_series:
        yield PendingEvent(e.ChipSeriesAnnounced(**asdict(announced)), at)


def see_old_series(state: State, command: c.SeeOldSeries, rulebook: Rulebook, at: datetime) -> Decision:
    rule = rule_on_series(rulebook)
    if command.series not in state.chip_series.ended:
        ended = state.chip_series.ended
        if not command.series:
            raise Refused("unnamed-series-not-ended", rule.clause, ended=ended)
        raise Refused("series-not-ended", rule.clause, series=command.series, ended=ended)
    if command.amount <= 0:
        raise Refused("old-series-of-nothing", rule.clause, value=Money(command.amount, state.currency))
    if not command.player.strip():
        raise Refused("old-series-of-nobody", rule.clause)
    check_name(command.player, rule.clause)
    yield PendingEvent(
        e.OldSeriesSeen(
            series=command.series, player=command.player, amount=command.amount, where=command.where
        ),
        at,
    )


DECIDERS: Deciders = {
    c.ChangeBall: change_ball,
    c.ReplaceBall: replace_ball,
    c.FindUnfit: find_unfit,
    c.TellChipSeries: tell_chip_series,
    c.SeeOldSeries: see_old_series,
}
