"""The staff at the table's page: seated, resting, relieved, and at the ball for longer where something excuses it."""

import pytest
from bs4 import BeautifulSoup

from casino.people.models import Role
from tables.house.testing import OpenHouse

pytestmark = pytest.mark.django_db
CASINO = 7412


@pytest.fixture(autouse=True)
def chef(client, colleague):
    person = colleague(Role.CHEF_DE_TABLE, casino_id=CASINO)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return person


def page(client) -> BeautifulSoup:
    return BeautifulSoup(client.get("/floor/T1/").content, "html.parser")


def say(client, command: str, **form: str) -> int:
    return client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"}).status_code


@pytest.mark.clause("it-venezia/staff")
def test_who_sits_where_is_shown_and_changed(client):
    house = OpenHouse(CASINO, "it-venezia")
    assert "Croupier di destra" in page(client).select_one("#panel-staff").text
    assert say(client, "staff-change", seat="droite", name="Croupier 9") == 200
    assert house.state.staff["droite"].name == "Croupier 9"
    assert say(client, "staff-change", seat="bout", person="nobody") == 200
    assert "bout" not in house.state.staff


def test_somebody_rests_and_comes_back(client):
    house = OpenHouse(CASINO, "it-venezia")
    person = house.state.staff["droite"]
    assert say(client, "break-begin", person=person.id) == 200
    assert person.name in page(client).select_one("#panel-staff .resting").text
    assert say(client, "break-end", person=person.id) == 200
    assert house.state.roster.breaks == ()


@pytest.mark.clause("pt-americana/35")
def test_a_spinner_who_stays_by_force_majeure_is_told_of_on_the_page(client):
    OpenHouse(CASINO, "pt-americana")
    assert say(client, "excuse-time-at-ball", reason="the replacement fell ill") == 200
    assert "the replacement fell ill" in page(client).select_one("#excused").text


def test_a_seat_that_is_not_chosen_is_asked_for(client):
    OpenHouse(CASINO, "it-venezia")
    answer = client.post("/floor/T1/do/staff-change", {"name": "Croupier 9"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    said = BeautifulSoup(answer.content, "html.parser").select_one("#answer-staff")
    assert "Choose the seat that changes" in said.text
