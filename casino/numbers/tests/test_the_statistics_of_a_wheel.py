"""The statistics on the screen: figures where there are spins enough, and where there are not what is missing."""

import numpy as np
import pytest
from django.test import Client

from casino.kit.wheel_spins import KnownWheel, WheelName, known_wheel, known_wheels, watched_wheel
from casino.people.models import Role
from tables.handling.models import Casino, GamingTable, PermanenceEntry
from tables.roulette.loader import get_rulebook
from testkit.numbers import bring
from testkit.pages import Element, read_page
from testkit.papers import words_of_pdf
from testkit.people import AsRole
from testkit.rulebooks import DOUBLE_ZERO as DOUBLE_ZERO_FILE
from testkit.rulebooks import known_folder

pytestmark = pytest.mark.django_db
FRENCH = get_rulebook("pt-francesa", 1).wheels["french"].order


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def page(client: Client, query: str) -> Element:
    answer = client.get(f"/numbers/wheels/?{query}")
    assert answer.status_code == 200
    return read_page(answer.content)


def found_by(shown: Element) -> dict[str, list[str]]:
    rows = shown.select("#num-tests tbody tr")
    return {row.select("th")[0].text: [cell.text for cell in row.select("td")] for row in rows}


def biased(spins: int) -> np.ndarray:
    """Numbers of a wheel that brings five neighbours half as often again."""
    chance = np.full(37, 1 / 37)
    chance[list(FRENCH[10:15])] *= 1.5
    chance[list(FRENCH[15:]) + list(FRENCH[:10])] = (1 - chance[list(FRENCH[10:15])].sum()) / 32
    return np.random.default_rng(21).choice(37, spins, p=chance)


def test_a_biased_wheel_is_drawn_tested_and_watched(inspector: Client, casino_id: int) -> None:
    bring(casino_id, biased(4_000), wheel="W-1041")
    shown = page(inspector, "wheel=W-1041")
    assert len(shown.select(".num-bar")) == len(shown.select(".num-bounds")) == 37
    assert shown.select(".num-bar.is-outside")
    found = found_by(shown)
    assert "stands out" in found["Neighbouring pockets together"][-1]
    assert "stands out" not in found["Rouge and noir change as chance has it"][-1]
    assert found["All distances from the launch alike"][-1] == "0 of at least 185: nothing can be said"
    numbers = " ".join(str(each) for each in FRENCH[10:15])
    assert any(f"Most hit: {numbers}, " in each.text for each in shown.select(".num-sectors li"))
    assert [each.text.startswith("Alarm: Biased") for each in shown.select(".num-watch .is-alarm dt")] == [
        True
    ]
    assert "40 coups an hour" in shown.text
    listed = page(inspector, "")
    assert [row.select("th")[0].text for row in listed.select("tbody tr")] == ["W-1041"]


@pytest.mark.parametrize(("target", "marked"), [(51, True), (49, False), (27, False), (26, True)])
def test_pace_outside_of_the_limits_of_its_table_is_marked(
    inspector: Client, casino_id: int, target: int, marked: bool
) -> None:
    """40 coups an hour are more than 20 % below 51, and more than 50 % above 26."""
    GamingTable.objects.create(
        casino=Casino.objects.create(id=casino_id, name="Casino"),
        code="T1",
        name="T1",
        rulebook="pt-francesa",
        limits={},
        balls=[],
        pace_target=target,
    )
    bring(casino_id, biased(100))
    assert bool(page(inspector, "table=T1").select("section.card > p.tone-due")) == marked


def test_the_statistics_are_a_file_with_the_same_figures(
    inspector: Client, as_role: AsRole, casino_id: int
) -> None:
    bring(casino_id, biased(4_000), wheel="W-1041")
    shown = page(inspector, "wheel=W-1041")
    (way,) = shown.select("#page > header a[href*='wheels.pdf']")
    paper = words_of_pdf(inspector, str(way["href"]))
    for cell in shown.select("#num-tests tbody th, #num-tests tbody td, .num-watch dd, .num-sectors li"):
        words = " ".join(cell.get_text(" ", strip=True).replace("stands out", ", stands out").split())
        words = words.replace("χ", "chi")
        assert words.replace(" ,", ",").replace(" ", "") in paper.replace(" ", ""), words
    assert inspector.get(str(way["href"])).content == inspector.get(str(way["href"])).content
    assert inspector.get("/numbers/wheels.pdf?wheel=W-1").status_code == 404
    assert inspector.get("/numbers/wheels.pdf").status_code == 404
    wrong = inspector.get("/numbers/wheels.pdf?wheel=W-1041&since=never")
    assert (wrong.status_code, bool(wrong.content)) == (422, True)
    assert as_role(Role.CASH_DESK).get(str(way["href"])).status_code == 403


def test_below_the_least_there_is_no_figure_but_what_is_missing(inspector: Client, casino_id: int) -> None:
    bring(casino_id, np.arange(180) % 37)
    shown = page(inspector, "table=T1")
    assert "180 of at least 185: nothing can be said" in shown.text
    assert found_by(shown)["Each pocket as often as the others"][-1] == (
        "180 of at least 185: nothing can be said"
    )
    assert (len(shown.select(".num-bar")), len(shown.select(".num-bounds"))) == (37, 0)


def test_the_address_chooses_the_spins(inspector: Client, casino_id: int) -> None:
    bring(casino_id, np.random.default_rng(5).integers(0, 37, 4_000), wheel="W-1")

    def spins(query: str) -> str:
        return found_by(page(inspector, f"wheel=W-1{query}"))["Each pocket as often as the others"][0]

    assert spins("") == "4,000"
    assert spins("&since=2026-11-02&until=2026-11-03") == "800"
    assert spins("&ball=A") == "2,000"
    assert spins("&ball=A&direction=anticlockwise") == "0"
    assert spins("&spinner=Ana+Serra&until=2026-11-02") == "400"
    shown = page(inspector, "wheel=W-1&ball=A")
    assert [each.text for each in shown.select("#numbers-ball option[selected]")] == ["A"]


def test_the_watch_looks_at_all_spins_whatever_is_chosen(inspector: Client, casino_id: int) -> None:
    bring(casino_id, biased(4_000), wheel="W-1041")
    shown = page(inspector, "wheel=W-1041&until=2026-11-01")
    assert shown.select(".num-watch .is-alarm")
    assert "4,000 spins of this stretch" in shown.text


def test_a_disputed_number_is_in_no_figure(inspector: Client, casino_id: int) -> None:
    bring(casino_id, np.arange(400) % 37)
    PermanenceEntry.objects.filter(casino_id=casino_id, coup__lte=10).update(disputed=True)
    assert found_by(page(inspector, "table=T1"))["Each pocket as often as the others"][0] == "390"


def test_a_wheel_with_two_zeros_has_38_pockets_and_writes_00(inspector: Client, casino_id: int) -> None:
    with known_folder(DOUBLE_ZERO_FILE.parent):
        numbering = next(iter(get_rulebook("double-zero", 1).wheels))
        numbers = np.random.default_rng(7).integers(0, 38, 400)
        bring(casino_id, numbers, wheel="W-00", numbering=numbering, rulebook="double-zero")
        shown = page(inspector, "wheel=W-00")
    drawn = [each.text for each in shown.select(".num-wheel text")]
    assert (len(drawn), drawn.count("00"), drawn.count("37")) == (38, 1, 0)
    assert found_by(shown)["Each pocket as often as the others"][0] == "400"


def test_each_casino_sees_its_own_wheels(inspector: Client, casino_id: int) -> None:
    bring(casino_id + 1, np.arange(10), wheel="W-1")
    assert known_wheels(casino_id) == []
    assert inspector.get("/numbers/wheels/?wheel=W-1").status_code == 404
    assert "No number has fallen yet" in page(inspector, "").text


def test_a_period_that_ends_before_it_begins_is_said(inspector: Client, casino_id: int) -> None:
    bring(casino_id, np.arange(10))
    answer = inspector.get("/numbers/wheels/?table=T1&since=2026-11-05&until=2026-11-01")
    assert answer.status_code == 422
    assert b"not before the first day" in answer.content


def test_a_chef_sees_no_statistics(as_role: AsRole) -> None:
    assert as_role(Role.CHEF_DE_TABLE).get("/numbers/wheels/").status_code == 403


def test_the_watch_is_over_the_stretch_that_runs(casino_id: int) -> None:
    """10,000 spins are a stretch: the next spin begins another."""
    bring(casino_id, np.random.default_rng(8).integers(0, 37, 10_000), wheel="W-1")

    def since() -> int:
        wheel: KnownWheel | None = known_wheel(casino_id, WheelName(wheel="W-1"))
        assert wheel is not None
        return watched_wheel(casino_id, wheel).bias.since

    assert since() == 10_000
    bring(casino_id, np.arange(3), wheel="W-1", table="T2")
    assert since() == 3
