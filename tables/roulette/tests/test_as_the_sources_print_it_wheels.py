"""Wheels and neighbours as the sources print them.

The scan of the Venetian table of neighbours is broken in places: of some numbers of its middle block only one digit is
left ("1 9 4 21 2 25" for 19 4 21 2 25). The rows below were copied from the scan and mended by eye, never from code:
five numbers a row, each row one place further round the wheel than the one above.
"""

from __future__ import annotations

import pytest

from tables.roulette.bets import AnnouncedBet, parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import colour, neighbours

# The left block: the sector of 0, 1, 2 and so on to 36, its numbers in ascending order.
BY_NUMBER = (
    *((0, 3, 15, 26, 32), (1, 14, 16, 20, 33), (2, 4, 17, 21, 25), (0, 3, 12, 26, 35), (2, 4, 15, 19, 21)),
    *(
        (5, 10, 16, 23, 24),
        (6, 13, 17, 27, 34),
        (7, 12, 18, 28, 29),
        (8, 10, 11, 23, 30),
        (9, 14, 18, 22, 31),
    ),
    *((5, 8, 10, 23, 24), (8, 11, 13, 30, 36), (3, 7, 12, 28, 35), (6, 11, 13, 27, 36), (1, 9, 14, 20, 31)),
    *((0, 4, 15, 19, 32), (1, 5, 16, 24, 33), (2, 6, 17, 25, 34), (7, 9, 18, 22, 29), (4, 15, 19, 21, 32)),
    *((1, 14, 20, 31, 33), (2, 4, 19, 21, 25), (9, 18, 22, 29, 31), (5, 8, 10, 23, 30), (5, 10, 16, 24, 33)),
    *((2, 17, 21, 25, 34), (0, 3, 26, 32, 35), (6, 13, 27, 34, 36), (7, 12, 28, 29, 35), (7, 18, 22, 28, 29)),
    *(
        (8, 11, 23, 30, 36),
        (9, 14, 20, 22, 31),
        (0, 15, 19, 26, 32),
        (1, 16, 20, 24, 33),
        (6, 17, 25, 27, 34),
    ),
    *((3, 12, 26, 28, 35), (11, 13, 27, 30, 36)),
)
# The middle block: the same sectors round the wheel, from that of zero on.
ROUND_THE_WHEEL = (
    *((3, 26, 0, 32, 15), (26, 0, 32, 15, 19), (0, 32, 15, 19, 4), (32, 15, 19, 4, 21), (15, 19, 4, 21, 2)),
    *((19, 4, 21, 2, 25), (4, 21, 2, 25, 17), (21, 2, 25, 17, 34), (2, 25, 17, 34, 6), (25, 17, 34, 6, 27)),
    *((17, 34, 6, 27, 13), (34, 6, 27, 13, 36), (6, 27, 13, 36, 11), (27, 13, 36, 11, 30)),
    *((13, 36, 11, 30, 8), (36, 11, 30, 8, 23), (11, 30, 8, 23, 10), (30, 8, 23, 10, 5), (8, 23, 10, 5, 24)),
    *((23, 10, 5, 24, 16), (10, 5, 24, 16, 33), (5, 24, 16, 33, 1), (24, 16, 33, 1, 20), (16, 33, 1, 20, 14)),
    *((33, 1, 20, 14, 31), (1, 20, 14, 31, 9), (20, 14, 31, 9, 22), (14, 31, 9, 22, 18), (31, 9, 22, 18, 29)),
    *((9, 22, 18, 29, 7), (22, 18, 29, 7, 28), (18, 29, 7, 28, 12), (29, 7, 28, 12, 35), (7, 28, 12, 35, 3)),
    *((28, 12, 35, 3, 26), (12, 35, 3, 26, 0), (35, 3, 26, 0, 32)),
)
FRENCH = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
AMERICAN = (
    *(2, 14, 35, 23, 4, 16, 33, 21, 6, 18, 31, 19, 8, 12, 29, 25, 10, 27, 1),
    *(13, 36, 24, 3, 15, 34, 22, 5, 17, 32, 20, 7, 11, 30, 26, 9, 28, 0),
)


def sector(house: str, said: str) -> tuple[int, ...]:
    """The numbers of a number with its neighbours, in the order in which their chips lie."""
    bet = parse_bet(said, get_rulebook(house))
    assert isinstance(bet, AnnouncedBet)
    assert {(chip.kind, weight) for chip, weight in bet.chips} == {("plein", 1)}
    return tuple(chip.numbers[0] for chip, _ in bet.chips)


def test_the_two_blocks_copied_here_say_the_same_of_all_37_numbers() -> None:
    centres = [row[2] for row in ROUND_THE_WHEEL]
    assert sorted(centres) == list(range(37))
    assert {row[2]: tuple(sorted(row)) for row in ROUND_THE_WHEEL} == dict(enumerate(BY_NUMBER))


@pytest.mark.clause("it-venezia/neighbours")
@pytest.mark.parametrize("number", range(37))
def test_the_sector_of_each_number_holds_the_numbers_of_its_row(number: int) -> None:
    assert tuple(sorted(sector("it-venezia", f"settore {number}"))) == BY_NUMBER[number]


@pytest.mark.clause("it-venezia/neighbours")
@pytest.mark.parametrize("row", ROUND_THE_WHEEL, ids=lambda row: str(row[2]))
def test_a_sector_lies_in_the_order_of_the_wheel(row: tuple[int, ...]) -> None:
    assert sector("it-venezia", f"vicini {row[2]}") == row


@pytest.mark.clause("it-venezia/cylinder")
def test_the_venetian_wheel_turns_in_the_order_of_its_table_of_neighbours() -> None:
    assert get_rulebook("it-venezia").wheels["french"].order == tuple(row[2] for row in ROUND_THE_WHEEL)


@pytest.mark.clause("it-venezia/cylinder")
def test_reds_and_blacks_are_the_listed_numbers_without_zero() -> None:
    reds = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
    blacks = (2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35)
    rulebook = get_rulebook("it-venezia")
    coloured: dict[str | None, tuple[int, ...]] = {"rouge": reds, "noir": blacks, None: (0,)}
    assert coloured == {
        name: tuple(number for number in range(37) if colour(number, rulebook.reds) == name)
        for name in ("rouge", "noir", None)
    }
    assert {name: parse_bet(name, rulebook).code for name in ("rosso", "nero")} == {
        "rosso": "rouge",
        "nero": "noir",
    }
    order = rulebook.wheels["french"].order
    assert [number in reds for number in order[1:]] == [True, False] * 18


@pytest.mark.clause("pt-americana/2")
def test_american_game_has_the_two_numberings_of_the_decree() -> None:
    wheels = get_rulebook("pt-americana").wheels
    assert {name: wheel.order for name, wheel in wheels.items()} == {"french": FRENCH, "american": AMERICAN}


@pytest.mark.clause("pt-americana/2")
@pytest.mark.parametrize(
    ("number", "row"),
    [
        (0, (26, 9, 28, 0, 2, 14, 35)),
        (1, (25, 10, 27, 1, 13, 36, 24)),
        (2, (9, 28, 0, 2, 14, 35, 23)),
        (17, (34, 22, 5, 17, 32, 20, 7)),
        (28, (30, 26, 9, 28, 0, 2, 14)),
    ],
)
def test_on_the_american_numbering_a_number_has_other_neighbours(number: int, row: tuple[int, ...]) -> None:
    order = get_rulebook("pt-americana").wheels["american"].order
    assert [neighbours(order, number, each_side) for each_side in (1, 2, 3)] == [row[2:5], row[1:6], row]


@pytest.mark.clause("it-live/announced")
def test_eight_and_its_neighbours_are_the_five_numbers_of_the_example() -> None:
    assert sector("it-live", "adiacenti 8") == (11, 30, 8, 23, 10)


@pytest.mark.clause("pt-americana/25b")
@pytest.mark.parametrize(("each_side", "chips"), [(1, 3), (2, 5), (3, 7)])
@pytest.mark.parametrize("number", range(37))
def test_a_number_and_its_neighbours_lie_side_by_side_on_the_french_numbering(
    number: int, each_side: int, chips: int
) -> None:
    at = FRENCH.index(number)
    twice_round = FRENCH + FRENCH + FRENCH
    side_by_side = twice_round[37 + at - each_side : 37 + at + each_side + 1]
    assert len(side_by_side) == chips
    assert sector("pt-americana", f"vizinhos {number}/{each_side}") == side_by_side
