"""In which order prizes are paid. The refs a, b, c, ... are in the order of placing. 17 is black, odd and manque."""

import pytest
from msgspec.structs import replace

from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup
from testkit.payout import laid, settled

# One winner of each kind at 17, placed the other way round than both orders pay.
EVERY_KIND = {
    "plein:17": "a",
    "cheval:17-20": "b",
    "carre:16-17-19-20": "c",
    "transversale:16-18": "d",
    "sixain:13-18": "e",
    "noir": "f",
    "douzaine:2": "g",
    "colonne:35": "h",
}


def order(coup: Coup) -> str:
    return "".join(coup.order)


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/20")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/30")),
    ],
)
def test_portuguese_tables_pay_columns_dozens_even_chances_then_lines_to_plenos(house: str) -> None:
    placed = [(f"P{ref}", bet, 100) for bet, ref in EVERY_KIND.items()]
    assert order(settled(house, 17, *placed)) == "hgfedcba"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/payment-order")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/2")),
    ],
)
def test_venice_pays_column_dozen_even_chances_then_sixains_to_pleins(house: str) -> None:
    placed = [(f"P{ref}", bet, 100) for bet, ref in EVERY_KIND.items()]
    assert order(settled(house, 17, *placed)) == "hgfedcba"


@pytest.mark.clause("pt-francesa/20")
def test_cavalos_of_dozens_and_columns_are_paid_with_their_dozens_and_columns() -> None:
    coup = settled(
        "pt-francesa",
        17,
        ("P1", "deux-douzaines:1-2", 100),
        ("P2", "douzaine:2", 100),
        ("P3", "deux-colonnes:34-35", 100),
        ("P4", "colonne:35", 100),
    )
    assert order(coup) == "cdab"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/21")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/32")),
    ],
)
def test_a_players_prizes_are_paid_together_at_the_place_of_the_first(house: str) -> None:
    coup = settled(
        house,
        17,
        ("Blue", "plein:17", 20),  # a
        ("Purple", "plein:17", 20),  # b
        ("Blue", "cheval:17-20", 20),  # c
        ("Yellow", "sixain:13-18", 20),  # d
        ("Purple", "douzaine:2", 20),  # e: the first group with a prize
        ("Yellow", "noir", 20),  # f
        ("Purple", "rouge", 20),  # g: lost
    )
    assert order(coup) == "ebfdca"


@pytest.mark.clause("pt-francesa/20")
def test_within_a_portuguese_group_the_order_of_placing_holds() -> None:
    coup = settled("pt-francesa", 17, ("P1", "noir", 900), ("P2", "impair", 100), ("P3", "manque", 500))
    assert order(coup) == "abc"


@pytest.mark.clause("it-venezia/payment-order")
@pytest.mark.parametrize(
    "bet", ["colonne:35", "douzaine:2", "plein:17", "cheval:17-20", "carre:16-20", "sixain:13-18"]
)
def test_venice_pays_from_the_smallest_to_the_largest_and_equals_as_placed(bet: str) -> None:
    coup = settled("it-venezia", 17, ("P1", bet, 300), ("P2", bet, 100), ("P1", bet, 200), ("P3", bet, 100))
    assert order(coup) == "bdca"


@pytest.mark.clause("it-venezia/payment-order")
@pytest.mark.parametrize(
    ("number", "paid"), [(22, "bdac"), (17, "abdc")], ids=["left pays after even", "right pays after odd"]
)
def test_venice_pays_even_chances_from_the_chips_farthest_from_the_payer_whatever_the_stake(
    number: int, paid: str
) -> None:
    parity = "impair" if number % 2 else "pair"
    placed = laid(
        "it-venezia", ("P1", "noir", 100), ("P2", "noir", 50), ("P3", parity, 900), ("P4", "noir", 10)
    )
    far = [replace(stake, distance=distance) for stake, distance in zip(placed, (1, 3, None, 3), strict=True)]
    assert order(settle_coup(get_rulebook("it-venezia"), far, number)) == paid
    assert order(settle_coup(get_rulebook("it-venezia", 1), far, number)) == "bdac", (
        "from one side in version 1"
    )


@pytest.mark.clause("it-venezia/payment-order")
def test_without_distances_even_chances_keep_the_order_of_placing() -> None:
    coup = settled("it-venezia", 17, ("P1", "noir", 900), ("P2", "manque", 100), ("P3", "noir", 500))
    assert order(coup) == "abc"


@pytest.mark.clause("it-venezia/payment-order")
def test_venice_pays_one_combination_at_a_time_without_grouping_players() -> None:
    coup = settled(
        "it-venezia", 17, ("P1", "plein:17", 100), ("P2", "cheval:17-20", 50), ("P1", "colonne:35", 100)
    )
    assert order(coup) == "cba"


@pytest.mark.clause("it-venezia/payment-order")
def test_the_four_first_are_paid_with_the_squares() -> None:
    coup = settled(
        "it-venezia", 2, ("P1", "carre:1-5", 300), ("P2", "quatre-premiers", 200), ("P3", "cheval:2-3", 1)
    )
    assert order(coup) == "bac"


@pytest.mark.clause("it-venezia/payment-order")
def test_an_announced_bet_is_paid_at_the_place_of_its_winning_chip() -> None:
    # Voisins at 25: the square wins, two chips of 100 of its nine; orphelins at 17 would win chevals.
    coup = settled(
        "it-venezia",
        25,
        ("P1", "plein:25", 10),  # a
        ("P2", "voisins", 900),  # b: 200 on the square
        ("P3", "carre:25-29", 300),  # c
        ("P4", "carre:25-29", 100),  # d
        ("P5", "sixain:25-30", 100),  # e
    )
    assert order(coup) == "edbca"


@pytest.mark.clause("it-venezia/payment-order")
@pytest.mark.parametrize("bet", ["colonne:35", "douzaine:2"])
def test_venice_pays_columns_and_dozens_by_the_value_of_the_chip_where_it_is_known(bet: str) -> None:
    placed = laid("it-venezia", ("P1", bet, 4_000), ("P2", bet, 5_000), ("P3", bet, 3_000))
    valued = [replace(stake, chip=chip) for stake, chip in zip(placed, (2_000, 500, None), strict=True)]
    assert order(settle_coup(get_rulebook("it-venezia"), valued, 17)) == "bac"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/1")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/1")),
    ],
)
def test_number_pays_a_double_table_layout_by_layout(house: str) -> None:
    placed = laid(
        house,
        ("P1", "douzaine:2", 100),  # a, on the second layout
        ("P2", "plein:17", 100),  # b
        ("P1", "cheval:17-20", 100),  # c
        ("P2", "colonne:35", 100),  # d, on the second layout
        ("P1", "noir", 100),  # e, on the second layout
    )
    on = [replace(stake, layout=layout) for stake, layout in zip(placed, (2, 1, 1, 2, 2), strict=True)]
    assert order(settle_coup(get_rulebook(house), on, 17)) == "cbdae"


@pytest.mark.clause("it-live/result")
def test_nothing_is_paid_by_hand_at_the_live_table_so_there_is_no_order() -> None:
    coup = settled("it-live", 17, ("P1", "plein:17", 100), ("P2", "noir", 100))
    assert coup.order == ()
    assert [line.prize for line in coup.lines] == [3_500, 100]


def test_only_prizes_are_in_the_order() -> None:
    coup = settled("pt-americana", 0, ("P1", "rouge", 100), ("P2", "plein:0", 100), ("P3", "douzaine:1", 100))
    assert [line.outcome for line in coup.lines] == ["halved", "won", "lost"]
    assert order(coup) == "b"
