"""The balls of a table: the one in play makes way for another, and a defective, broken or lost one is replaced; and
what an inspection finds unfit while the table is open."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.play.violations import violation
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_ball(state: State, command: c.ChangeBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Records the change of ball, to whichever of the table's balls it was."""
    names = [ball.name for ball in state.balls]
    others = [name for name in names if name != state.ball]
    ball = command.ball or (others[0] if others else "")
    if ball not in names:
        raise Refused(f"ball {ball or '?'} is not one of this table's: {', '.join(names)}")
    yield Dated(e.BallChanged(ball=ball, previous=state.ball, announced=command.announced), at)


def replace_ball(state: State, command: c.ReplaceBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Replaces a ball by one of identical diameter, for a reason that the rulebook has (pt-francesa/10,
    pt-americana/18). A rulebook that says nothing of its balls leaves both to the house."""
    letter = command.ball or state.ball
    replaced = next((ball for ball in state.balls if ball.name == letter), None)
    if replaced is None:
        names = ", ".join(ball.name for ball in state.balls)
        raise Refused(f"ball {letter or '?'} is not one of this table's: {names}")
    rule = rulebook.ball_change
    clause = rule.replacement_clause if rule else None
    reasons = rule.replacement_reasons if rule else {}
    if reasons and command.reason not in reasons:
        raise Refused(
            f"{command.reason or 'no reason'}: a ball is replaced for {' or '.join(reasons)}", clause
        )
    if command.diameter_mm is None:
        raise Refused(
            f"say what the new ball measures; ball {letter} measured {replaced.diameter_mm:g} mm", clause
        )
    if rule is not None and command.diameter_mm != replaced.diameter_mm:
        raise Refused(
            f"the new ball measures {command.diameter_mm:g} mm; {replaced.diameter_mm:g} mm is right, "
            f"as ball {letter} measured",
            clause,
        )
    yield Dated(
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
    """Records that what the table is played with was found unfit, and that this breaks the clause on it where the
    rulebook has one (pt-francesa/3-7 and 10, pt-americana/3-6 and 18). Whether play goes on is the direction's to say.
    """
    yield Dated(
        e.EquipmentUnfit(
            what=command.what, serial=command.serial, ball=command.ball, remarks=command.remarks
        ),
        at,
    )
    of_balls, of_wheel = rulebook.ball_change, rulebook.cylinder
    if command.what == "ball":
        clause = (of_balls.replacement_clause or of_balls.clause) if of_balls else None
        said = f"ball {command.ball}, {command.serial}, was found unfit: it is replaced"
    else:
        clause = of_wheel.clause if of_wheel else rulebook.wheels[state.wheel].clause
        said = f"wheel {command.serial} was found unfit while it is played on"
    if clause is not None:
        found = f" ({command.remarks})" if command.remarks else ""
        yield violation(state, "unfit-equipment", clause, f"{said}{found}", at)
