"""A table opens by a version of its rulebook on the days on which that version is in force, and on no other."""

from datetime import date
from pathlib import Path

import pytest

from tables.roulette.loader import get_rulebook, load_rulebook, rulebook_on
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal
from testkit.rulebooks import known_folder, written

DATES = "since = 2019-04-01\nuntil = 2099-12-31"
OLD = (DATES, "since = 2019-04-01\nuntil = 2027-06-30")
NEW = (DATES, "since = 2027-07-01")


def open_on(day: str, rulebook: str = "pt-americana") -> DayInHand:
    opened = DayInHand(get_rulebook(rulebook), opened=False)
    opened.do(opening(opened.rulebook, day=day))
    return opened


@pytest.mark.clause("pt-americana/in-force")
def test_the_american_rules_open_no_table_before_the_day_after_their_publication() -> None:
    published = date(2002, 7, 29)
    with expect_refusal(
        "rulebook-not-yet-in-force", day=published, version=3, since=date(2002, 7, 30)
    ) as refused:
        open_on("2002-07-29")
    assert refused.value.clause == "pt-americana/in-force"
    assert open_on("2002-07-30").state.day == "2002-07-30"
    assert open_on("2026-11-20").state.phase == "idle"


@pytest.mark.clause("pt-americana/in-force")
def test_a_source_that_names_no_date_opens_a_table_on_any_day() -> None:
    assert open_on("1990-01-01", "pt-francesa").state.phase == "idle"


def test_the_last_day_in_force_is_the_last_on_which_a_table_opens(tmp_path: Path) -> None:
    rulebook = load_rulebook(written(tmp_path, OLD))
    last = DayInHand(rulebook, opened=False)
    last.do(opening(rulebook, day="2027-06-30"))
    after = DayInHand(rulebook, opened=False)
    with expect_refusal(
        "rulebook-no-longer-in-force", day=date(2027, 7, 1), version=1, until=date(2027, 6, 30)
    ) as refused:
        after.do(opening(rulebook, day="2027-07-01"))
    assert refused.value.clause == "sixth/1"


def test_of_two_versions_a_table_opens_by_the_one_in_force_on_its_day(tmp_path: Path) -> None:
    written(tmp_path, OLD, name="sixth.v1.toml")
    written(tmp_path, NEW, ("version = 1", "version = 2"), name="sixth.v2.toml")
    with known_folder(tmp_path):
        by_day = {day: rulebook_on(date.fromisoformat(day), "sixth").version for day in DAYS}
    assert by_day == {"2027-06-30": 1, "2027-07-01": 2, "2018-01-01": 2}


DAYS = ("2027-06-30", "2027-07-01", "2018-01-01")
"""The last of them is before both: the newest version says in its refusal since when it holds."""


def test_a_gaming_day_that_is_no_day_opens_no_table() -> None:
    with expect_refusal("gaming-day-malformed", day="friday"):
        open_on("friday")
