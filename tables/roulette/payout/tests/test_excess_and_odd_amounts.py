"""Stakes found over the maximum, halves that do not divide, and announced bets."""

import pytest
from msgspec.structs import replace

from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Line
from testkit.payout import laid, settled

SIGN = Limits(minimum=500, maximums={"plein": 50_000, "cheval": 100_000, "rouge": 1_000_000})


def over_the_maximum(house: str, number: int, bet: str, amount: int, sign: Limits = SIGN) -> Line:
    """The line of a stake that was found on the cloth over the maximum."""
    stakes = [replace(stake, excess=True) for stake in laid(house, ("P1", bet, amount))]
    return settle_coup(get_rulebook(house), stakes, number, limits=sign).lines[0]


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param("it-campione", "it-campione/8", marks=pytest.mark.clause("it-campione/8")),
        pytest.param("it-venezia", "it-venezia/general-9", marks=pytest.mark.clause("it-venezia/general-9")),
        pytest.param("pt-francesa", "pt-francesa/24", marks=pytest.mark.clause("pt-francesa/24")),
    ],
)
def test_a_win_over_the_maximum_is_paid_as_the_maximum_and_the_excess_returned(
    house: str, clause: str
) -> None:
    line = over_the_maximum(house, 17, "plein:17", 60_000)
    assert (line.prize, line.returned, line.excess) == (35 * 50_000, 60_000, 10_000)
    assert line.clause == clause
    assert [note.code for note in line.notes] == ["excess-returned"]


@pytest.mark.clause("it-campione/8")
def test_a_loss_over_the_maximum_is_lost_whole() -> None:
    line = over_the_maximum("it-campione", 18, "plein:17", 60_000)
    assert (line.outcome, line.returned, line.excess, line.notes) == ("lost", 0, 0, ())


@pytest.mark.clause("it-campione/6")
@pytest.mark.clause("it-campione/8")
def test_the_maximum_counts_what_the_player_already_had_on_the_combination() -> None:
    first, second, other = laid(
        "it-campione", ("P1", "plein:17", 40_000), ("P1", "plein:17", 30_000), ("P2", "plein:17", 50_000)
    )
    stakes = [first, replace(second, excess=True), other]
    lines = settle_coup(get_rulebook("it-campione"), stakes, 17, limits=SIGN).lines
    assert [line.prize for line in lines] == [35 * 40_000, 35 * 10_000, 35 * 50_000]
    assert [line.returned for line in lines] == [40_000, 30_000, 50_000]
    assert [line.excess for line in lines] == [0, 20_000, 0]


@pytest.mark.clause("it-campione/8")
def test_a_stake_called_over_the_maximum_that_is_not_is_paid_in_full() -> None:
    line = over_the_maximum("it-campione", 17, "plein:17", 50_000)
    assert (line.prize, line.excess, line.notes) == (35 * 50_000, 0, ())


@pytest.mark.clause("it-campione/8")
def test_an_excess_in_prison_is_imprisoned_and_freed_whole() -> None:
    assert over_the_maximum("it-campione", 0, "rouge", 1_200_000).held == 1_200_000


@pytest.mark.clause("it-campione/8")
def test_the_chips_of_an_announced_bet_are_capped_each_by_its_own_maximum() -> None:
    # Voisins of 900,000 lay 100,000 on each cheval and twice as much on 0-2-3.
    sign = Limits(minimum=500, maximums={"cheval": 80_000, "transversale": 150_000})
    at_cheval = over_the_maximum("it-campione", 4, "voisins", 900_000, sign)
    at_zero = over_the_maximum("it-campione", 0, "voisins", 900_000, sign)
    assert (at_cheval.prize, at_cheval.returned, at_cheval.excess) == (17 * 80_000, 100_000, 20_000)
    assert (at_zero.prize, at_zero.returned, at_zero.excess) == (11 * 150_000, 200_000, 50_000)


@pytest.mark.clause("pt-americana/27")
@pytest.mark.parametrize(
    ("stake", "returned", "rounded"), [(1_000, 500, False), (505, 253, True), (1, 1, True), (3, 2, True)]
)
def test_half_of_an_odd_even_chance_is_rounded_to_the_player(
    stake: int, returned: int, rounded: bool
) -> None:
    (line,) = settled("pt-americana", 0, ("P1", "passe", stake)).lines
    assert (line.outcome, line.prize, line.returned, line.held) == ("halved", 0, returned, 0)
    assert [note.code for note in line.notes] == ["rounded-up"] * rounded


@pytest.mark.clause("pt-francesa/18")
@pytest.mark.parametrize(("stake", "prize", "rounded"), [(1_000, 500, False), (505, 253, True)])
def test_half_a_prize_that_does_not_divide_is_rounded_to_the_player(
    stake: int, prize: int, rounded: bool
) -> None:
    (line,) = settled("pt-francesa", 17, ("P1", "deux-douzaines:1-2", stake)).lines
    assert (line.outcome, line.prize, line.returned) == ("won", prize, stake)
    assert [note.code for note in line.notes] == ["rounded-up"] * rounded


# bet: amount, number, prize, returned, and the chips that win with their stake and prize
ANNOUNCED = {
    "tiers at 8": ("tiers", 600, 8, 1_700, 100, {"cheval:5-8": (100, 1_700)}),
    "tiers at 1": ("tiers", 600, 1, 0, 0, {}),
    "voisins at zero": ("voisins", 900, 0, 2_200, 200, {"transversale:0-2-3": (200, 2_200)}),
    "voisins at 26": ("voisins", 900, 26, 1_600, 200, {"carre:25-26-28-29": (200, 1_600)}),
    "voisins at 12": ("voisins", 900, 12, 1_700, 100, {"cheval:12-15": (100, 1_700)}),
    "orphelins at 1": ("orphelins", 500, 1, 3_500, 100, {"plein:1": (100, 3_500)}),
    "orphelins at 17 win twice": (
        "orphelins",
        500,
        17,
        3_400,
        200,
        {"cheval:14-17": (100, 1_700), "cheval:17-20": (100, 1_700)},
    ),
    "zero spiel at 26": ("jeu-zero", 400, 26, 3_500, 100, {"plein:26": (100, 3_500)}),
    "nassa at 19": ("nassa", 500, 19, 3_500, 100, {"plein:19": (100, 3_500)}),
    "17 and two neighbours at 34": ("voisins-de:17/2", 500, 34, 3_500, 100, {"plein:34": (100, 3_500)}),
    "final 7 at 27": ("finale:7", 300, 27, 3_500, 100, {"plein:27": (100, 3_500)}),
    "final 8/9 at 18": ("finale-cheval:8-9", 400, 18, 3_500, 100, {"plein:18": (100, 3_500)}),
    "final 8/9 at 28": ("finale-cheval:8-9", 400, 28, 1_700, 100, {"cheval:28-29": (100, 1_700)}),
}


@pytest.mark.clause("it-venezia/announcements")
@pytest.mark.clause("it-venezia/finals-cheval")
@pytest.mark.clause("it-venezia/neighbours")
@pytest.mark.parametrize("case", ANNOUNCED)
def test_an_announced_bet_is_one_line_with_the_sum_of_its_chips(case: str) -> None:
    bet, amount, number, prize, returned, winning = ANNOUNCED[case]
    (line,) = settled("it-venezia", number, ("P1", bet, amount)).lines
    assert (line.bet, line.stake, line.prize, line.returned, line.held) == (bet, amount, prize, returned, 0)
    assert line.outcome == ("won" if winning else "lost")
    assert {chip.bet: (chip.stake, chip.prize) for chip in line.chips if chip.outcome == "won"} == winning
    assert sum(chip.stake for chip in line.chips) == amount
    assert all(chip.ref == line.ref and chip.player == line.player for chip in line.chips)


@pytest.mark.clause("pt-americana/25a")
@pytest.mark.clause("pt-americana/27")
@pytest.mark.parametrize(
    ("bet", "amount", "number", "prize"),
    [
        ("voisins", 900, 0, 2_200),
        ("jeu-zero", 400, 3, 1_700),
        ("tiers", 600, 36, 1_700),
        ("orphelins", 500, 20, 1_700),
    ],
)
def test_of_a_portuguese_series_the_winning_part_is_paid_and_the_rest_loses(
    bet: str, amount: int, number: int, prize: int
) -> None:
    (line,) = settled("pt-americana", number, ("P1", bet, amount)).lines
    assert line.prize == prize
    lost = sum(chip.stake for chip in line.chips if chip.outcome == "lost")
    assert line.stake == line.returned + lost


@pytest.mark.clause("pt-americana/25b")
@pytest.mark.clause("pt-americana/27")
@pytest.mark.parametrize(("each_side", "chips"), [(1, 3), (2, 5), (3, 7)])
def test_of_neighbours_the_winning_chip_is_paid_as_a_pleno(each_side: int, chips: int) -> None:
    (line,) = settled("pt-americana", 26, ("P1", f"voisins-de:0/{each_side}", 100 * chips)).lines
    assert (line.prize, line.returned, len(line.chips)) == (3_500, 100, chips)


@pytest.mark.clause("it-live/announced")
@pytest.mark.parametrize(
    ("bet", "amount", "number", "prize"),
    [("voisins", 900, 29, 1_600), ("voisins-de:8/2", 500, 11, 3_500), ("finale:4", 400, 34, 3_500)],
)
def test_live_announced_bets_pay_their_chips(bet: str, amount: int, number: int, prize: int) -> None:
    (line,) = settled("it-live", number, ("P1", bet, amount)).lines
    assert line.prize == prize


@pytest.mark.clause("it-campione/17")
@pytest.mark.parametrize(
    ("bet", "amount", "number", "prize"),
    [("tiers", 600, 5, 1_700), ("orphelins", 500, 9, 1_700), ("finale:1", 400, 31, 3_500)],
)
def test_campione_announced_bets_pay_their_chips(bet: str, amount: int, number: int, prize: int) -> None:
    (line,) = settled("it-campione", number, ("P1", bet, amount)).lines
    assert line.prize == prize
