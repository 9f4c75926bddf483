"""The payment table that Venice prints: 20 stakes by 5 combinations, copied figure by figure."""

import pytest

from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.payment_table import payment_table
from testkit.payout import settled

HEADINGS = (
    "plein:17",
    "cheval:17-20",
    "transversale:16-17-18",
    "carre:16-17-19-20",
    "sixain:16-17-18-19-20-21",
)
PRINTED = {
    5: (175, 85, 55, 40, 25),
    10: (350, 170, 110, 80, 50),
    15: (525, 255, 165, 120, 75),
    20: (700, 340, 220, 160, 100),
    25: (875, 425, 275, 200, 125),
    30: (1_050, 510, 330, 240, 150),
    35: (1_225, 595, 385, 280, 175),
    40: (1_400, 680, 440, 320, 200),
    45: (1_575, 765, 495, 360, 225),
    50: (1_750, 850, 550, 400, 250),
    55: (1_925, 935, 605, 440, 275),
    60: (2_100, 1_020, 660, 480, 300),
    65: (2_275, 1_105, 715, 520, 325),
    70: (2_450, 1_190, 770, 560, 350),
    75: (2_625, 1_275, 825, 600, 375),
    80: (2_800, 1_360, 880, 640, 400),
    85: (2_975, 1_445, 935, 680, 425),
    90: (3_150, 1_530, 990, 720, 450),
    95: (3_325, 1_615, 1_045, 760, 475),
    100: (3_500, 1_700, 1_100, 800, 500),
}


@pytest.mark.clause("it-venezia/piece-table")
@pytest.mark.parametrize("stake", PRINTED)
def test_prizes_equal_the_printed_table(stake: int) -> None:
    coup = settled("it-venezia", 17, *(("P1", bet, stake) for bet in HEADINGS))
    assert tuple(line.prize for line in coup.lines) == PRINTED[stake]
    assert all(line.outcome == "won" and line.returned == stake for line in coup.lines)


@pytest.mark.clause("it-venezia/piece-table")
def test_the_table_of_venice_is_the_printed_one() -> None:
    table = payment_table(get_rulebook("it-venezia"))
    assert table.kinds == ("plein", "cheval", "transversale", "carre", "sixain")
    assert table.clause == "it-venezia/piece-table"
    cents = {stake * 100: tuple(prize * 100 for prize in prizes) for stake, prizes in PRINTED.items()}
    assert {row.stake: row.prizes for row in table.rows} == cents


@pytest.mark.clause("it-venezia/piece-table")
@pytest.mark.parametrize("house", rulebooks())
def test_a_table_for_any_chip_has_its_multiples_and_every_kind_of_bet(house: str) -> None:
    rulebook = get_rulebook(house)
    table = payment_table(rulebook, 250)
    assert [row.stake for row in table.rows] == [250 * chips for chips in range(1, 21)]
    assert set(table.kinds) == set(rulebook.bets)
    assert table.clause is None
    first = dict(zip(table.kinds, table.rows[0].prizes, strict=True))
    assert (first["plein"], first["cheval"], first["sixain"], first["rouge"]) == (8_750, 4_250, 1_250, 250)


def test_half_of_an_odd_stake_is_rounded_to_the_players_side() -> None:
    table = payment_table(get_rulebook("pt-francesa"), 5)
    row = dict(zip(table.kinds, table.rows[0].prizes, strict=True))
    assert row["deux-douzaines"] == 3


def test_a_house_that_prints_no_table_has_one_for_the_smallest_stake() -> None:
    rulebook = get_rulebook("pt-francesa")
    assert payment_table(rulebook) == payment_table(rulebook, rulebook.default_limits.minimum)


@pytest.mark.parametrize("chip", [0, -5])
def test_a_chip_worth_nothing_has_no_table(chip: int) -> None:
    with pytest.raises(ValueError, match="worth at least"):
        payment_table(get_rulebook("pt-francesa"), chip)
