"""Series, finals and what is not accepted: the chips and numbers that the sources print."""

from __future__ import annotations

import pytest

from tables.money import Money
from tables.refusal import BetRefused
from tables.roulette.bets import AnnouncedBet, expand, parse_bet
from tables.roulette.loader import get_rulebook
from testkit.refusals import expect_refusal

TIERS = {5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36}
VOISINS = {0, 2, 3, 4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35}
ORPHELINS = {1, 6, 9, 14, 17, 20, 31, 34}


def announced(house: str, said: str) -> AnnouncedBet:
    bet = parse_bet(said, get_rulebook(house))
    assert isinstance(bet, AnnouncedBet)
    return bet


def numbers_of(bet: AnnouncedBet) -> set[int]:
    return {number for chip, _ in bet.chips for number in chip.numbers}


def chips(house: str, said: str) -> dict[str, int]:
    return {chip.code: weight for chip, weight in announced(house, said).chips}


def of(clause: str, *cases: tuple[object, ...]) -> list[object]:
    """Cases of one house, each marked with the clause that prints them."""
    return [pytest.param(clause.partition("/")[0], *case, marks=pytest.mark.clause(clause)) for case in cases]


@pytest.mark.parametrize(
    ("house", "said", "pieces", "numbers"),
    [
        *of(
            "it-venezia/announcements",
            ("serie 5/8", 6, TIERS),
            ("vicini dello zero", 9, VOISINS),
            ("orfanelli", 5, ORPHELINS),
            ("orfanelli in pieno", 8, ORPHELINS),
            ("nassa", 5, {0, 3, 12, 15, 19, 26, 32, 35}),
            ("zero spiel", 4, {0, 3, 12, 15, 26, 32, 35}),
        ),
        *of("it-campione/17", ("serie 5/8", 6, TIERS), ("vicini dello zero", 9, VOISINS)),
        *of("it-campione/17", ("orfanelli", 5, ORPHELINS)),
        *of(
            "pt-americana/25a",
            ("série grande", 9, VOISINS),
            ("série do zero", 4, {0, 3, 12, 15, 26, 32, 35}),
            ("série pequena", 6, TIERS),
            ("série vadios", 5, ORPHELINS),
        ),
        *of(
            "it-live/announced",
            ("tiers", 6, TIERS),
            ("voisins du zéro", 9, VOISINS),
            ("orphelins", 5, ORPHELINS),
        ),
    ],
)
def test_a_series_has_its_chips_and_its_numbers(
    house: str, said: str, pieces: int, numbers: set[int]
) -> None:
    bet = announced(house, said)
    assert (bet.pieces, numbers_of(bet)) == (pieces, numbers)


@pytest.mark.clause("pt-americana/25a")
def test_the_portuguese_series_play_as_many_numbers_as_the_decree_counts() -> None:
    counted = {"série grande": 17, "série do zero": 7, "série pequena": 12, "série vadios": 8}
    assert {said: len(numbers_of(announced("pt-americana", said))) for said in counted} == counted


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/announcements")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/17")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/25a")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/announced")),
    ],
)
def test_the_three_series_share_out_the_37_numbers_round_the_wheel(house: str) -> None:
    order = get_rulebook(house).wheels["french"].order
    series = {kind: numbers_of(announced(house, kind)) for kind in ("tiers", "voisins", "orphelins")}
    assert sum(len(numbers) for numbers in series.values()) == 12 + 17 + 8 == 37
    assert set.union(*series.values()) == set(range(37))
    # The voisins lie to both sides of zero, the tiers across the wheel from it, the orphelins in two sectors between.
    assert set(order[order.index(22) :] + order[: order.index(25) + 1]) == series["voisins"]
    assert set(order[order.index(27) : order.index(33) + 1]) == series["tiers"]
    assert set(order[order.index(17) : order.index(6) + 1]) == {17, 34, 6}
    assert set(order[order.index(1) : order.index(9) + 1]) == {1, 20, 14, 31, 9}


@pytest.mark.parametrize(
    ("house", "said", "laid"),
    [
        *of(
            "it-venezia/finals-cheval",
            ("finale 8/9", {"cheval:8-9": 1, "plein:18": 1, "plein:19": 1, "cheval:28-29": 1}),
            ("finale 3/6", {"cheval:3-6": 1, "cheval:13-16": 1, "cheval:23-26": 1, "cheval:33-36": 1}),
        ),
        *of(
            "it-venezia/announcements",
            ("finale 1", dict.fromkeys(["plein:1", "plein:11", "plein:21", "plein:31"], 1)),
        ),
        *of(
            "it-live/announced",
            ("finale 4", dict.fromkeys(["plein:4", "plein:14", "plein:24", "plein:34"], 1)),
        ),
    ],
)
def test_the_finals_that_are_written_out_lie_as_written(house: str, said: str, laid: dict[str, int]) -> None:
    assert chips(house, said) == laid


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param(
            "it-venezia", "it-venezia/announcements", marks=pytest.mark.clause("it-venezia/announcements")
        ),
        pytest.param("it-campione", "it-campione/17", marks=pytest.mark.clause("it-campione/17")),
        pytest.param("it-live", "it-live/announced", marks=pytest.mark.clause("it-live/announced")),
    ],
)
def test_a_final_in_full_is_four_chips_and_of_seven_eight_and_nine_three(house: str, clause: str) -> None:
    finals = [announced(house, f"finale {digit}") for digit in range(10)]
    assert [final.pieces for final in finals] == [4, 4, 4, 4, 4, 4, 4, 3, 3, 3]
    assert {final.clause for final in finals} == {clause}
    assert set.union(*map(numbers_of, finals)) == set(range(37))


@pytest.mark.clause("it-venezia/finals-cheval")
def test_the_seventeen_finals_on_the_line_have_five_four_or_three_chips() -> None:
    printed = {
        5: ["0/1", "1/2", "2/3", "4/5", "5/6"],
        4: ["7/8", "8/9", "0/3", "1/4", "2/5", "3/6"],
        3: ["4/7", "5/8", "6/9", "7/10", "8/11", "9/12"],
    }
    assert sum(map(len, printed.values())) == 17
    found = {
        pieces: [announced("it-venezia", f"finale {pair}").pieces for pair in printed[pieces]]
        for pieces in printed
    }
    assert found == {pieces: [pieces] * len(pairs) for pieces, pairs in printed.items()}
    assert len(get_rulebook("it-venezia").announced["finale-cheval"].pairs) == 17


@pytest.mark.clause("it-campione/17")
@pytest.mark.parametrize(
    "said",
    [
        "Le jeu de Monsieur ou de Madame",
        "le jeu de Monsieur",
        "Le jeu de Madame",
        "il gioco del signore o della signora",
        "Il gioco della Signora",
        "il gioco del signor Rossi",
        "Il gioco della sig.ra Bianchi, 100",
        "Le jeu de Madame Dupont",
        "le jeu de M. Dupont",
        "o jogo do senhor Silva",
        "jogo da senhora",
        "The game of Mr or Mrs",
        "game of Mrs: Smith",
    ],
)
def test_the_game_of_monsieur_or_madame_is_forbidden_by_its_name(said: str) -> None:
    with expect_refusal("bet-forbidden", kind=BetRefused) as refused:
        parse_bet(said, get_rulebook("it-campione"))
    assert refused.value.clause == "it-campione/17"


@pytest.mark.parametrize(
    ("house", "said", "amount", "nearest"),
    [
        *of("it-venezia/announcements", ("vicini dello zero", 10_000, (9_999, 10_008))),
        *of("it-campione/17", ("tiers", 4_000, (3_996, 4_002))),
        *of("pt-americana/25a", ("série do zero", 3, (4,))),
        *of("pt-americana/25b", ("vizinhos 0/3", 1_000, (994, 1_001))),
        *of("it-live/announced", ("orphelins", 501, (500, 505))),
        *of("it-venezia/finals-cheval", ("finale 4/7", 100, (99, 102))),
        *of("pt-francesa/17", ("completo 17", 1_000, (990, 1_001))),
    ],
)
def test_an_amount_that_does_not_divide_into_the_chips_names_the_two_nearest_that_do(
    house: str, said: str, amount: int, nearest: tuple[int, ...]
) -> None:
    with expect_refusal("amount-does-not-divide", kind=BetRefused) as refused:
        expand(announced(house, said), amount)
    right = refused.value.parameters["right"].parameters
    assert tuple(each.amount for each in right.values() if isinstance(each, Money)) == nearest
