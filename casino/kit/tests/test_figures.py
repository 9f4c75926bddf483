"""Figures as a language writes them, and what may be typed in it."""

import pytest

from casino.kit.money import figures_of, in_a_square, in_major_units, money, on_a_chip, plain
from tables.money import Money
from tables.refusal import Refused


@pytest.mark.parametrize(
    ("language", "plain", "full", "field"),
    [
        ("en", "1,234.50", "1,234,567.00", "1234.50"),
        ("it", "1.234,50", "1.234.567,00", "1234,50"),
        ("pt", "1\u00a0234,50", "1\u00a0234\u00a0567,00", "1234,50"),
        ("fr", "1\u202f234,50", "1\u202f234\u202f567,00", "1234,50"),
    ],
)
def test_each_language_has_its_thousands_and_its_decimals(
    language: str, plain: str, full: str, field: str
) -> None:
    figures = figures_of(language)
    assert (
        figures.plain(123450, "EUR"),
        figures.money(123456700, "EUR"),
        figures.in_a_field(123450, "EUR"),
    ) == (
        plain,
        full,
        field,
    )
    for written in (plain, field):
        assert figures.entered(written, "EUR") == 123450


@pytest.mark.parametrize("typed", ["2.50", "2,50"])
@pytest.mark.parametrize("language", ["en", "fr", "it", "pt"])
def test_point_and_comma_before_two_decimals_are_as_good_as_each_other(language: str, typed: str) -> None:
    assert figures_of(language).entered(typed, "EUR") == 250


@pytest.mark.parametrize(
    ("language", "typed", "code"),
    [
        ("en", "1.800", "amount-decimals"),
        ("it", "1,800", "amount-decimals"),
        ("pt", "1.800", "amount-decimals"),
        ("fr", "18 00", "amount-malformed"),
        ("it", "1.80.000", "amount-malformed"),
    ],
)
def test_thousands_grouped_otherwise_are_not_guessed_at(language: str, typed: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        figures_of(language).entered(typed, "EUR")


@pytest.mark.parametrize(
    ("currency", "typed", "minor"),
    [
        ("JPY", "1500", 1_500),
        ("JPY", "1,500", 1_500),
        ("TND", "1.25", 1_250),
        ("TND", "1.234", 1_234),
        ("TND", "1,234.5", 1_234_500),
        ("TND", "1.234,5", 1_234_500),
        ("EUR", "1,234.5", 123_450),
    ],
)
def test_amount_has_the_decimals_of_its_currency(currency: str, typed: str, minor: int) -> None:
    figures = figures_of("en")
    assert figures.entered(typed, currency) == minor
    assert figures.entered(figures.in_a_field(minor, currency), currency) == minor


@pytest.mark.parametrize(
    ("currency", "typed", "decimals", "example"),
    [("JPY", "1.5", 0, 12), ("JPY", "1.50", 0, 12), ("EUR", "1.234", 2, 1_250), ("TND", "1.2345", 3, 12_500)],
)
def test_amount_with_more_decimals_than_its_currency_is_refused(
    currency: str, typed: str, decimals: int, example: int
) -> None:
    with pytest.raises(Refused) as refused:
        figures_of("en").entered(typed, currency)
    assert refused.value.refusal.parameters == {
        "entered": typed,
        "currency": currency,
        "decimals": decimals,
        "example": Money(example, currency),
    }


@pytest.mark.parametrize(
    ("currency", "words"),
    [
        ("JPY", ("1,234,500", "1,234,500", "1234500", "1.2M", "1.23M")),
        ("EUR", ("12,345.00", "12,345", "12345.00", "12k", "12,345")),
        ("TND", ("1,234.500", "1,234.500", "1234.500", "1.2k", "1,234")),
    ],
)
def test_amount_is_written_with_its_currencys_decimals(currency: str, words: tuple[str, ...]) -> None:
    written = (money, plain, in_major_units, on_a_chip, in_a_square)
    assert tuple(write(1_234_500, currency) for write in written) == words


@pytest.mark.parametrize(("currency", "words"), [("JPY", "– 5"), ("EUR", "– 0.05"), ("TND", "– 0.005")])
def test_smallest_amount_below_zero_keeps_its_decimals(currency: str, words: str) -> None:
    assert money(-5, currency) == words
