"""Decisions of the management, drawn at random: the day itself, its limits, suspensions, the last coup, disputes."""

from datetime import timedelta
from typing import Any, get_args

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import chips_in_boxes
from tables.roulette.rulebook import Limits
from testkit.play import agreed, opening
from testkit.random_days.drawing import COLOURS, ODD_AMOUNTS, PLAYERS, Hand, draws

FLOAT = {10_000: 20, 500: 40}
OTHER_FLOAT = {10_000: 19, 500: 60}
"""Worth as much, in other chips."""
SIGNERS = ("pit_boss", "cash_desk")


def sensible_opening(hand: Hand) -> c.OpenTable:
    """A day that the rulebook lets open, in one of the ways in which it can be played."""
    rules = hand.rulebook
    double = rules.layouts is not None and rules.layouts.at_most > 1 and hand.random.randrange(4) == 0
    coloured = (
        rules.colour_chips is not None
        and rules.colour_chips.colours is not None
        and hand.random.randrange(4) > 0
    )
    return replace(
        opening(rules, day=f"{hand.now:%Y-%m-%d}", double=double),
        counts_float=hand.random.randrange(4) == 0,
        par=hand.one(({}, FLOAT, OTHER_FLOAT)),
        face_value_only=rules.colour_chips is not None and not coloured and hand.random.randrange(4) == 0,
        chip_symbol="*T1" if coloured else "",
        chip_colours=COLOURS if coloured else {},
    )


@draws(c.OpenTable)
def _open(hand: Hand) -> c.OpenTable:
    sensible = sensible_opening(hand)
    ball, small = e.Ball(name="A", diameter_mm=20), e.Ball(name="A", diameter_mm=1)
    someone = e.Person(id="p1", name="Croupier 1")
    ways: tuple[dict[str, Any], ...] = (
        {"wheel": "nosuch"},
        {"double": True},
        {"cylinder_mm": None},
        {"cylinder_mm": 3},
        {"balls": (ball,)},
        {"balls": ()},
        {"balls": (ball, ball, e.Ball(name="B", diameter_mm=20))},
        {"balls": (small, e.Ball(name="B", diameter_mm=20))},
        {"ball": "Z"},
        {"staff": {}},
        {"staff": {**sensible.staff, "nosuch": someone}},
        {"staff": dict.fromkeys(sensible.staff, someone)},
        {"second_staff": {"croupier": someone}},
        {"spinner": "nosuch"},
        {"limits": Limits(minimum=3)},
        {"limits": Limits(minimum=500, maximums={"plein": 1, "nosuch": 5})},
        {"face_value_only": True},
        {"chip_colours": {"yellow": 5}, "chip_symbol": ""},
        {"chip_colours": {"yellow": 5}, "chip_symbol": "*"},
        {"chip_colours": {"": 0}, "chip_symbol": "*"},
    )
    wrong = hand.one(ways)
    return sensible if hand.makes_sense() else replace(sensible, **wrong)


@draws(c.CloseTable)
def _close(hand: Hand) -> c.CloseTable:
    return c.CloseTable(
        carry_late_chips=hand.flag(),
        forced=hand.flag(),
        reason=hand.words(),
        signatures=hand.signatures(("pit_boss", "games_inspector")),
    )


@draws(c.ReopenTable)
def _reopen(hand: Hand) -> c.ReopenTable:
    return c.ReopenTable(reason=hand.words(), signatures=hand.signatures(("pit_boss", "direction")))


@draws(c.ExplainForcedClose)
def _explain_close(hand: Hand) -> c.ExplainForcedClose:
    return c.ExplainForcedClose(reason=hand.words(), signatures=hand.signatures(SIGNERS))


@draws(c.ChangeLimits)
def _limits(hand: Hand) -> c.ChangeLimits:
    usual = hand.rulebook.default_limits
    sensible = (usual, Limits(minimum=usual.minimum), Limits(minimum=2 * usual.minimum))
    odd = (Limits(minimum=1), Limits(minimum=10**9), Limits(minimum=500, maximums={"plein": 1, "nosuch": 7}))
    beyond = {kind: 3 * most for kind, most in usual.maximums.items()} or {"plein": 10**7}
    derogation = e.Derogation(notice=hand.words())
    if hand.random.randrange(4) == 3:
        return c.ChangeLimits(
            limits=Limits(minimum=usual.minimum, maximums=beyond),
            players_told=True,
            sign_changed=True,
            derogation=hand.one((derogation, None)),
            agreement=hand.among((agreed(hand.now),), (None, agreed(hand.now + timedelta(minutes=1)))),
            signatures=_deciders(hand),
        )
    return c.ChangeLimits(
        limits=hand.among(sensible, odd),
        players_told=hand.flag(True),
        sign_changed=hand.flag(True),
        reopened=hand.flag(hand.rulebook.limits.minimum_by_reopening_clause is not None),
    )


@draws(c.ConfirmSign)
def _sign(hand: Hand) -> c.ConfirmSign:
    return c.ConfirmSign()


@draws(c.DeclareGroup)
def _group(hand: Hand) -> c.DeclareGroup:
    return c.DeclareGroup(
        players=hand.among((PLAYERS[:2], PLAYERS[2:]), ((), ("P1",), ("P1", "P1"), ("P1", " ")))
    )


@draws(c.EndGroup)
def _end_group(hand: Hand) -> c.EndGroup:
    return c.EndGroup(players=hand.among(hand.state.groups, ((), ("P1", "P4"))))


def _deciders(hand: Hand) -> tuple[e.Signature, ...]:
    """Return the signature of the management, or now and then of somebody who may not decide everywhere."""
    return hand.signatures(hand.among((("direction",),), (("pit_boss",), ("cash_desk",))))


@draws(c.SuspendTable)
def _suspend(hand: Hand) -> c.SuspendTable:
    rule = hand.rulebook.suspension
    reasons = list(rule.reasons) if rule else []
    return c.SuspendTable(
        reason=hand.among(reasons, ("", "nosuch")),
        detail=hand.words(),
        return_bets=hand.flag(),
        signatures=_deciders(hand),
    )


@draws(c.NotifyControl)
def _notify(hand: Hand) -> c.NotifyControl:
    return c.NotifyControl(notice=hand.words())


@draws(c.ResumeTable)
def _resume(hand: Hand) -> c.ResumeTable:
    return c.ResumeTable(signatures=_deciders(hand))


@draws(c.AnnounceLastCoup)
def _last(hand: Hand) -> c.AnnounceLastCoup:
    return c.AnnounceLastCoup()


@draws(c.RevokeLastCoup)
def _revoke(hand: Hand) -> c.RevokeLastCoup:
    return c.RevokeLastCoup(reason=hand.words())


@draws(c.CountFloat)
def _count(hand: Hand) -> c.CountFloat:
    pieces = hand.among((FLOAT, OTHER_FLOAT, {500: 41}), ({}, {0: 5}, {500: -1}, {500: 0}))
    odd: tuple[dict[str, e.Pieces], ...] = (
        {},
        {"nosuch": pieces},
        {name: {500: 7} for name in _series(hand)},
    )
    return c.CountFloat(
        moment=hand.one(("opening", "closing")),
        pieces=pieces,
        by_series=hand.among((in_one_series(hand, pieces),), odd),
        colours=_boxes(hand),
        signatures=hand.signatures(SIGNERS),
    )


@draws(c.ExplainVariance)
def _explain(hand: Hand) -> c.ExplainVariance:
    return c.ExplainVariance(reason=hand.words(), signatures=hand.signatures(SIGNERS))


def _boxes(hand: Hand) -> dict[str, int]:
    boxes = chips_in_boxes(hand.state, hand.rulebook)
    if not boxes:
        return {}
    fewer = {colour: max(0, count - 1) for colour, count in boxes.items()}
    return hand.among((boxes, fewer), ({}, {"nosuch": 1}, dict.fromkeys(boxes, -1)))


def in_one_series(hand: Hand, pieces: e.Pieces) -> dict[str, e.Pieces]:
    """Return all of a count in one of the existing series; nothing if series are not distinguished."""
    there = _series(hand)
    return {hand.one(there): pieces} if there else {}


def _series(hand: Hand) -> tuple[str, ...]:
    return (*hand.state.chip_series.in_play, *hand.state.chip_series.ended)


@draws(c.OpenDispute)
def _dispute(hand: Hand) -> c.OpenDispute:
    return c.OpenDispute(coup=hand.past_coup(), player=hand.player(), words=hand.words())


@draws(c.DecideDispute)
def _decide(hand: Hand) -> c.DecideDispute:
    outcome: e.Outcome = hand.one(get_args(e.Outcome))
    return c.DecideDispute(
        dispute=hand.among((each.dispute for each in hand.state.corrections.disputes), ("d0", "")),
        outcome=outcome,
        reason=hand.words(),
        amount=hand.among((0 if outcome == "none" else 500,), ODD_AMOUNTS),
        signatures=_deciders(hand),
    )
