"""The staff at the table's page: seated, resting, relieved, and at the ball for longer where something excuses it."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Person as Staff
from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole


@pytest.fixture
def chef(as_role: AsRole) -> Client:
    return as_role(Role.CHEF_DE_TABLE)


def page(client: Client) -> Element:
    return read_page(client.get("/floor/T1/").content)


def say(client: Client, command: str, **form: str) -> int:
    return client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"}).status_code


@pytest.mark.clause("it-venezia/staff")
def test_seats_of_the_staff_are_shown_and_changed(
    chef: Client, new_table: Callable[[str], OpenHouse]
) -> None:
    house = new_table("it-venezia")
    assert "Croupier di destra" in find(page(chef), "#panel-staff").text
    assert say(chef, "staff-change", seat="droite", name="Croupier 9") == 200
    assert house.state.staff["droite"].name == "Croupier 9"
    assert say(chef, "staff-change", seat="bout", person="nobody") == 200
    assert "bout" not in house.state.staff


def test_somebody_rests_and_comes_back(chef: Client, new_table: Callable[[str], OpenHouse]) -> None:
    house = new_table("it-venezia")
    person = house.state.staff["droite"]
    assert say(chef, "break-begin", person=person.id) == 200
    assert person.name in find(page(chef), "#panel-staff .resting").text
    assert say(chef, "break-end", person=person.id) == 200
    assert house.state.roster.breaks == ()


@pytest.mark.clause("pt-americana/35")
def test_a_spinner_who_stays_by_force_majeure_is_told_of_on_the_page(
    chef: Client, new_table: Callable[[str], OpenHouse]
) -> None:
    new_table("pt-americana")
    assert say(chef, "excuse-time-at-ball", reason="the replacement fell ill") == 200
    assert "the replacement fell ill" in find(page(chef), "#excused").text


@pytest.mark.clause("pt-americana/35")
def test_the_floor_marks_who_stays_at_the_ball_until_the_replacement(
    chef: Client, new_table: Callable[[str], OpenHouse]
) -> None:
    house = new_table("pt-americana")
    say(chef, "excuse-time-at-ball", reason="the replacement fell ill")

    def tile() -> Element:
        found = find(read_page(chef.get("/floor/").content), "#tile-T1")
        assert found is not None
        return found

    mark = find(tile(), ".notice")
    assert house.state.spinner is not None
    assert f"{house.state.spinner.name} stays at the ball: the replacement fell ill" in mark.text
    assert house.rulebook.clauses["pt-americana/35"] in mark.text
    assert "is-due" in tile().classes
    house.do(c.ChangeSpinner(person=Person(id="relief", name="Relief")))
    assert tile().select(".notice") == []


def test_a_seat_that_is_not_chosen_is_asked_for(chef: Client, new_table: Callable[[str], OpenHouse]) -> None:
    new_table("it-venezia")
    answer = chef.post("/floor/T1/do/staff-change", {"name": "Croupier 9"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    said = find(read_page(answer.content), "#answer-staff")
    assert "Choose the seat that changes" in said.text


def test_dealer_who_spins_at_another_table_takes_over_after_a_question(
    chef: Client, new_table: Callable[[str], OpenHouse], colleague: Callable[..., Staff]
) -> None:
    house = new_table("it-venezia")
    other = OpenHouse(house.casino_id, "it-venezia", table="T2", now=house.now)
    anna = colleague(Role.CROUPIER, casino_id=house.casino_id, pin="4711")
    anna.display_name = "Anna M."
    anna.save(update_fields=["display_name"])
    person = Person(id=f"person/{anna.pk}", name=anna.display_name)
    other.do(c.ChangeSpinner(person=person))
    assert not page(chef).select("#spinner-elsewhere")
    form = {"name": anna.display_name, "at": "spinner"}
    asked = chef.post("/floor/T1/do/take-over", form, headers={"HX-Request": "true"})
    assert asked.status_code == 422
    answered = read_page(asked.content)
    assert f"{anna.display_name} spins at T2" in find(answered, "#panel-spinner .said").text
    offered = [each["value"] for each in answered.select("#spinner-elsewhere option")]
    assert offered == ["", "ends", "both"]
    assert say(chef, "take-over", **form, elsewhere="ends") == 200
    assert (house.state.spinner, other.state.spinner) == (person, None)
    other.do(c.ChangeSpinner(person=person, elsewhere="ends"))
    assert say(chef, "take-over", **form, elsewhere="both") == 200
    assert house.state.spinner == other.state.spinner == person
    assert house.events()[-1].data["code"] == "spins-at-two-tables"
    shown = find(read_page(chef.get("/floor/T1/").content), ".notices").text
    assert f"{anna.display_name} spins at T1 and at T2" in shown
