"""The payment table: the rulebook's own, or one for the chip value that somebody typed."""

import pytest
from django.test import Client

from casino.rules.tests.conftest import Read, cells
from testkit.pages import find, read_page


@pytest.mark.clause("it-venezia/piece-table")
def test_without_a_chip_value_the_printed_table_is_shown(read: Read) -> None:
    page = read("it-venezia")
    heads = [head.get_text() for head in page.select("table.payments thead th")]
    assert heads == ["Posta", "Pieno", "Cavallo", "Terzina", "Carré", "Sestina"]
    rows = cells(page, "table.payments")
    assert [row[0] for row in rows] == [str(stake) for stake in range(5, 105, 5)]
    assert rows[0] == ["5", "175", "85", "55", "40", "25"]
    assert rows[14] == ["75", "2.625", "1.275", "825", "600", "375"]
    assert "Pagamenti per pezzatura" in find(page, "#payments").get_text()


def test_a_chip_value_makes_the_table_for_1_to_20_of_them(read: Read) -> None:
    page = read("it-venezia", chip="2.50")
    rows = cells(page, "table.payments")
    assert rows[0][:3] == ["2,50", "87,50", "42,50"] and rows[-1][0] == "50,00"
    assert find(page, "#chip")["value"] == "2,50"
    assert "1 a 20 gettoni da 2,50 EUR" in find(page, "#payments").get_text()


def test_a_comma_is_as_good_as_a_point(read: Read) -> None:
    assert cells(read("it-live", chip="2,50"), "table.payments")[0][0] == "2,50"


@pytest.mark.parametrize(
    ("language", "typed", "stake"),
    [
        ("it", "1.800", "1.800"),
        ("pt", "1.800,50", "1\u00a0800,50"),
        ("fr", "1 800,50", "1\u202f800,50"),
        ("en", "1,800.50", "1,800.50"),
        ("fr", "1800,50", "1\u202f800,50"),
    ],
)
def test_a_field_takes_what_the_page_itself_writes(
    inspector: Client, language: str, typed: str, stake: str
) -> None:
    response = inspector.get("/rules/it-venezia/", {"chip": typed, "lang": language})
    page = read_page(response.content)
    (first,) = page.select("table.payments tbody tr:first-child th")
    assert first.get_text() == stake
    # In another language's page it is the same chip.
    english = read_page(inspector.get(f"/rules/it-venezia/{find(page, '.choices a')['href']}").content)
    (same,) = english.select("table.payments tbody tr:first-child th")
    assert same.get_text() == ("1,800" if stake == "1.800" else "1,800.50")


def test_the_table_alone_is_a_page_to_be_printed_for_its_chip(inspector: Client) -> None:
    whole = read_page(inspector.get("/rules/it-venezia/1/", {"chip": "2.50"}).content)
    (link,) = whole.select("#payments a.btn")
    assert (link["href"], link.get_text()) == (
        "?lang=it&chip=2.50&only=payments",
        "Stampa solo questa tabella",
    )
    alone = read_page(inspector.get(f"/rules/it-venezia/1/{link['href']}").content)
    assert [section["id"] for section in alone.select("main > section")] == ["payments"]
    assert cells(alone, "table.payments") == cells(whole, "table.payments")
    assert alone.select("[data-print]") and find(alone, "[data-print-foot]").get_text()
    # Another chip value or language keeps to the table; one link leads back to everything.
    assert find(alone, ".chip-value [name=only]")["value"] == "payments"
    assert all(each["href"].endswith("&only=payments") for each in alone.select(".choices a[hreflang]"))
    assert [each["href"] for each in alone.select(".sections a")] == ["?lang=it&chip=2.50"]


def test_each_language_writes_percentages_its_own_way(read: Read) -> None:
    for language, percent in {"en": "97.30 %", "fr": "97,30 %", "pt": "97,30 %", "it": "97,30 %"}.items():
        assert percent in find(read("it-live", lang=language), "#bet-plein").get_text(" ", strip=True)
        stated = find(read("it-live", lang=language), ".stated").get_text(" ", strip=True)
        assert percent in stated


def test_indivisible_payment_is_marked_as_rounded(read: Read) -> None:
    assert "rounded up" in find(read("pt-francesa", lang="en", chip="0.05"), "#payments").get_text()
    assert "rounded up" not in find(read("pt-francesa", lang="en", chip="5"), "#payments").get_text()


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        *(
            (each, "is not an amount in EUR")
            for each in ("a chip", "0", "-5", "٥", "1e3", "5;--", "<b>5</b>")
        ),
        ("1.234", "has too many decimals, EUR has 2"),
    ],
)
def test_malformed_chip_value_is_refused_at_its_field_and_kept(
    inspector: Client, typed: str, fault: str
) -> None:
    response = inspector.get("/rules/it-venezia/", {"chip": typed, "lang": "en"})
    page = read_page(response.content)
    assert response.status_code == 422
    (wrong,) = page.select(".wrong")
    assert wrong.get_text() == f"“{typed}” {fault}: write a number such as 12.50."
    field = find(page, "#chip")
    assert (field["value"], field["aria-describedby"]) == (typed, wrong["id"])
    assert cells(page, "table.payments")[0][0] == "5"


def test_an_empty_field_is_no_mistake(read: Read) -> None:
    page = read("it-venezia", chip="")
    assert not page.select(".wrong")
    assert cells(page, "table.payments")[0][0] == "5"


def test_the_chip_value_stays_when_the_language_is_changed(read: Read) -> None:
    assert find(read("it-venezia", chip="2.50"), ".choices a")["href"] == "?lang=en&chip=2.50"
