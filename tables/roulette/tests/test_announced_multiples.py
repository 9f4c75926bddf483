"""After the number the winning multiple combinations are listed in the language of the table."""

import pytest

from tables.roulette.announcements import announce_multiples
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook

pytestmark = pytest.mark.clause("it-venezia/announce-multiples")


def aloud(house: str, number: int, *bets: str) -> str | None:
    rulebook = get_rulebook(house)
    return announce_multiples(rulebook, number, [parse_bet(bet, rulebook) for bet in bets])


@pytest.mark.parametrize(
    ("number", "bets", "said"),
    [
        (17, ("plein:17",), "Plein"),
        (
            17,
            ("plein:17", "cheval:14-17", "carre:13-14-16-17", "sixain:13-14-15-16-17-18", "plein:20", "noir"),
            "Sixain treize dix-huit, carré treize dix-sept, cheval quatorze dix-sept, plein",
        ),
        (17, ("transversale:16-17-18", "transversale:16-17-18"), "Transversale seize dix-huit"),
        (
            0,
            ("quatre-premiers", "cheval:0-3", "transversale:0-2-3"),
            "Transversale zéro deux trois, quatre premiers, cheval zéro trois",
        ),
        (26, ("voisins",), "Carré vingt-cinq vingt-neuf"),
    ],
)
def test_multiples_are_listed_in_french_in_payment_order(
    number: int, bets: tuple[str, ...], said: str
) -> None:
    assert aloud("it-venezia", number, *bets) == said


def test_number_without_a_winning_multiple_lists_none() -> None:
    assert aloud("it-venezia", 17, "plein:20", "noir", "colonne:35") is None


def test_a_rulebook_that_lists_none_announces_none() -> None:
    assert aloud("it-campione", 17, "plein:17") is None
