"""Prison over runs of zeros, wins and losses, in both houses that have it."""

from __future__ import annotations

import pytest

from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.prison import Verdict, release
from tables.roulette.rounding import halved
from tables.roulette.rulebook import PrisonRule

ZERO, WIN, LOSS = None, True, False


def prison(house: str) -> PrisonRule:
    rule = get_rulebook(house).zero.prison
    assert rule is not None
    return rule


def course(house: str, coups: list[bool | None]) -> list[tuple[str, int]]:
    """Outcome and level after each coup, from a free stake on."""
    level = 0
    seen: list[tuple[str, int]] = []
    for won in coups:
        verdict = release(prison(house), level, won)
        level = verdict.level
        seen.append((verdict.outcome, level))
    return seen


@pytest.mark.clause("it-campione/3")
@pytest.mark.parametrize(
    ("coups", "expected"),
    [
        ([ZERO, WIN], [("imprisoned", 1), ("freed", 0)]),
        ([ZERO, LOSS], [("imprisoned", 1), ("lost", 0)]),
        ([ZERO, ZERO, WIN], [("imprisoned", 1), ("still-imprisoned", 2), ("freed", 0)]),
        (
            [ZERO, ZERO, ZERO, LOSS],
            [("imprisoned", 1), *[("still-imprisoned", n) for n in (2, 3)], ("lost", 0)],
        ),
        ([ZERO] * 6, [("imprisoned", 1), *[("still-imprisoned", n) for n in (2, 3, 4, 5, 6)]]),
    ],
)
def test_win_frees_after_any_number_of_zeros(
    coups: list[bool | None], expected: list[tuple[str, int]]
) -> None:
    assert course("it-campione", coups) == expected


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize(
    ("coups", "expected"),
    [
        ([ZERO, WIN], [("imprisoned", 1), ("freed", 0)]),
        ([ZERO, LOSS], [("imprisoned", 1), ("lost", 0)]),
        (
            [ZERO, ZERO, WIN, WIN],
            [("imprisoned", 1), ("still-imprisoned", 2), ("still-imprisoned", 1), ("freed", 0)],
        ),
        (
            [ZERO, ZERO, WIN, LOSS],
            [("imprisoned", 1), ("still-imprisoned", 2), ("still-imprisoned", 1), ("lost", 0)],
        ),
        (
            [ZERO, ZERO, ZERO, WIN, ZERO, WIN, WIN, WIN],
            [
                ("imprisoned", 1),
                ("still-imprisoned", 2),
                ("still-imprisoned", 3),
                ("still-imprisoned", 2),
                ("still-imprisoned", 3),
                ("still-imprisoned", 2),
                ("still-imprisoned", 1),
                ("freed", 0),
            ],
        ),
        (
            [ZERO, ZERO, ZERO, ZERO],
            [("imprisoned", 1), ("still-imprisoned", 2), ("still-imprisoned", 3), ("divided", 4)],
        ),
    ],
)
def test_a_stake_must_win_as_often_as_it_was_imprisoned_and_a_fourth_zero_divides_it(
    coups: list[bool | None], expected: list[tuple[str, int]]
) -> None:
    assert course("it-venezia", coups) == expected


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/3")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/prison")),
    ],
)
def test_the_player_may_split_and_may_move(house: str) -> None:
    assert prison(house).partage
    assert prison(house).move


@pytest.mark.clause("it-campione/3")
@pytest.mark.parametrize(
    ("stake", "level", "share"), [(1000, 1, 500), (1000, 2, 250), (1000, 4, 63), (1, 3, 1), (501, 1, 251)]
)
def test_each_zero_halves_the_share_rounded_to_the_players_side(stake: int, level: int, share: int) -> None:
    assert halved(stake, level, None) == share


@pytest.mark.parametrize(
    ("house", "even", "clause"),
    [
        pytest.param("pt-francesa", "lose", "pt-francesa/19", marks=pytest.mark.clause("pt-francesa/19")),
        pytest.param("it-campione", "prison", "it-campione/3", marks=pytest.mark.clause("it-campione/3")),
        pytest.param("it-venezia", "prison", "it-venezia/zero", marks=pytest.mark.clause("it-venezia/zero")),
        pytest.param("pt-americana", "half", "pt-americana/29", marks=pytest.mark.clause("pt-americana/29")),
        pytest.param("it-live", "lose", "it-live/bets", marks=pytest.mark.clause("it-live/bets")),
    ],
)
def test_effect_of_zero_on_even_chances_is_of_the_rulebook(house: str, even: str, clause: str) -> None:
    zero = rulebooks()[house].zero
    assert (zero.even, zero.clause) == (even, clause)
    assert (zero.prison is not None) == (even == "prison")


def test_a_free_stake_that_wins_is_nobodys_prisoner() -> None:
    assert release(prison("it-venezia"), 0, WIN) == Verdict("freed", 0)
