"""Every position of the cloth against all 37 numbers, for each rulebook.

The cloth and the prizes are written out here once more, from the printed rules and a drawn cloth, so that nothing
is compared with itself: where number n lies in row (n - 1) // 3 and column (n - 1) % 3.
"""

import pytest

from tables.roulette.loader import get_rulebook
from testkit.payout import settled

STAKE = 600

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
BLACK = {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}
EVEN_CHANCES = {
    "pair": {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36},
    "impair": {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35},
    "manque": {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18},
    "passe": {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36},
    "rouge": RED,
    "noir": BLACK,
}
DOZENS = {1: set(range(1, 13)), 2: set(range(13, 25)), 3: set(range(25, 37))}
COLUMNS = {34: set(range(1, 35, 3)), 35: set(range(2, 36, 3)), 36: set(range(3, 37, 3))}
STREETS = [{first, first + 1, first + 2} for first in range(1, 37, 3)]


def named(kind: str, numbers: set[int]) -> tuple[str, set[int]]:
    return f"{kind}:{'-'.join(map(str, sorted(numbers)))}", numbers


CLOTH: dict[str, list[tuple[str, set[int]]]] = {
    "plein": [named("plein", {n}) for n in range(37)],
    "cheval": [
        *(named("cheval", {0, n}) for n in (1, 2, 3)),
        *(named("cheval", {n, n + 1}) for n in range(1, 36) if n % 3),
        *(named("cheval", {n, n + 3}) for n in range(1, 34)),
    ],
    "transversale": [
        named("transversale", {0, 1, 2}),
        named("transversale", {0, 2, 3}),
        *(named("transversale", street) for street in STREETS),
    ],
    "carre": [named("carre", {n, n + 1, n + 3, n + 4}) for n in range(1, 33) if n % 3],
    "quatre-premiers": [("quatre-premiers", {0, 1, 2, 3})],
    "sixain": [named("sixain", STREETS[i] | STREETS[i + 1]) for i in range(11)],
    "douzaine": [(f"douzaine:{which}", numbers) for which, numbers in DOZENS.items()],
    "colonne": [(f"colonne:{which}", numbers) for which, numbers in COLUMNS.items()],
    "deux-douzaines": [
        ("deux-douzaines:1-2", DOZENS[1] | DOZENS[2]),
        ("deux-douzaines:2-3", DOZENS[2] | DOZENS[3]),
    ],
    "deux-colonnes": [
        ("deux-colonnes:34-35", COLUMNS[34] | COLUMNS[35]),
        ("deux-colonnes:35-36", COLUMNS[35] | COLUMNS[36]),
    ],
    **{chance: [(chance, numbers)] for chance, numbers in EVEN_CHANCES.items()},
}

# What 600 wins, worked out by hand: 35, 17, 11, 8, 8, 5, 2 and 2 times, and the even chances once.
PRIZES = {
    "plein": 21_000,
    "cheval": 10_200,
    "transversale": 6_600,
    "carre": 4_800,
    "quatre-premiers": 4_800,
    "sixain": 3_000,
    "douzaine": 1_200,
    "colonne": 1_200,
    **dict.fromkeys(EVEN_CHANCES, 600),
}
# The Portuguese rulebooks know both adjacent dozens and columns, for half the stake.
PORTUGUESE = {**PRIZES, "deux-douzaines": 300, "deux-colonnes": 300}

# rulebook: its prizes, and (outcome, returned, held) of an even chance of 600 at zero
HOUSES = {
    "pt-francesa": (PORTUGUESE, ("lost", 0, 0)),
    "pt-americana": (PORTUGUESE, ("halved", 300, 0)),
    "it-campione": (PRIZES, ("imprisoned", 0, 600)),
    "it-venezia": (PRIZES, ("imprisoned", 0, 600)),
    "it-live": (PRIZES, ("lost", 0, 0)),
}

# Where each of them says what may be bet, what is won and what zero does.
CLAUSES = {
    "pt-francesa": ("pt-francesa/16", "pt-francesa/18", "pt-francesa/19"),
    "pt-americana": ("pt-americana/24", "pt-americana/27", "pt-americana/29"),
    "it-campione": ("it-campione/1", "it-campione/2", "it-campione/3"),
    "it-venezia": ("it-venezia/payouts", "it-venezia/zero"),
    "it-live": ("it-live/bets",),
}
every_house = pytest.mark.parametrize(
    "house", [pytest.param(house, marks=[*map(pytest.mark.clause, CLAUSES[house])]) for house in HOUSES]
)


def test_the_cloth_written_out_here_has_its_161_positions() -> None:
    assert sum(len(positions) for positions in CLOTH.values()) == 161
    assert len({code for positions in CLOTH.values() for code, _ in positions}) == 161


@pytest.mark.parametrize("number", range(37))
@every_house
def test_every_bet_is_settled_as_the_rules_say(house: str, number: int) -> None:
    prizes, even_chance_at_zero = HOUSES[house]
    for kind, prize in prizes.items():
        for code, numbers in CLOTH[kind]:
            (line,) = settled(house, number, ("P1", code, STAKE)).lines
            if number in numbers:
                expected = ("won", prize, STAKE, 0)
            elif number == 0 and kind in EVEN_CHANCES:
                outcome, returned, held = even_chance_at_zero
                expected = (outcome, 0, returned, held)
            else:
                expected = ("lost", 0, 0, 0)
            assert (line.outcome, line.prize, line.returned, line.held) == expected, f"{code} at {number}"
            assert line.bet == code


@pytest.mark.parametrize("house", HOUSES)
def test_every_line_cites_a_clause_of_its_own_rulebook(house: str) -> None:
    known = get_rulebook(house).clauses
    for kind in HOUSES[house][0]:
        for number in (0, 17):
            (line,) = settled(house, number, ("P1", CLOTH[kind][0][0], STAKE)).lines
            assert line.clause in known


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/4")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-4")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/bets")),
    ],
)
@pytest.mark.parametrize("kind", ["deux-douzaines", "deux-colonnes"])
def test_the_italian_rulebooks_pay_no_cavalos_of_dozens_and_columns(house: str, kind: str) -> None:
    assert kind not in get_rulebook(house).bets
