"""Broken rulebooks: odds that no house can pay, figures that do not follow from the rules, clauses without a use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.roulette.file_check import check_files
from tables.roulette.loader import load_rulebook
from testkit.rulebooks import EIGHTH, SIXTH, refusal, section, written


def stated(figure: str) -> tuple[str, str]:
    return section("return_to_player", f'stated = "{figure}"')


def misprint(kinds: str, printed: str) -> tuple[str, str]:
    text = f'[[return_to_player.misprints]]\nkinds = [{kinds}]\nprinted = "{printed}"\nclause = "sixth/2"\n\n[staff]'
    return "[staff]", text


BROKEN = {
    "odds that return more than is staked": (
        (('"34:1"', '"37:1"'),),
        "bets.plein.odds: By 37:1 the bet returns 102.70 %, more than is staked. Write lower odds.",
    ),
    "odds of an even chance that return more than is staked": (
        (('rouge = { odds = "1:1"', 'rouge = { odds = "11:10"'),),
        "bets.rouge.odds: By 11:10 the bet returns 103.51 %, more than is staked. Write lower odds.",
    ),
    "a stated return that the rules do not give": (
        (stated("96.20"),),
        "return_to_player.stated: The rules do not return 96.20 %. They return 94.59 for plein; 97.30 for cheval and "
        "transversale; 98.65 for rouge and noir. Write one of these, or correct the odds.",
    ),
    "a misprint equal to the odds": (
        (misprint('"plein", "cheval"', "17:1"), stated("94.59")),
        "return_to_player.misprints[1].printed: 17:1 are the odds of cheval too. Remove cheval, or write other odds.",
    ),
    "a misprint equal to the odds in other figures": (
        (misprint('"rouge"', "2:2"), stated("94.59")),
        "return_to_player.misprints[1].printed: 2:2 are the odds of rouge too.",
    ),
    "odds under the least that the source allows": (
        (('"34:1", clause = "sixth/2"', '"34:1", odds_at_least = "35:1", clause = "sixth/2"'),),
        "bets.plein.odds: 34:1 is below odds_at_least, 35:1. Write 35:1 or more.",
    ),
    "a clause of the least odds without them": (
        (('"34:1", clause = "sixth/2"', '"34:1", odds_at_least_clause = "sixth/3", clause = "sixth/2"'),),
        "bets.plein.odds_at_least: The key is missing, and its clause is there. Write odds, or remove the clause.",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_odds_that_cannot_be_are_refused_with_key_and_remedy(tmp_path: Path, case: str) -> None:
    changes, fault = BROKEN[case]
    assert refusal(written(tmp_path, *changes)).startswith(f"sixth.toml: {fault}")


@pytest.mark.parametrize("figure", ["94.59", "94.6", "95", "94.5", "94", "98.65"])
def test_stated_return_may_be_rounded_or_cut_off_and_that_of_any_bet(tmp_path: Path, figure: str) -> None:
    rule = load_rulebook(written(tmp_path, stated(figure))).return_to_player
    assert rule is not None and rule.stated == figure


def test_return_of_exactly_the_stake_is_allowed(tmp_path: Path) -> None:
    assert load_rulebook(written(tmp_path, ('"34:1"', '"36:1"'))).bets["plein"].odds == (36, 1)


UNUSED = '"sixth/4" = {', '"sixth/5" = { ref = "rule 5", kinds = ["report"] }\n"sixth/4" = {'


def test_unused_clause_is_refused_by_a_check_and_loads_for_days_that_were_played_by_it(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, UNUSED)
    (checked,) = check_files([path])
    assert [str(fault) for fault in checked.faults] == [
        'sixth.toml: clauses."sixth/5": No value and no reading names the clause. Name it in the value that follows '
        "from it, or remove it."
    ]
    assert "sixth/5" in load_rulebook(path).clauses


def test_clause_with_a_reading_alone_is_used(tmp_path: Path) -> None:
    reading = '[readings."sixth/2"]', '[readings."sixth/5"]\nen = "Nothing is meant."\n\n[readings."sixth/2"]'
    (checked,) = check_files([written(tmp_path, UNUSED, reading)])
    assert not checked.faults


@pytest.mark.parametrize("path", [SIXTH, EIGHTH])
def test_invented_houses_name_every_clause(path: Path) -> None:
    (checked,) = check_files([path])
    assert not checked.faults
