"""The payment table that Venice prints: 20 stakes by 5 combinations, copied figure by figure."""

import pytest

from settlement.payout.testing import settled

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
