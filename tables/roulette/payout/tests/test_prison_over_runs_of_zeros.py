"""Prison, coup by coup: each case is a stake of 1,600 on rouge, the numbers that fall and what is seen after each.

1, 3 and 5 are red, odd and manque; 2 and 4 are black, even and manque; 20 is black, even and passe.
"""

from collections.abc import Iterable

import pytest

from tables.roulette.payout.bound_stake import ChoiceRefused
from tables.roulette.payout.lines import Coup
from testkit.payout import settled, settled_over
from testkit.refusals import expect_refusal

STAKE = 1_600

Seen = tuple[str, int, int, int | None]
"""outcome, returned, held, level"""


def seen(coups: Iterable[Coup]) -> list[Seen]:
    return [(line.outcome, line.returned, line.held, line.level) for coup in coups for line in coup.lines]


IN_1: Seen = ("imprisoned", 0, STAKE, 1)
FREED: Seen = ("freed", STAKE, 0, None)
LOST: Seen = ("lost", 0, 0, None)


def still(level: int) -> Seen:
    return ("still-imprisoned", 0, STAKE, level)


def divided(returned: int) -> Seen:
    return ("divided", returned, 0, None)


CAMPIONE = {
    "one zero, then red": ([0, 1], {}, [IN_1, FREED]),
    "one zero, then black": ([0, 2], {}, [IN_1, LOST]),
    "two zeros, one win frees all": ([0, 0, 1], {}, [IN_1, still(2), FREED]),
    "two zeros, then black": ([0, 0, 2], {}, [IN_1, still(2), LOST]),
    "five zeros are no limit": ([0] * 5 + [3], {}, [IN_1, *map(still, (2, 3, 4, 5)), FREED]),
    "partage at the first": ([0], {1: "partage"}, [divided(800)]),
    "partage at the second": ([0, 0], {2: "partage"}, [IN_1, divided(400)]),
    "partage at the third": ([0, 0, 0], {3: "partage"}, [IN_1, still(2), divided(200)]),
    "partage at the fifth": ([0] * 5, {5: "partage"}, [IN_1, *map(still, (2, 3, 4)), divided(50)]),
    "staying is said or not": ([0, 1], {1: "stay"}, [IN_1, FREED]),
    "freed is off the cloth": ([0, 1, 1], {}, [IN_1, FREED]),
}

VENEZIA = {
    "one zero, then red": ([0, 1], {}, [IN_1, FREED]),
    "one zero, then black": ([0, 2], {}, [IN_1, LOST]),
    "two zeros want two wins": ([0, 0, 1, 3], {}, [IN_1, still(2), still(1), FREED]),
    "two zeros, a win, a loss": ([0, 0, 1, 2], {}, [IN_1, still(2), still(1), LOST]),
    "three zeros want three wins": (
        [0, 0, 0, 1, 3, 5],
        {},
        [IN_1, still(2), still(3), still(2), still(1), FREED],
    ),
    "a zero after a win binds again": (
        [0, 0, 1, 0, 3, 5],
        {},
        [IN_1, still(2), still(1), still(2), still(1), FREED],
    ),
    "the fourth zero divides": ([0, 0, 0, 0], {}, [IN_1, still(2), still(3), divided(100)]),
    "the fourth divides after wins too": (
        [0, 0, 0, 1, 0, 0],
        {},
        [IN_1, still(2), still(3), still(2), still(3), divided(100)],
    ),
    "nothing lies after the division": ([0, 0, 0, 0, 1], {}, [IN_1, still(2), still(3), divided(100)]),
    "partage at level 1": ([0], {1: "partage"}, [divided(800)]),
    "partage at level 2": ([0, 0], {2: "partage"}, [IN_1, divided(400)]),
    "partage at level 3": ([0, 0, 0], {3: "partage"}, [IN_1, still(2), divided(200)]),
    "partage at the fourth is the division": (
        [0] * 4,
        {4: "partage"},
        [IN_1, still(2), still(3), divided(100)],
    ),
    "partage counts from the level a win restored": (
        [0, 0, 1, 0],
        {4: "partage"},
        [IN_1, still(2), still(1), divided(400)],
    ),
}


@pytest.mark.clause("it-campione/3")
@pytest.mark.parametrize("case", CAMPIONE)
def test_campione_frees_with_one_win_however_many_zeros(case: str) -> None:
    numbers, choices, expected = CAMPIONE[case]
    assert seen(settled_over("it-campione", "rouge", STAKE, numbers, choices)) == expected


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("it-venezia/zero")
@pytest.mark.parametrize("case", VENEZIA)
def test_venice_wants_as_many_wins_as_zeros_and_divides_at_the_fourth(case: str) -> None:
    numbers, choices, expected = VENEZIA[case]
    assert seen(settled_over("it-venezia", "rouge", STAKE, numbers, choices)) == expected


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/3")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/prison")),
    ],
)
def test_a_moved_stake_is_bound_to_its_new_chance(house: str) -> None:
    zero, black = settled_over(house, "rouge", STAKE, [0, 20], {1: "move:noir"})
    assert seen([zero]) == [IN_1]
    assert zero.lines[0].bet == "rouge"
    assert [stake.bet for stake in zero.kept] == ["noir"]
    assert seen([black]) == [FREED]
    assert black.lines[0].bet == "noir"


@pytest.mark.clause("it-venezia/prison")
def test_a_moved_stake_keeps_its_level_and_may_move_again() -> None:
    coups = settled_over("it-venezia", "rouge", STAKE, [0, 0, 20, 20], {1: "move:pair", 2: "move:passe"})
    assert seen(coups) == [IN_1, still(2), still(1), FREED]
    assert [coup.lines[0].bet for coup in coups] == ["rouge", "pair", "passe", "passe"]


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize(
    ("zeros", "stake", "returned"),
    [(1, 505, 253), (2, 505, 127), (3, 505, 64), (4, 505, 32), (4, 16, 1), (4, 1, 1)],
)
def test_indivisible_half_is_rounded_to_the_player_and_noted(zeros: int, stake: int, returned: int) -> None:
    last = settled_over("it-venezia", "pair", stake, [0] * zeros, {zeros: "partage"})[-1].lines[0]
    assert last.returned == returned
    assert bool(last.notes) == (stake % 2**zeros != 0)


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/3")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/zero")),
    ],
)
def test_zero_imprisons_even_chances_only(house: str) -> None:
    lines = settled(
        house,
        0,
        ("P1", "douzaine:1", 100),
        ("P1", "colonne:34", 100),
        ("P1", "plein:0", 100),
        ("P1", "noir", 100),
    ).lines
    assert [line.outcome for line in lines] == ["lost", "lost", "won", "imprisoned"]


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/19")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/29")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/bets")),
    ],
)
def test_without_a_prison_nothing_stays_on_the_cloth(house: str) -> None:
    assert settled(house, 0, ("P1", "rouge", 100)).kept == ()


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize(
    ("numbers", "choices", "code", "parameters"),
    [
        ([1], {1: "stay"}, "choice-without-prison", {}),
        ([0, 0, 1], {3: "partage"}, "prison-choice-without-zero", {}),
        ([0], {1: "move:douzaine:1"}, "prison-move-to-no-even-chance", {"to": "douzaine:1"}),
        ([0], {1: "move:nowhere"}, "prison-move-to-no-bet", {"to": "nowhere"}),
        ([0], {1: "double"}, "prison-choice-unknown", {"choice": "double"}),
        ([0, 0, 0, 0], {4: "move:noir"}, "prison-choice-of-divided-stake", {"choice": "move:noir"}),
        ([0, 0, 0, 0], {4: "stay"}, "prison-choice-of-divided-stake", {"choice": "stay"}),
    ],
)
def test_a_choice_that_is_not_open_is_refused_by_name(
    numbers: list[int], choices: dict[int, str], code: str, parameters: dict[str, str]
) -> None:
    with expect_refusal(code, kind=ChoiceRefused, ref="a", **parameters) as refused:
        settled_over("it-venezia", "rouge", STAKE, numbers, choices)
    assert refused.value.clause in ("it-venezia/prison", "it-venezia/zero")
