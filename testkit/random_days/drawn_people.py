"""Staff, balls, what is watched, drawn at random."""

from typing import get_args

from tables.compliance.judgement import open_deadlines
from tables.play import commands as c
from tables.play.state import Stage
from testkit.random_days.drawing import Hand, draws

NO_DEADLINES = ("nosuch", "", "same-ball-again")
NO_CASES = ("ball-change-0", "ball-change-99", "nosuch-1", "")


@draws(c.ChangeBall)
def _change(hand: Hand) -> c.ChangeBall:
    ball = hand.among((None, *(ball.name for ball in hand.state.balls)), ("Z", "", "a"))
    return c.ChangeBall(ball=ball, announced=hand.flag(True))


@draws(c.ReplaceBall)
def _replace(hand: Hand) -> c.ReplaceBall:
    rule = hand.rulebook.ball_change
    there = {ball.diameter_mm for ball in hand.state.balls}
    return c.ReplaceBall(
        ball=hand.among((None, *(ball.name for ball in hand.state.balls)), ("Z", "")),
        reason=hand.among(rule.replacement_reasons if rule else ("lost",), ("", "nosuch")),
        serial=hand.one(("", "B-77")),
        diameter_mm=hand.among(there, (None, 0.0, -1.0, 19.5)),
    )


@draws(c.FindUnfit)
def _unfit(hand: Hand) -> c.FindUnfit:
    wheel = c.FindUnfit(what="wheel", serial="W-7")
    return hand.one((wheel, c.FindUnfit(what="ball", serial="B-77", ball=hand.state.ball, remarks="chipped")))


@draws(c.ChangeSpinner)
def _spinner(hand: Hand) -> c.ChangeSpinner:
    return c.ChangeSpinner(person=hand.person(), notice=hand.one(("", "told the inspector")))


@draws(c.LoseSpinner)
def _lose_spinner(hand: Hand) -> c.LoseSpinner:
    return c.LoseSpinner(person=hand.person(), table="T9")


@draws(c.ChangeStaff)
def _staff(hand: Hand) -> c.ChangeStaff:
    return c.ChangeStaff(
        position=hand.among(hand.rulebook.staff.positions, ("nosuch", "")),
        person=hand.one((hand.person(), None)),
        layout=hand.among((1, 2 if hand.state.double else 1), (0, 3)),
    )


@draws(c.BeginBreak)
def _begin(hand: Hand) -> c.BeginBreak:
    return c.BeginBreak(person=hand.person())


@draws(c.EndBreak)
def _end(hand: Hand) -> c.EndBreak:
    resting = [each.person for each in hand.state.roster.breaks]
    return c.EndBreak(person=hand.among(resting, (hand.person(),)))


@draws(c.ExcuseTimeAtBall)
def _excuse(hand: Hand) -> c.ExcuseTimeAtBall:
    return c.ExcuseTimeAtBall(words=hand.words())


@draws(c.AcknowledgeWarning)
def _acknowledge(hand: Hand) -> c.AcknowledgeWarning:
    return c.AcknowledgeWarning(case=hand.among(tuple(hand.state.noted), NO_CASES))


@draws(c.PassDeadline)
def _deadline(hand: Hand) -> c.PassDeadline:
    cases = open_deadlines(hand.state, hand.rulebook)
    stage: Stage = hand.one(get_args(Stage))
    if cases and hand.makes_sense():
        case = hand.one(cases)
        return c.PassDeadline(rule=case.rule, case=case.name, stage=stage)
    return c.PassDeadline(
        rule=hand.among(("ball-change", "sign-confirmation"), NO_DEADLINES),
        case=hand.one(NO_CASES),
        stage=stage,
    )
