"""Announced bets: their chips as the houses print them, and what each house does not accept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.money import Money
from tables.refusal import BetRefused
from tables.roulette.bets import AnnouncedBet, every_bet, expand, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.refusals import expect_refusal

SERIES = {
    "tiers": {"cheval:5-8", "cheval:10-11", "cheval:13-16", "cheval:23-24", "cheval:27-30", "cheval:33-36"},
    "orphelins": {"plein:1", "cheval:6-9", "cheval:14-17", "cheval:17-20", "cheval:31-34"},
    "orphelins-plein": {f"plein:{number}" for number in (1, 6, 9, 14, 17, 20, 31, 34)},
    "nassa": {"cheval:0-3", "cheval:12-15", "plein:19", "plein:26", "cheval:32-35"},
    "jeu-zero": {"cheval:0-3", "cheval:12-15", "plein:26", "cheval:32-35"},
    "voisins": {
        "transversale:0-2-3",
        "cheval:4-7",
        "cheval:12-15",
        "cheval:18-21",
        "cheval:19-22",
        "carre:25-26-28-29",
        "cheval:32-35",
    },
}
PIECES = {"tiers": 6, "voisins": 9, "orphelins": 5, "orphelins-plein": 8, "nassa": 5, "jeu-zero": 4}

# Chips of all seventeen finals à cheval, as the Venetian house prints them.
FINALS_ACROSS = {"0-1": 5, "1-2": 5, "2-3": 5, "4-5": 5, "5-6": 5, "7-8": 4, "8-9": 4}
FINALS_DOWN = {
    "0-3": 4,
    "1-4": 4,
    "2-5": 4,
    "3-6": 4,
    "4-7": 3,
    "5-8": 3,
    "6-9": 3,
    "7-10": 3,
    "8-11": 3,
    "9-12": 3,
}

announced_by_house = [
    (house, bet)
    for house, rulebook in rulebooks().items()
    for bet in every_bet(rulebook)
    if isinstance(bet, AnnouncedBet)
]


def announced(house: str, text: str, wheel: str | None = None) -> AnnouncedBet:
    bet = parse_bet(text, get_rulebook(house), wheel=wheel)
    assert isinstance(bet, AnnouncedBet)
    return bet


@pytest.mark.parametrize(
    ("house", "kinds"),
    [
        pytest.param(
            "it-venezia",
            ["tiers", "voisins", "orphelins", "orphelins-plein", "nassa", "jeu-zero"],
            marks=pytest.mark.clause("it-venezia/announcements"),
        ),
        pytest.param(
            "it-campione", ["tiers", "voisins", "orphelins"], marks=pytest.mark.clause("it-campione/17")
        ),
        pytest.param(
            "it-live", ["tiers", "voisins", "orphelins"], marks=pytest.mark.clause("it-live/announced")
        ),
        pytest.param(
            "pt-americana",
            ["tiers", "voisins", "orphelins", "jeu-zero"],
            marks=pytest.mark.clause("pt-americana/25a"),
        ),
    ],
)
def test_series_are_laid_with_the_chips_of_the_houses(house: str, kinds: list[str]) -> None:
    standing_alone = [kind for kind, rule in get_rulebook(house).announced.items() if rule.chips]
    assert sorted(standing_alone) == sorted(kinds)
    for kind in kinds:
        bet = announced(house, kind)
        assert {chip.code for chip, _ in bet.chips} == SERIES[kind]
        assert bet.pieces == PIECES[kind]
        doubled = {chip.code for chip, weight in bet.chips if weight == 2}
        assert doubled == ({"transversale:0-2-3", "carre:25-26-28-29"} if kind == "voisins" else set())


def test_the_three_series_cover_every_number_of_the_wheel_and_overlap_nowhere() -> None:
    covered = [set(), set(), set()]  # type: list[set[int]]
    for numbers, kind in zip(covered, ("tiers", "voisins", "orphelins"), strict=True):
        numbers.update(n for chip, _ in announced("it-venezia", kind).chips for n in chip.numbers)
    assert [len(numbers) for numbers in covered] == [12, 17, 8]
    assert set.union(*covered) == set(range(37))


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/announcements")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/17")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/announced")),
    ],
)
@pytest.mark.parametrize(("digit", "pieces"), [*((digit, 4) for digit in range(7)), (7, 3), (8, 3), (9, 3)])
def test_a_final_has_a_chip_on_each_number_with_its_digit(house: str, digit: int, pieces: int) -> None:
    bet = announced(house, f"finale:{digit}")
    assert bet.pieces == pieces
    assert [chip.numbers[0] % 10 for chip, _ in bet.chips] == [digit] * pieces
    assert {chip.kind for chip, _ in bet.chips} == {"plein"}


@pytest.mark.clause("it-venezia/finals-cheval")
@pytest.mark.parametrize(("pair", "pieces"), [*FINALS_ACROSS.items(), *FINALS_DOWN.items()])
def test_all_seventeen_finals_on_the_line_have_the_printed_chips(pair: str, pieces: int) -> None:
    bet = announced("it-venezia", f"finale-cheval:{pair}")
    assert bet.pieces == pieces
    pleins = sum(chip.kind == "plein" for chip, _ in bet.chips)
    assert pleins == (2 if pair in FINALS_ACROSS else 0)


@pytest.mark.clause("it-venezia/finals-cheval")
def test_the_finals_given_as_examples_lie_as_described() -> None:
    def codes(pair: str) -> list[str]:
        return [chip.code for chip, _ in announced("it-venezia", f"finale-cheval:{pair}").chips]

    assert codes("8-9") == ["cheval:8-9", "plein:18", "plein:19", "cheval:28-29"]
    assert codes("3-6") == ["cheval:3-6", "cheval:13-16", "cheval:23-26", "cheval:33-36"]


@pytest.mark.clause("it-venezia/finals-cheval")
@pytest.mark.parametrize("pair", ["3-4", "6-7", "9-10", "10-13"])
def test_a_final_that_is_not_listed_is_refused(pair: str) -> None:
    with expect_refusal("no-such-final-on-the-line", kind=BetRefused) as refused:
        announced("it-venezia", f"finale-cheval:{pair}")
    assert refused.value.clause == "it-venezia/finals-cheval"


@pytest.mark.clause("it-campione/17")
@pytest.mark.parametrize(
    ("said", "pieces"), [("finale 1", 4), ("finale 3/6", 4), ("finale 4/7", 3), ("finale 1/2", 5)]
)
def test_the_finals_of_article_17_have_its_chips(said: str, pieces: int) -> None:
    assert announced("it-campione", said).pieces == pieces


@pytest.mark.clause("pt-americana/25b")
@pytest.mark.parametrize(
    ("each_side", "numbers"),
    [(1, (25, 17, 34)), (2, (2, 25, 17, 34, 6)), (3, (21, 2, 25, 17, 34, 6, 27))],
)
def test_neighbours_are_three_five_or_seven_chips(each_side: int, numbers: tuple[int, ...]) -> None:
    bet = announced("pt-americana", f"vizinhos:17/{each_side}")
    assert tuple(chip.numbers[0] for chip, _ in bet.chips) == numbers


@pytest.mark.clause("pt-americana/25b")
def test_how_many_neighbours_must_be_said_where_several_are_allowed() -> None:
    with expect_refusal("neighbours-unknown", kind=BetRefused, sides=(1, 2, 3)) as refused:
        announced("pt-americana", "vizinhos:17")
    assert refused.value.clause == "pt-americana/25b"


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        pytest.param("tiers", "pt-americana/25a", marks=pytest.mark.clause("pt-americana/25a")),
        pytest.param("vizinhos:17/2", "pt-americana/25b", marks=pytest.mark.clause("pt-americana/25b")),
    ],
)
def test_series_and_neighbours_do_not_exist_on_the_american_numbering(said: str, clause: str) -> None:
    with expect_refusal(
        "bet-not-on-this-wheel", kind=BetRefused, wheel="american", wheels=("french",)
    ) as refused:
        announced("pt-americana", said, wheel="american")
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/26")),
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/17")),
    ],
)
@pytest.mark.parametrize(("number", "pieces"), [(17, 11), (0, 6), (1, 8), (2, 11), (34, 5), (36, 5)])
def test_a_complete_is_every_combination_that_touches_the_number(
    house: str, number: int, pieces: int
) -> None:
    bet = announced(house, f"complete:{number}")
    assert bet.pieces == pieces
    assert all(number in chip.numbers and chip.kind != "plein" for chip, _ in bet.chips)


@pytest.mark.parametrize(
    ("house", "said", "clause"),
    [
        pytest.param("pt-francesa", "tiers", "pt-francesa/16", marks=pytest.mark.clause("pt-francesa/16")),
        pytest.param("it-campione", "nassa", "it-campione/17", marks=pytest.mark.clause("it-campione/17")),
        pytest.param(
            "it-campione", "voisins-de:1/2", "it-campione/17", marks=pytest.mark.clause("it-campione/17")
        ),
        pytest.param(
            "it-live", "finale 3/6", "it-live/announced", marks=pytest.mark.clause("it-live/announced")
        ),
        pytest.param(
            "it-live", "zero spiel", "it-live/announced", marks=pytest.mark.clause("it-live/announced")
        ),
        pytest.param(
            "it-venezia",
            "complete:17",
            "it-venezia/announcements",
            marks=pytest.mark.clause("it-venezia/announcements"),
        ),
        pytest.param(
            "pt-americana", "finale:7", "pt-americana/25a", marks=pytest.mark.clause("pt-americana/25a")
        ),
    ],
)
def test_unlisted_announcement_is_refused_with_its_clause(house: str, said: str, clause: str) -> None:
    with expect_refusal("announced-bet-not-of-house", kind=BetRefused) as refused:
        announced(house, said)
    assert refused.value.clause == clause


@pytest.mark.clause("it-campione/17")
@pytest.mark.parametrize("said", ["Le jeu de Monsieur", "le jeu de madame", "il gioco del signore"])
def test_the_game_of_monsieur_is_refused_by_name(said: str) -> None:
    with expect_refusal("bet-forbidden", kind=BetRefused) as refused:
        announced("it-campione", said)
    assert refused.value.clause == "it-campione/17"


@given(st.sampled_from(announced_by_house), st.integers(1, 10**6))
def test_the_chips_of_an_announced_bet_sum_to_its_amount(laid: tuple[str, AnnouncedBet], value: int) -> None:
    _, bet = laid
    chips = expand(bet, value * bet.pieces)
    assert sum(amount for _, amount in chips) == value * bet.pieces
    assert all(amount % value == 0 for _, amount in chips)


@given(st.sampled_from(announced_by_house), st.integers(-100, 10**6))
def test_an_amount_that_does_not_divide_is_refused_with_the_nearest_that_do(
    laid: tuple[str, AnnouncedBet], amount: int
) -> None:
    _, bet = laid
    if amount > 0 and amount % bet.pieces == 0:
        return
    with expect_refusal("amount-does-not-divide", clause=bet.clause, kind=BetRefused) as refused:
        expand(bet, amount)
    below = amount // bet.pieces * bet.pieces
    right = refused.value.parameters["right"]
    if below > 0:
        assert right.code == "nearest-that-fit"
        assert right.parameters["below"] == Money(below, bet.currency)
        assert right.parameters["above"] == Money(below + bet.pieces, bet.currency)
    else:
        assert right.code == "smallest-that-fits"
        assert right.parameters["amount"] == Money(bet.pieces, bet.currency)


@pytest.mark.clause("it-campione/17")
def test_a_word_that_only_begins_like_a_forbidden_game_is_no_such_game() -> None:
    with expect_refusal("bet-name-unknown", kind=BetRefused):
        announced("it-campione", "il gioco del sigaro")


@pytest.mark.clause("it-live/announced")
@pytest.mark.parametrize(
    ("text", "code", "pieces", "on_the_carre"),
    [
        ("voisins", "voisins", 9, 2),
        ("voisins:9-chips", "voisins", 9, 2),
        ("Voisins du zéro 7 gettoni", "voisins:7-chips", 7, 1),
        ("voisins:7-chips", "voisins:7-chips", 7, 1),
    ],
)
def test_the_live_voisins_are_of_nine_chips_or_of_seven_equal_ones(
    text: str, code: str, pieces: int, on_the_carre: int
) -> None:
    bet = announced("it-live", text)
    assert (bet.code, bet.pieces) == (code, pieces)
    weights = {chip.code: weight for chip, weight in bet.chips}
    assert set(weights) == SERIES["voisins"]
    assert (weights["carre:25-26-28-29"], weights["transversale:0-2-3"]) == (on_the_carre, on_the_carre)


@pytest.mark.clause("it-live/announced")
def test_voisins_of_seven_chips_are_refused_where_unlisted() -> None:
    for house in ("it-venezia", "it-campione", "pt-americana"):
        with pytest.raises(BetRefused):
            parse_bet("voisins:7-chips", get_rulebook(house))
