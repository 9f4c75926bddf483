"""A wheel reader's reports about itself and the wheel, drawn at random; and whole observations, in any order."""

from datetime import timedelta
from typing import get_args

from tables.play import commands as c
from tables.play.reader.observation import Kind, Observation
from testkit.random_days.drawing import Hand, draws

READER = "W-T1"
WITNESS = "CAM-T1"
WARNINGS = ("two balls", "slow rotor")


@draws(c.ChangeReader)
def _reader(hand: Hand) -> c.ChangeReader:
    reader = hand.among((READER, WITNESS), ("", "another"))
    return c.ChangeReader(
        reader=reader,
        state=hand.one(("live", "silent", "fault")),
        detail=hand.one(("", "no power")),
        role="witness" if reader == WITNESS else "primary",
    )


@draws(c.WarnWheel)
def _warn(hand: Hand) -> c.WarnWheel:
    return c.WarnWheel(reader=READER, warnings=hand.some(WARNINGS), ended=hand.flag())


@draws(c.ReportAsWitness)
def _witness(hand: Hand) -> c.ReportAsWitness:
    coup = hand.state.coup
    game = hand.one((None, coup, coup + 1, max(coup - 1, 0), 1))
    return c.ReportAsWitness(
        reader=hand.one((WITNESS, "CAM-T2")),
        number=hand.number(),
        game=None if game is None else f"{WITNESS}:1/{game}",
        live=hand.flag(True),
        recovered=hand.flag(),
        doubts=("bounced",) if hand.flag() else (),
    )


@draws(c.StartRotor)
def _rotor(hand: Hand) -> c.StartRotor:
    game = hand.one((None, f"1/{hand.state.coup + 1}"))
    return c.StartRotor(reader=READER, source="reader", game=game, live=hand.flag(True))


def drawn_observation(hand: Hand, sequence: int) -> Observation:
    """Something that a reader saw: of this coup, the next, an old one or none; also late, and long after."""
    kind: Kind = hand.one(get_args(Kind))
    coup = hand.state.coup
    number = hand.number() if kind in ("result", "result_recovered") else None
    warnings = (*hand.some(WARNINGS), *(("result_changed",) if hand.flag() else ()))
    late = timedelta(seconds=hand.among((0, 1), (30, 3600)))
    return Observation(
        reader=READER,
        epoch=hand.among((1,), (0, 2)),
        game=hand.one((None, coup, coup + 1, max(coup - 1, 0), 1)),
        sequence=sequence,
        kind=kind,
        received_at=hand.now,
        observed_at=hand.among((hand.now - late,), (None,)),
        number=number,
        rotor_direction=hand.one((None, "clockwise", "anticlockwise")),
        ball_direction=hand.one((None, "clockwise", "anticlockwise")),
        rotor_speed_rpm=hand.one((None, 24.5)),
        launch_pocket=hand.number() if kind == "ball_launched" and hand.flag() else None,
        ball_turns=hand.one((None, 2, 8)),
        warnings=warnings,
        missing=hand.one((None, 1, 3)) if kind == "results_missing" else None,
    )
