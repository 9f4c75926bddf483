"""Figures as a language writes them, and what may be typed in it."""

import pytest

from casino.kit.money import figures_of


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
    assert (figures.plain(123450), figures.money(123456700), figures.in_a_field(123450)) == (
        plain,
        full,
        field,
    )
    for written in (plain, field):
        assert figures.entered(written) == 123450


@pytest.mark.parametrize("typed", ["2.50", "2,50"])
@pytest.mark.parametrize("language", ["en", "fr", "it", "pt"])
def test_point_and_comma_before_two_decimals_are_as_good_as_each_other(language: str, typed: str) -> None:
    assert figures_of(language).entered(typed) == 250


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "1.800"), ("it", "1,800"), ("fr", "18 00"), ("pt", "1.800"), ("it", "1.80.000")],
)
def test_thousands_grouped_otherwise_are_not_guessed_at(language: str, typed: str) -> None:
    with pytest.raises(ValueError, match="is no amount"):
        figures_of(language).entered(typed)
