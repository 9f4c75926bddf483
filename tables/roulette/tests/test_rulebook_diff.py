"""Two rulebooks beside each other: what was added, removed and changed."""

from __future__ import annotations

from pathlib import Path

from tables.roulette.loader import get_rulebook, load_rulebook
from tables.roulette.rulebook_diff import difference_text, differences
from testkit.rulebooks import SIXTH, written


def said(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """The differences between the sixth house and a second version of it, with some of its text changed."""
    path = written(tmp_path, ("version = 1", "version = 2"), *changes, name="sixth.v2.toml")
    return [difference_text(each) for each in differences(load_rulebook(SIXTH), load_rulebook(path))]


def test_a_version_that_changes_no_rule_is_equal(tmp_path: Path) -> None:
    assert said(tmp_path) == []


def test_a_changed_value_stands_with_both_values_and_clauses(tmp_path: Path) -> None:
    assert said(tmp_path, ('odds = "34:1"', 'odds = "33:1"'), ("minimum = 200", "minimum = 300")) == [
        "~ bets.plein.odds: 34:1 [sixth/2] -> 33:1 [sixth/2]",
        "~ limits.sign.minimum: 2 GBP [sixth/3] -> 3 GBP [sixth/3]",
        "~ limits.sign.maximums.plein: 10 GBP [sixth/3] -> 15 GBP [sixth/3]",
        "~ limits.sign.maximums.cheval: 20 GBP [sixth/3] -> 30 GBP [sixth/3]",
        "~ limits.sign.maximums.transversale: 30 GBP [sixth/3] -> 45 GBP [sixth/3]",
        "~ limits.sign.maximums.rouge: 100 GBP [sixth/3] -> 150 GBP [sixth/3]",
        "~ limits.sign.maximums.noir: 100 GBP [sixth/3] -> 150 GBP [sixth/3]",
    ]


def test_added_chip_is_one_difference(tmp_path: Path) -> None:
    assert said(tmp_path, ('"cheval:5-8" = 2', '"cheval:5-8" = 1, "plein:9" = 1')) == [
        '~ announced.snake.chips."cheval:5-8": 2 [sixth/2] -> 1 [sixth/2]',
        '+ announced.snake.chips."plein:9": 1 [sixth/2]',
    ]


def test_missing_reading_is_listed_as_removed(tmp_path: Path) -> None:
    reading = """[readings."sixth/2"]
en = "Half a stake that does not divide is rounded to the player's side."
fr = "La moitié d'une mise qui ne se divise pas est arrondie en faveur du joueur."
"""
    assert said(tmp_path, (', names = { en = ["solo"] }', ""), (reading, "")) == [
        "- bets.plein.names.en: solo [sixth/2]",
        '- readings."sixth/2".en: Half a stake that does not divide is rounded to the player\'s side. [sixth/2]',
        '- readings."sixth/2".fr: La moitié d\'une mise qui ne se divise pas est arrondie '
        "en faveur du joueur. [sixth/2]",
    ]


def test_the_same_value_by_another_clause_is_a_change(tmp_path: Path) -> None:
    assert said(tmp_path, ('even = "half"\nclause = "sixth/2"', 'even = "half"\nclause = "sixth/4"')) == [
        "~ zero.even: half [sixth/2] -> half [sixth/4]"
    ]


def test_a_clause_cited_or_read_otherwise_is_a_change(tmp_path: Path) -> None:
    assert said(tmp_path, ('ref = "rule 4"', 'ref = "rule 4 a"'), ("to the player's side", "down")) == [
        '~ clauses."sixth/4".ref: rule 4 [sixth/4] -> rule 4 a [sixth/4]',
        '~ readings."sixth/2".en: Half a stake that does not divide is rounded to the player\'s side. [sixth/2]\n'
        "  -> Half a stake that does not divide is rounded down. [sixth/2]",
    ]


def test_two_houses_are_compared_by_their_rules_not_by_the_texts_of_their_clauses() -> None:
    found = differences(get_rulebook("pt-francesa"), get_rulebook("pt-americana"))
    lines = [difference_text(each) for each in found]
    assert "~ zero.even: lose [pt-francesa/19] -> half [pt-americana/29]" in lines
    assert "+ payment.stacks.size: 20 [pt-americana/31]" in lines
    assert not [line for line in lines if "bets.plein.odds" in line or "clauses." in line]
    there_and_back = differences(get_rulebook("pt-americana"), get_rulebook("pt-francesa"))
    assert {(each.key, each.before, each.after) for each in there_and_back} == {
        (each.key, each.after, each.before) for each in found
    }
