"""Finals with their chips, and the neighbours of all 37 numbers, as the sources print them."""

import pytest

from casino.rules.tests.conftest import Read
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.pages import Element, find

PRINTED = (
    "3 26 0 32 15", "16 33 1 20 14", "4 21 2 25 17", "12 35 3 26 0", "15 19 4 21 2", "23 10 5 24 16",
    "17 34 6 27 13", "18 29 7 28 12", "11 30 8 23 10", "14 31 9 22 18", "8 23 10 5 24", "13 36 11 30 8",
    "7 28 12 35 3", "6 27 13 36 11", "1 20 14 31 9", "0 32 15 19 4", "5 24 16 33 1", "2 25 17 34 6",
    "9 22 18 29 7", "32 15 19 4 21", "33 1 20 14 31", "19 4 21 2 25", "31 9 22 18 29", "30 8 23 10 5",
    "10 5 24 16 33", "21 2 25 17 34", "35 3 26 0 32", "34 6 27 13 36", "29 7 28 12 35", "22 18 29 7 28",
    "36 11 30 8 23", "20 14 31 9 22", "26 0 32 15 19", "24 16 33 1 20", "25 17 34 6 27", "28 12 35 3 26",
    "27 13 36 11 30",
)  # fmt: skip
"""The Venetian house's table: the sector of each number from 0 on."""

AMERICAN = (
    "0 2 14 35 23 4 16 33 21 6 18 31 19 8 12 29 25 10 27 1 13 36 24 3 15 34 22 5 17 32 20 7 11 30 26 9 28"
)
"""The American numbering as the Portuguese rules print it, from zero on."""


def finals(page: Element) -> list[dict[str, tuple[int, list[str]]]]:
    """Each table of finals: by name, how many chips there are and what they lie on."""
    return [
        {
            find(row, "th").get_text(): (
                int(row.select("td")[0].get_text()),
                row.select("td")[1].get_text().split(" · "),
            )
            for row in table.select("tbody tr")
        }
        for table in page.select("table.finals")
    ]


def sectors(page: Element, which: int = 0) -> list[tuple[str, str, str]]:
    """For each line of a table of neighbours: ascending, clockwise, and at this place of the wheel."""
    table = page.select("table.neighbours")[which]
    lines = []
    for row in table.select("tbody tr"):
        numbers = [cell.get_text() for cell in row.select("td")]
        size = len(numbers) // 3
        blocks = [" ".join(numbers[start : start + size]) for start in range(0, len(numbers), size)]
        lines.append((blocks[0], blocks[1], blocks[2]))
    return lines


@pytest.mark.clause("it-venezia/neighbours")
def test_the_neighbours_of_all_37_numbers_are_those_of_the_printed_table(read: Read) -> None:
    lines = sectors(read("it-venezia"))
    assert tuple(clockwise for _, clockwise, _ in lines) == PRINTED
    assert [ascending for ascending, _, _ in lines] == [
        " ".join(sorted(sector.split(), key=int)) for sector in PRINTED
    ]
    order = get_rulebook("it-venezia").wheels["french"].order
    assert [at_place for _, _, at_place in lines] == [PRINTED[number] for number in order]


@pytest.mark.clause("pt-americana/2")
def test_each_numbering_has_its_own_table_of_neighbours(read: Read) -> None:
    page = read("pt-americana", lang="en")
    heads = [" ".join(head.get_text(" ").split()) for head in page.select("#neighbours h2")]
    assert heads == ["Neighbours Numbering: French", "Neighbours Numbering: American"]
    french, american = sectors(page, 0), sectors(page, 1)
    assert french[0][1] == "35 3 26 0 32 15 19"
    assert american[0][1] == "26 9 28 0 2 14 35"
    around = " ".join(line[2].split()[3] for line in american)
    assert around == AMERICAN


def test_a_table_is_as_wide_as_the_rulebook_allows_and_says_how_it_may_be_asked_for(read: Read) -> None:
    page = read("pt-americana", lang="en")
    french, american = (each.get_text(" ", strip=True) for each in page.select("#neighbours .sub"))
    assert french.startswith("May be asked for with 1, 2 or 3 on each side.")
    assert american.startswith("Not a bet on this numbering")
    none = find(read("pt-francesa", lang="en"), "#neighbours .sub").get_text(" ", strip=True)
    assert none.startswith("Not a bet of this rulebook")


@pytest.mark.parametrize("rulebook", sorted(rulebooks()))
def test_each_sector_has_its_own_number_marked(read: Read, rulebook: str) -> None:
    for row in read(rulebook).select("table.neighbours tbody tr"):
        number = find(row, "th").get_text()
        marked = [cell.get_text() for cell in row.select(".middle")]
        assert marked[:2] == [number, number] and len(marked) == 3


@pytest.mark.clause("it-venezia/finals-cheval")
def test_the_finals_have_the_chips_that_the_source_counts(read: Read) -> None:
    full, across, down = finals(read("it-venezia"))
    assert {name: pieces for name, (pieces, _) in full.items()} == {
        **dict.fromkeys("0123456", 4),
        **dict.fromkeys("789", 3),
    }
    assert {name: pieces for name, (pieces, _) in across.items()} == {
        **dict.fromkeys(("0/1", "1/2", "2/3", "4/5", "5/6"), 5),
        **dict.fromkeys(("7/8", "8/9"), 4),
    }
    assert {name: pieces for name, (pieces, _) in down.items()} == {
        **dict.fromkeys(("0/3", "1/4", "2/5", "3/6"), 4),
        **dict.fromkeys(("4/7", "5/8", "6/9", "7/10", "8/11", "9/12"), 3),
    }
    assert full["1"] == (4, ["1", "11", "21", "31"])
    assert across["8/9"] == (4, ["8/9", "18", "19", "28/29"])
    assert down["3/6"] == (4, ["3/6", "13/16", "23/26", "33/36"])


def test_rulebook_without_finals_is_marked(read: Read) -> None:
    page = read("pt-americana", lang="en")
    assert finals(page) == []
    assert "no finals" in find(page, "#finals").get_text()
