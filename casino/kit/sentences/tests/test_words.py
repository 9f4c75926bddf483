"""Every key that a rule may refuse with has its word."""

from typing import Any, Literal, get_args

import pytest

from casino.kit.sentences.words import WORDS
from settlement.bank.decide import Deed as DeedAtTheBank
from settlement.boxes.state import Status as BoxStatus
from settlement.slips.state import Step
from tables.compliance.state import Status as ViolationStatus
from tables.play.events import SlipKind
from tables.play.state import Phase
from tables.registers.chip_series_commands import Deed as DeedOfTheHouse
from tables.registers.make import Kind, Part
from tables.roulette.equipment_rules import (
    BallColour,
    BallMaterial,
    Bearing,
    PlateShape,
    WheelMaterial,
)


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("equipment", Kind),
        ("equipment_part", Part),
        ("made", WheelMaterial | BallMaterial | PlateShape | Bearing | BallColour | Literal["yes", "no"]),
        ("slip", SlipKind),
        ("slip_step", Step),
        ("slip_status", Step),
        ("box_status", BoxStatus),
        ("violation_status", ViolationStatus),
        ("deed", DeedOfTheHouse | DeedAtTheBank),
        ("phase", Phase),
    ],
)
def test_every_key_has_a_word_and_every_word_a_key(kind: str, keys: Any) -> None:
    literals = get_args(keys)
    known = {key for each in literals for key in (get_args(each) or (each,))}
    assert known == WORDS[kind].keys()
