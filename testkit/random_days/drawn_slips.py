"""Fills and credits drawn at random: requested, received, handed over, voided, as the slip's handler reports them."""

from typing import Any

from tables.play import commands as c
from tables.play import events as e
from tables.play.slips.questions import slip_number
from tables.play.slips.state import OpenSlip
from testkit.random_days.drawing import ODD_WORDS, Hand, draws

PIECES: e.Pieces = {10_000: 5, 500: 20}
ODD_PIECES: tuple[e.Pieces, ...] = ({}, {0: 5}, {500: -1}, {500: 0})
ODD_SLIPS = ("", "F-1", "F-000000", "C-999999", "X-000001", "F-١٢٣٤٥٦")


def slip_signatures(hand: Hand) -> tuple[e.Signature, ...]:
    """A croupier who sits at the table, the chief, and the pit boss."""
    seated = [*hand.state.staff.values()] or [e.Person(id="p1", name="Croupier 1")]
    return (
        e.Signature(person=hand.one(seated), role="croupier"),
        e.Signature(person=e.Person(id="chief", name="Chief"), role="chef_de_table"),
        e.Signature(person=e.Person(id="boss", name="Boss"), role="pit_boss"),
    )


def _signatures(hand: Hand) -> tuple[e.Signature, ...]:
    signed = slip_signatures(hand)
    stranger = e.Signature(person=e.Person(id="nobody", name="Nobody"), role="croupier")
    return hand.among((signed,), ((), signed[:1], (stranger, signed[1]), signed[1:2]))


def _asked(hand: Hand, kind: e.SlipKind) -> dict[str, Any]:
    place = dict(hand.state.slips.highest).get(kind, 0) + 1 + hand.random.randrange(3)
    pieces = hand.among((PIECES, {500: 3}), ODD_PIECES)
    series = hand.state.chip_series.in_play
    told = {hand.one(series): pieces} if series and hand.flag() else {}
    return {
        "slip": hand.among((slip_number(kind, place),), ODD_SLIPS),
        "pieces": pieces,
        "by_series": hand.among((told,), ({"nosuch": pieces}, {"A": {500: 1}}, {"A": {}})),
        "closing": hand.flag(),
        "signatures": _signatures(hand),
    }


def _given(hand: Hand, kind: e.SlipKind) -> dict[str, Any]:
    there = [each for each in hand.state.slips.open if each.kind == kind]
    asked = hand.one(there) if there else None
    return {
        "slip": hand.among((asked.slip,) if asked else (), ODD_SLIPS),
        "pieces": hand.among((dict(asked.pieces) if asked else PIECES, {500: 1}), ODD_PIECES),
        "signatures": _signatures(hand),
    }


@draws(c.RequestFill)
def _request_fill(hand: Hand) -> c.RequestFill:
    return c.RequestFill(**_asked(hand, "fill"))


@draws(c.RequestCredit)
def _request_credit(hand: Hand) -> c.RequestCredit:
    return c.RequestCredit(**_asked(hand, "credit"))


@draws(c.ReceiveFill)
def _receive_fill(hand: Hand) -> c.ReceiveFill:
    return c.ReceiveFill(**_given(hand, "fill"))


@draws(c.HandOverCredit)
def _hand_over_credit(hand: Hand) -> c.HandOverCredit:
    return c.HandOverCredit(**_given(hand, "credit"))


@draws(c.TellSlipVoided)
def _void(hand: Hand) -> c.TellSlipVoided:
    there: list[OpenSlip] = [*hand.state.slips.open, *hand.state.slips.left]
    return c.TellSlipVoided(
        slip=hand.among((each.slip for each in there), ODD_SLIPS),
        reason=hand.among(("the wrong chips",), ODD_WORDS),
        signatures=_signatures(hand),
    )


def voided(hand: Hand, slip: str) -> c.TellSlipVoided:
    """An open slip ended, so that the day can be closed."""
    return c.TellSlipVoided(slip=slip, reason="not needed", signatures=slip_signatures(hand))
