"""A house's own folder of rulebook files, beside the project's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tables.refusal import RulebookBroken, UnknownRulebook
from tables.roulette.loader import add_folder, folders, get_rulebook, rulebook_named, rulebooks
from testkit.refusals import expect_refusal
from testkit.rulebooks import known_folder

SIXTH = Path(__file__).with_name("sixth.toml").read_text(encoding="utf-8")
OURS = ("it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa")


def put(folder: Path, name: str, text: str = SIXTH) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_house_s_own_rulebooks_are_known_beside_the_projects(tmp_path: Path) -> None:
    put(tmp_path, "sixth.toml")
    with known_folder(tmp_path):
        assert tuple(sorted(rulebooks())) == (*OURS, "sixth")
        assert get_rulebook("sixth").title == "The Sixth House"
    assert tuple(sorted(rulebooks())) == OURS
    with expect_refusal("rulebook-unknown", kind=UnknownRulebook, rulebook="sixth"):
        get_rulebook("sixth")


def test_a_folder_made_known_twice_is_read_once(tmp_path: Path) -> None:
    put(tmp_path, "sixth.toml")
    with known_folder(tmp_path):
        first = get_rulebook("sixth")
        add_folder(tmp_path / "." / "")
        assert get_rulebook("sixth") is first
        assert folders().count(tmp_path.resolve()) == 1


def test_the_projects_rulebooks_stay_the_same_objects_when_a_folder_comes_and_goes(tmp_path: Path) -> None:
    before = get_rulebook("it-live")
    put(tmp_path, "sixth.toml")
    with known_folder(tmp_path):
        assert get_rulebook("it-live") is before
    assert get_rulebook("it-live") is before


def test_folder_added_again_is_read_again(tmp_path: Path) -> None:
    put(tmp_path, "sixth.toml")
    with known_folder(tmp_path):
        assert get_rulebook("sixth").version == 1
    put(tmp_path, "sixth.v2.toml", SIXTH.replace("version = 1", "version = 2"))
    with known_folder(tmp_path):
        assert get_rulebook("sixth").version == 2


def test_a_house_may_add_a_version_to_a_rulebook_of_the_project(tmp_path: Path) -> None:
    ours = get_rulebook("it-live")
    text = (folders()[0] / "it-live.toml").read_text(encoding="utf-8")
    put(tmp_path, "it-live.v4.toml", text.replace("version = 3", "version = 4", 1))
    with known_folder(tmp_path):
        assert get_rulebook("it-live").version == 4
        assert get_rulebook("it-live", 3) is ours


def test_duplicate_version_of_two_folders_is_refused_with_their_files(tmp_path: Path) -> None:
    first = put(tmp_path / "a", "sixth.toml")
    second = put(tmp_path / "b", "sixth.v1.toml")
    with known_folder(first.parent):
        with pytest.raises(RulebookBroken) as broken:
            add_folder(second.parent)
        assert str(broken.value) == (
            f"{second}: version: Version 1 of sixth is in {first} already. "
            "Remove one of the files, or give one a higher version."
        )
        assert folders()[-1] == first.parent
        assert get_rulebook("sixth").version == 1


def test_a_broken_file_in_a_further_folder_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path, "sixth.toml", SIXTH.replace('currency = "GBP"', ""))
    with pytest.raises(RulebookBroken, match=r"sixth\.toml: currency: The key is missing"):
        add_folder(tmp_path)
    assert tuple(sorted(rulebooks())) == OURS


@pytest.mark.parametrize(("name", "version"), [("sixth", 2), ("sixth@1", 1), ("sixth@2", 2)])
def test_a_rulebook_is_named_by_its_id_or_with_its_version(tmp_path: Path, name: str, version: int) -> None:
    put(tmp_path, "sixth.v1.toml")
    put(tmp_path, "sixth.v2.toml", SIXTH.replace("version = 1", "version = 2"))
    with known_folder(tmp_path):
        assert rulebook_named(name).version == version


@pytest.mark.parametrize(
    ("name", "code", "because"),
    [
        (
            "it-live@7",
            "rulebook-version-unknown",
            {"rulebook": "it-live", "version": 7, "versions": (1, 2, 3)},
        ),
        (
            "monaco@1",
            "rulebook-unknown",
            {"rulebook": "monaco", "rulebooks": tuple(sorted(rulebooks()))},
        ),
        ("it-live@", "rulebook-name-malformed", {}),
        ("it-live@0", "rulebook-name-malformed", {}),
        ("it-live@one", "rulebook-name-malformed", {}),
        ("", "rulebook-name-malformed", {}),
    ],
)
def test_a_name_that_means_no_rulebook_is_refused_with_what_would_be_right(
    name: str, code: str, because: dict[str, Any]
) -> None:
    with expect_refusal(code, kind=UnknownRulebook, **because):
        rulebook_named(name)
