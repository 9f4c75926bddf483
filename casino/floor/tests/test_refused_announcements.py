"""A refused announcement is recorded at the table's page, and stands in the day's report."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from casino.compliance.report import day_report
from casino.floor.tests.conftest import part
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

Screen = Callable[..., Element]
TIERS = {"player": "P1", "announcement": "Serie 5/8", "amount": "", "reason": "without_amount", "words": ""}


@pytest.fixture
def campione(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    return new_table("it-campione")


def refuse(boss: Client, **fields: str) -> Element:
    how = {"HX-Request": "true"}
    answer = boss.post(reverse("floor:do", args=["T1", "refuse-announcement"]), TIERS | fields, headers=how)
    assert answer.status_code in (200, 422)
    return read_page(answer.content)


def told(house: OpenHouse) -> list[tuple[str, str]]:
    report = day_report(house.casino_id, "T1", house.day)
    assert report is not None
    return [(line.words, line.clause) for line in report.lines if line.kind == "Refused announcement"]


@pytest.mark.clause("it-campione/17")
def test_the_panel_records_whose_announcement_was_refused_and_why(
    campione: OpenHouse, boss: Client, screen: Screen
) -> None:
    panel = part(screen(), "#panel-refuse-announcement")
    assert "Serie 5/8" in [str(each["value"]) for each in panel.select("datalist option")]
    refuse(boss)
    refuse(boss, amount="30", reason="other", words="the player had left")
    assert told(campione) == [
        (
            "“Serie 5/8” of Yellow, seat 1, without an amount, for coup 1 refused: its amount did not come with it",
            "it-campione/17",
        ),
        ("“Serie 5/8” of Yellow, seat 1, 30 CHF, for coup 1 refused: the player had left", "it-campione/17"),
    ]


def test_a_refusal_without_its_reason_is_said_in_the_panel(campione: OpenHouse, boss: Client) -> None:
    page = refuse(boss, reason="other")
    assert "says which" in part(page, "#panel-refuse-announcement .said").get_text()
    assert (
        "choose why"
        in part(refuse(boss, reason="nosuch"), "#panel-refuse-announcement .said").get_text().lower()
    )
    assert told(campione) == []
