"""The rota's warnings are codes with moments; their sentences say them by the clock of the casino."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from casino.kit.sentences import CODES, sentence
from tables.registers.rota.warnings import RotaWarning
from testkit.rota import RotaInHand, house, spell


def in_words(warning: RotaWarning) -> str:
    return sentence(warning.code, warning.parameters, CODES)


def test_a_seat_that_is_nobodys_is_named_with_its_layout_where_there_are_two() -> None:
    rota = RotaInHand(house(double=True))
    rota.do(spell(1, 0, 30, spins=True))
    (second,) = rota.warned("position-empty")
    assert in_words(second) == "nobody is planned as Pagador, layout 2 of RA1 from 20:00 to 20:30"


@pytest.mark.clause("pt-americana/35")
def test_the_minute_at_which_the_rule_ends_is_said_by_the_casinos_clock() -> None:
    rota = RotaInHand()
    rota.do(spell(1, 0, 45, spins=True))
    assert [in_words(each) for each in rota.warned()] == [
        "Croupier 1 is at the ball of RA1 from 20:00 to 20:45: 30 minutes at most, which end at 20:30"
    ]


def test_nobody_at_a_place_is_said_and_an_hour_that_comes_twice_is_told_apart() -> None:
    second_time = datetime(2026, 10, 25, 1, 30, tzinfo=UTC).astimezone(ZoneInfo("Europe/Lisbon"))
    parameters = {"name": "Croupier 2", "table": "RA1", "other": "", "begins": second_time}
    assert sentence("another-at-ball-than-planned", parameters, CODES) == (
        "by the plan Croupier 2 is at the ball of RA1 since 01:30 +00:00; by the record nobody is"
    )
