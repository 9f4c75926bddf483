"""Rulebooks are found and read: a sixth house is a file and nothing else, and versions stand side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.refusal import BetRefused, LimitRefused, RulebookBroken, UnknownRulebook
from tables.roulette.announcements import announce_result, describe_bet
from tables.roulette.bets import AnnouncedBet, every_bet, parse_bet
from tables.roulette.limits import Limits, check_limits, check_posted
from tables.roulette.loader import get_rulebook, load_rulebook, rulebooks
from testkit.refusals import expect_refusal
from testkit.rulebooks import SIXTH, written


def test_sixth_rulebook_is_a_file() -> None:
    sixth = load_rulebook(SIXTH)
    assert sixth.bets["plein"].odds == (34, 1)
    assert sixth.default_limits == Limits(
        minimum=200,
        maximums={"plein": 1000, "cheval": 2000, "transversale": 3000, "rouge": 10000, "noir": 10000},
    )
    assert len(every_bet(sixth)) == 37 + 60 + 14 + 2 + 1 + 37
    assert parse_bet("solo 17", sixth).code == "plein:17"
    assert parse_bet("The Tail", sixth).code == "transversale:34-35-36"
    assert describe_bet(sixth, parse_bet("cheval:1-4", sixth)) == "Split 1–4"
    assert announce_result(sixth, 17) == "Seventeen, black"


def test_a_sixth_house_has_series_and_neighbours_of_its_own() -> None:
    sixth = load_rulebook(SIXTH)
    snake = parse_bet("the snake", sixth)
    assert isinstance(snake, AnnouncedBet)
    assert [(chip.code, weight) for chip, weight in snake.chips] == [("plein:1", 1), ("cheval:5-8", 2)]
    around_zero = parse_bet("voisins-de:0", sixth)
    assert isinstance(around_zero, AnnouncedBet)
    assert [chip.numbers[0] for chip, _ in around_zero.chips] == [28, 0, 2]


def test_a_sixth_house_refuses_with_its_own_clauses() -> None:
    sixth = load_rulebook(SIXTH)
    with expect_refusal(
        "kind-of-bet-forbidden", kind=BetRefused, reason="even and odd are not played here"
    ) as forbidden:
        parse_bet("even", sixth)
    assert forbidden.value.clause == "sixth/2"
    with pytest.raises(LimitRefused) as over:
        check_limits(sixth, sixth.default_limits, parse_bet("solo 17", sixth), 1001)
    assert over.value.clause == "sixth/3"
    with pytest.raises(LimitRefused):
        check_posted(sixth, Limits(minimum=200, maximums={"plein": 1001}))


def test_a_file_named_for_another_rulebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        RulebookBroken,
        match=r'other\.toml: id: The id is "sixth", and the file is named for "other"\. Rename',
    ):
        load_rulebook(written(tmp_path, name="other.toml"))
    with pytest.raises(
        RulebookBroken, match=r"sixth\.v2\.toml: version: The version is 1, and the file is named for 2"
    ):
        load_rulebook(written(tmp_path, name="sixth.v2.toml"))
    with pytest.raises(RulebookBroken, match=r"the file: The name is wrong\. Name the file <id>\.toml"):
        load_rulebook(written(tmp_path, name="Sixth House.toml"))


def test_versions_of_one_rulebook_stand_side_by_side(tmp_path: Path) -> None:
    written(tmp_path, name="sixth.v1.toml")
    written(tmp_path, ("version = 1", "version = 2"), ('"34:1"', '"33:1"'))
    assert get_rulebook("sixth", folder=tmp_path).version == 2
    assert get_rulebook("sixth", 1, folder=tmp_path).bets["plein"].odds == (34, 1)
    assert get_rulebook("sixth", 2, folder=tmp_path).bets["plein"].odds == (33, 1)
    assert rulebooks(tmp_path)["sixth"].version == 2


def test_duplicate_version_is_refused(tmp_path: Path) -> None:
    written(tmp_path, name="sixth.v1.toml")
    written(tmp_path)
    with pytest.raises(
        RulebookBroken, match=r"v1\.toml: version: Version 1 of sixth is in .*sixth\.toml already"
    ):
        rulebooks(tmp_path)


def test_a_rulebook_that_there_is_not_is_named_with_those_that_there_are() -> None:
    with expect_refusal("rulebook-unknown", kind=UnknownRulebook, rulebook="monaco"):
        get_rulebook("monaco")
    with expect_refusal(
        "rulebook-version-unknown", kind=UnknownRulebook, rulebook="it-live", version=7, versions=(1, 2, 3)
    ):
        get_rulebook("it-live", 7)


def test_a_rulebook_is_read_once() -> None:
    assert get_rulebook("it-live") is rulebooks()["it-live"]
