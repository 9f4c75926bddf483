"""docs/rulebooks.md lists every key of a rulebook file, made from the types: it cannot drift from them."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from casino.rules.management.commands.rulebook_keys import documents
from tables.roulette.rulebook_key_examples import example_of
from tables.roulette.rulebook_keys import Key, sections

KEYS = {key.path: key for section in sections() for key in section.keys}


def test_the_page_has_the_keys_as_the_types_have_them() -> None:
    call_command("rulebook_keys", check=True)


def test_every_key_says_what_it_means() -> None:
    assert [path for path, key in KEYS.items() if not key.meaning] == []


def test_every_key_is_used_by_a_rulebook_that_ships_or_by_an_invented_one() -> None:
    said = documents()
    assert [path for path, key in KEYS.items() if not example_of(key, said)] == []


@pytest.mark.parametrize(
    ("path", "type_", "unit", "needed"),
    [
        ("bets.KIND.odds", "odds", "", True),
        ("bets.KIND.maximum", "whole number, 1 or more", "minor units", False),
        ("opening_float.minimums", "whole number, 1 or more", "times the minimum", False),
        ("time_at_ball.at_most_s", "whole number, 1 or more", "seconds", True),
        ("cylinder.diameter_mm", "list of 2: whole number, 1 or more", "millimetres", False),
        ("in_force.until", "date", "", False),
        ("rounding.up_for", '`"house"` or `"player"`', "", True),
        ("launch.alternate", "clause", "", False),
    ],
)
def test_type_and_unit_are_those_of_the_field(path: str, type_: str, unit: str, needed: bool) -> None:
    key = KEYS[path]
    assert (key.type, key.unit, key.needed) == (type_, unit, needed)


@pytest.mark.parametrize(
    ("path", "example"),
    [
        ("in_force.since", "since = 2002-07-30"),
        ("bets.KIND.odds", 'odds = "35:1"'),
        ("return_to_player.misprints[].kinds", 'kinds = ["douzaine", "colonne"]'),
        ("phases.announcements.MOMENT.text", 'text = "Faites vos jeux"'),
    ],
)
def test_an_example_is_what_a_rulebook_says(path: str, example: str) -> None:
    assert example_of(KEYS[path], documents()) == example


def test_a_page_that_says_something_else_fails_the_check(tmp_path: Path, settings: LazySettings) -> None:
    root = Path(settings.BASE_DIR)
    page = (root / "docs/rulebooks.md").read_text(encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "tables").symlink_to(root / "tables")
    (tmp_path / "docs/rulebooks.md").write_text(page.replace("`until`", "`til`"), encoding="utf-8")
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match=r"run manage\.py rulebook_keys"):
        call_command("rulebook_keys", check=True)
    call_command("rulebook_keys")
    assert (tmp_path / "docs/rulebooks.md").read_text(encoding="utf-8") == page


def test_a_key_of_nobody_has_no_example() -> None:
    nobody = Key(path="zero.colour", name="colour", type="text", unit="", needed=False, meaning="none")
    assert example_of(nobody, documents()) == ""
