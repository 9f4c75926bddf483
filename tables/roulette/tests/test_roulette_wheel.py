"""Neighbours on the wheel, and the colours of numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tables.roulette.bets import AnnouncedBet, parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import colour, neighbours

# The sector of five of every number, as the Venetian house prints it.
PRINTED_SECTORS = {
    0: (3, 26, 0, 32, 15),
    1: (16, 33, 1, 20, 14),
    2: (4, 21, 2, 25, 17),
    3: (12, 35, 3, 26, 0),
    4: (15, 19, 4, 21, 2),
    5: (23, 10, 5, 24, 16),
    6: (17, 34, 6, 27, 13),
    7: (18, 29, 7, 28, 12),
    8: (11, 30, 8, 23, 10),
    9: (14, 31, 9, 22, 18),
    10: (8, 23, 10, 5, 24),
    11: (13, 36, 11, 30, 8),
    12: (7, 28, 12, 35, 3),
    13: (6, 27, 13, 36, 11),
    14: (1, 20, 14, 31, 9),
    15: (0, 32, 15, 19, 4),
    16: (5, 24, 16, 33, 1),
    17: (2, 25, 17, 34, 6),
    18: (9, 22, 18, 29, 7),
    19: (32, 15, 19, 4, 21),
    20: (33, 1, 20, 14, 31),
    21: (19, 4, 21, 2, 25),
    22: (31, 9, 22, 18, 29),
    23: (30, 8, 23, 10, 5),
    24: (10, 5, 24, 16, 33),
    25: (21, 2, 25, 17, 34),
    26: (35, 3, 26, 0, 32),
    27: (34, 6, 27, 13, 36),
    28: (29, 7, 28, 12, 35),
    29: (22, 18, 29, 7, 28),
    30: (36, 11, 30, 8, 23),
    31: (20, 14, 31, 9, 22),
    32: (26, 0, 32, 15, 19),
    33: (24, 16, 33, 1, 20),
    34: (25, 17, 34, 6, 27),
    35: (28, 12, 35, 3, 26),
    36: (27, 13, 36, 11, 30),
}


@pytest.mark.clause("it-venezia/neighbours")
@pytest.mark.parametrize("number", PRINTED_SECTORS)
def test_the_sector_of_every_number_is_the_printed_one(number: int) -> None:
    bet = parse_bet(f"voisins-de:{number}/2", get_rulebook("it-venezia"))
    assert isinstance(bet, AnnouncedBet)
    assert tuple(chip.numbers[0] for chip, _ in bet.chips) == PRINTED_SECTORS[number]
    assert {weight for _, weight in bet.chips} == {1}


@pytest.mark.clause("pt-americana/2")
def test_each_numbering_has_each_number_once() -> None:
    wheels = get_rulebook("pt-americana").wheels
    assert set(wheels) == {"french", "american"}
    assert all(sorted(wheel.order) == list(range(37)) for wheel in wheels.values())
    assert neighbours(wheels["american"].order, 0, 2) == (9, 28, 0, 2, 14)
    assert neighbours(wheels["french"].order, 0, 2) == (3, 26, 0, 32, 15)


@pytest.mark.clause("pt-francesa/3-7")
def test_colours_alternate_around_the_french_wheel() -> None:
    order = get_rulebook("pt-francesa").wheels["french"].order
    assert order[0] == 0
    assert [colour(number) for number in order[1:]] == ["rouge", "noir"] * 18


# Clockwise from zero, as n.º 2 of the French game in Portugal lists it.
FRENCH_ORDER = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/2")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/wheel")),
    ],
)
def test_the_french_wheel_has_37_numbers_in_its_order_and_the_house_has_no_other(house: str) -> None:
    wheels = get_rulebook(house).wheels
    assert set(wheels) == {"french"}
    assert wheels["french"].order == FRENCH_ORDER


@pytest.mark.clause("pt-americana/3-6")
def test_on_the_american_numbering_the_colour_follows_the_number_and_not_the_place() -> None:
    rulebook = get_rulebook("pt-americana")
    assert rulebook.reds == get_rulebook("pt-francesa").reds
    colours = {
        name: [colour(number, rulebook.reds) for number in wheel.order]
        for name, wheel in rulebook.wheels.items()
    }
    for around in colours.values():
        assert (around.count("rouge"), around.count("noir"), around.count(None)) == (18, 18, 1)
    assert all(one != next_one for one, next_one in pairwise(colours["french"]))
    assert any(one == next_one for one, next_one in pairwise(colours["american"]))


@pytest.mark.clause("it-venezia/cylinder")
def test_the_colour_belongs_to_the_number() -> None:
    reds = get_rulebook("it-venezia").reds
    assert colour(0, reds) is None
    assert [colour(number, reds) for number in (15, 17, 19, 20)] == ["noir", "noir", "rouge", "noir"]
    assert sum(colour(number, reds) == "rouge" for number in range(37)) == 18
