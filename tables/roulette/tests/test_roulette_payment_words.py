"""What is said aloud of payments: money in words, colours, and the whole sentence."""

from __future__ import annotations

import pytest

from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.names import trade_names
from tables.roulette.payment_words import announce_payment, colour_aloud, money_aloud


@pytest.mark.parametrize(
    ("amount", "currency", "language", "said"),
    [
        (1_000, "EUR", "pt", "dez euros"),
        (100, "EUR", "pt", "um euro"),
        (35_000, "EUR", "pt", "trezentos e cinquenta euros"),
        (1_250, "EUR", "pt", "doze euros e cinquenta cêntimos"),
        (101, "EUR", "pt", "um euro e um cêntimo"),
        (50, "EUR", "pt", "cinquenta cêntimos"),
        (0, "EUR", "pt", "zero euros"),
        (1_617, "EUR", "pt", "dezasseis euros e dezassete cêntimos"),
        (123_400, "EUR", "pt", "mil duzentos e trinta e quatro euros"),
        (100_000_000, "EUR", "pt", "um milhão de euros"),
        (250_000_000, "EUR", "pt", "dois milhões e quinhentos mil euros"),
        (200_000_000, "EUR", "fr", "deux millions d'euros"),
        (200_000_000, "CHF", "fr", "deux millions de francs"),
        (2_100, "CHF", "it", "ventuno franchi"),
        (1_250, "CHF", "it", "dodici franchi e cinquanta centesimi"),
        (1_250, "CHF", "pt", "doze francos e cinquenta cêntimos"),
        (100, "EUR", "it", "un euro"),
        (1, "CHF", "it", "un centesimo"),
        (101, "CHF", "it", "un franco e un centesimo"),
        (2_100, "EUR", "it", "ventuno euro"),
        (101, "EUR", "fr", "un euro et un centime"),
        (101, "EUR", "en", "one euro and one cent"),
        (1_250, "EUR", "en", "twelve euros and fifty cents"),
    ],
)
def test_money_is_said_in_words(amount: int, currency: str, language: str, said: str) -> None:
    assert money_aloud(amount, currency, language) == said


def test_a_currency_without_a_name_is_said_in_figures() -> None:
    assert money_aloud(1_250, "SEK", "pt") == "12.50 SEK"
    assert money_aloud(1_250, "JPY", "pt") == "1,250 JPY"


def test_the_money_of_every_rulebook_has_a_name_in_its_language() -> None:
    for rulebook in rulebooks().values():
        said = money_aloud(1_250, rulebook.currency, rulebook.announce_language)
        assert rulebook.currency not in said, rulebook.id


def test_colours_of_chips_have_a_name_in_every_other_language() -> None:
    for colour, names in trade_names().colours.items():
        assert set(names) == {"fr", "pt", "it"}, colour
    assert [colour_aloud("purple", language) for language in ("pt", "it", "fr")] == [
        "roxo",
        "viola",
        "violet",
    ]


def test_a_colour_that_nobody_named_is_said_as_it_is_written() -> None:
    assert colour_aloud("green", "en") == "green"
    assert colour_aloud("teal", "pt") == "teal"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/22")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/31")),
    ],
)
@pytest.mark.parametrize(
    ("bet", "value", "prize", "colour", "said"),
    [
        ("plein:17", 1_000, 35_000, "green", "pleno de dez euros, verde, total de trezentos e cinquenta euros"),
        ("plein:17", 1_000, 35_000, None, "pleno de dez euros, total de trezentos e cinquenta euros"),
        ("cheval:17-20", 500, 8_500, "brown", "cavalo de cinco euros, castanho, total de oitenta e cinco euros"),
        ("deux-douzaines:1-2", 500, 250, "blue",
         "cavalo de dúzia de cinco euros, azul, total de dois euros e cinquenta cêntimos"),
        ("rouge", 10_000, 10_000, "white", "encarnado de cem euros, branco, total de cem euros"),
        ("complete:0", 9_000, 9_000, None, "completo de noventa euros, total de noventa euros"),
    ],
)  # fmt: skip
def test_a_payment_is_announced_by_bet_value_colour_and_prize(
    house: str, bet: str, value: int, prize: int, *, colour: str | None, said: str
) -> None:
    rulebook = get_rulebook(house)
    bet_placed = parse_bet(bet, rulebook)
    assert announce_payment(rulebook, bet_placed, value=value, prize=prize, colour=colour) == said


@pytest.mark.clause("pt-americana/31")
def test_a_series_is_announced_by_its_name() -> None:
    rulebook = get_rulebook("pt-americana")
    said = announce_payment(
        rulebook, parse_bet("tiers", rulebook), value=30_000, prize=85_000, colour="yellow"
    )
    assert said == "série pequena de trezentos euros, amarelo, total de oitocentos e cinquenta euros"


@pytest.mark.parametrize(
    ("house", "said"),
    [
        pytest.param(
            "it-venezia",
            "plein à cinq euros, total cent soixante-quinze euros",
            marks=pytest.mark.clause("it-venezia/payment-order"),
        ),
        pytest.param(
            "it-campione",
            "pieno da cinque franchi, totale centosettantacinque franchi",
            marks=pytest.mark.clause("it-campione/2"),
        ),
    ],
)
def test_open_payment_wording_is_bet_stake_and_prize(house: str, said: str) -> None:
    rulebook = get_rulebook(house)
    placed = parse_bet("plein:17", rulebook)
    assert announce_payment(rulebook, placed, value=500, prize=17_500, colour="green") == said


def test_payment_is_silent_without_announcements() -> None:
    rulebook = get_rulebook("it-live")
    assert announce_payment(rulebook, parse_bet("plein:17", rulebook), value=500, prize=17_500) is None
