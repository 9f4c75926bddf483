"""Announced bets with their chips, in words and on the drawn cloth; replays of won ones."""

import pytest

from casino.kit.cloth.drawing import places
from casino.rules.presenters.series_cloth import HEIGHT, WIDTH, series_cloth
from casino.rules.tests.conftest import Read, cells
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import every_bet, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.pages import Element, find, read_page

ALL = sorted(rulebooks())


def announced(rulebook: str, code: str) -> AnnouncedBet:
    bet = parse_bet(code, get_rulebook(rulebook))
    assert isinstance(bet, AnnouncedBet)
    return bet


def drawn(rulebook: str, bet: AnnouncedBet) -> Element:
    book = get_rulebook(rulebook)
    return read_page(series_cloth(book, book.first_wheel, bet, "drawn"))


@pytest.mark.parametrize("rulebook", ALL)
def test_every_series_of_a_rulebook_is_drawn_with_its_clause(read: Read, rulebook: str) -> None:
    book, page = get_rulebook(rulebook), read(rulebook)
    kinds = [rule.kind for rule in book.announced.values() if rule.chips or rule.around]
    assert [card["id"] for card in page.select(".announced article")] == [f"series-{kind}" for kind in kinds]
    for kind in kinds:
        card = find(page, f"#series-{kind}")
        assert book.clauses[book.announced[kind].clause] in [cite.get_text() for cite in card.select("cite")]
        assert find(card, "svg")["aria-label"]


@pytest.mark.parametrize("rulebook", ALL)
def test_every_chip_of_every_announced_bet_is_drawn_on_its_place_inside_the_picture(rulebook: str) -> None:
    book = get_rulebook(rulebook)
    for bet in every_bet(book):
        if not isinstance(bet, AnnouncedBet) or bet.kind in ("voisins-de", "finale", "finale-cheval"):
            continue
        chips = drawn(rulebook, bet).select("circle.body")
        assert len(chips) == len(bet.chips)
        assert all(16 <= float(chip["cx"]) <= WIDTH - 8 for chip in chips)
        assert all(8 <= float(chip["cy"]) <= HEIGHT for chip in chips)


def test_chips_on_lines_lie_where_they_lie_on_the_big_cloth() -> None:
    at = {place.code: (place.x, place.y) for place in places(get_rulebook("it-venezia"))}
    bet = announced("it-venezia", "voisins")
    chips = [
        (float(chip["cx"]), float(chip["cy"])) for chip in drawn("it-venezia", bet).select("circle.body")
    ]
    assert chips == [at[chip.code] for chip, _ in bet.chips]


def test_the_cloth_says_how_many_chips_lie_where_there_are_two() -> None:
    picture = drawn("it-venezia", announced("it-venezia", "voisins"))
    assert [each.get_text() for each in picture.select("text.count")] == ["2", "1", "1", "1", "1", "2", "1"]


def test_the_wheel_shows_every_number_once_and_marks_those_that_are_covered() -> None:
    bet = announced("it-venezia", "tiers")
    numbers = drawn("it-venezia", bet).select("text.cell-number")
    assert sorted(int(each.get_text()) for each in numbers) == list(range(37))
    covered = {int(each.get_text()) for each in numbers if "covered" in each.classes}
    assert covered == {number for chip, _ in bet.chips for number in chip.numbers}


def test_a_series_lists_its_chips_and_what_holds_for_it(read: Read) -> None:
    card = find(read("pt-americana", lang="en"), "#series-voisins").get_text(" ", strip=True)
    assert "9 chips · 17 numbers · Portaria 894/2002, 25 a)" in " ".join(card.split())
    assert "2 × Street 0–2–3" in card and "2 × Corner 25–29" in card
    assert "Only on the numbering: French. Portaria 894/2002, 25 a)" in card
    assert "chips without face value" in card
    assert "at most 120 × minimum, rounded down to a whole multiple of 10. Portaria 894/2002, 34" in card


def test_series_placeable_after_the_number_is_marked(read: Read) -> None:
    page = read("it-venezia", lang="it")
    assert "Pagati a piazzare" in find(page, "#series-tiers").get_text()
    assert "Pagati a piazzare" not in find(page, "#series-orphelins").get_text()


def test_completes_are_listed_by_their_number_of_chips(read: Read) -> None:
    rows = {pieces: numbers.split() for numbers, pieces in cells(read("pt-francesa"), ".card.narrow table")}
    assert sorted(int(number) for numbers in rows.values() for number in numbers) == list(range(37))
    for pieces, numbers in rows.items():
        assert {announced("pt-francesa", f"complete:{number}").pieces for number in numbers} == {int(pieces)}


def test_replays_of_a_series_add_up_in_chips(read: Read) -> None:
    page = read("it-venezia", lang="it")
    rows = cells(page, ".replays")
    # prize, stays, then re-staked and paid out for a rifare, a completare and per il tutto
    assert rows[0] == [
        "Serie 5/8",
        "5 8 10 11 13 16 23 24 27 30 33 36",
        "17",
        "1",
        "6",
        "11",
        "5",
        "12",
        "17",
        "0",
    ]
    trio = next(row for row in rows if row[:2] == ["Vicini dello zero", "0 2 3"])
    assert trio[2:] == ["22", "2", "9", "13", "7", "15", "16", "6"]
    orphelins = next(row for row in rows if row[:2] == ["Orfanelli", "17"])
    assert orphelins[-2:] == ["–", "–"]
    for row in rows:
        prize, figures = int(row[2]), [int(cell) for cell in row[4:] if cell != "–"]
        assert all(sum(pair) == prize for pair in zip(figures[::2], figures[1::2], strict=True))


def test_rulebook_without_replays_or_series_shows_none(read: Read) -> None:
    page = read("it-live", lang="en")
    assert not page.select(".replays")
    assert not read("pt-francesa").select("#series-tiers")
