"""The rota on its page: drawn by people and by tables, planned from forms, warned of where it would break a rule."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.people.models import Role
from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.handling.projections.rota import planned_rota
from tables.play.events import Person
from tables.registers.rota.planning import PlanEntry
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, Response, read_page
from testkit.people import AsRole

DAY = "2026-11-20"


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """T1 by pt-americana in Lisbon, open now: Croupier 2 is its payer and spins."""
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now())
    Casino.objects.filter(pk=casino_id).update(time_zone="Europe/Lisbon")
    return house


@pytest.fixture
def boss(house: OpenHouse, as_role: AsRole) -> Client:
    return as_role(Role.PIT_BOSS)


def ask(client: Client, command: str, day: str = DAY, **form: str) -> Response:
    return client.post(f"/house/rota/{day}/{command}", form)


def payer(client: Client, begins: str, ends: str, day: str = DAY, **otherwise: str) -> Response:
    """Croupier 2 at the ball of T1."""
    form = {"person": "p2", "place": "T1/1/payer", "spins": "yes", "begins": begins, "ends": ends}
    return ask(client, "plan-entry", day, **(form | otherwise))


def page(response: Response, status: int = 200) -> Element:
    assert response.status_code == status
    return read_page(response.content)


def shown(client: Client, day: str = DAY, rest: str = "") -> Element:
    return page(client.get(f"/house/rota/?day={day}{rest}"))


def said(page: Element, selector: str) -> str:
    (found,) = page.select(selector)
    return " ".join(found.get_text(" ").split())


def labels(page: Element) -> list[str]:
    """The entries of the timeline in words, row by row."""
    return [link["aria-label"] for link in page.select(".rota-drawn a")]


@pytest.mark.clause("pt-americana/35")
def test_an_entry_is_planned_drawn_and_warned_of_before_a_rule_is_broken(boss: Client) -> None:
    assert payer(boss, "20:00", "20:45")["Location"] == f"/house/rota/?day={DAY}"
    drawn = shown(boss)
    (block,) = drawn.select(".block")
    assert "is-broken" in block.classes and "● T1" in block.get_text()
    (link,) = drawn.select(".rota-drawn a")
    assert link["aria-label"] == "Croupier 2, T1 Pagador, at the ball, 20:00 to 20:45, with a warning"
    assert "30 minutes at most, which end at 20:30 Portaria 894/2002, 35" in said(drawn, "#warned")
    assert [row.get_text() for row in drawn.select(".rota-rows li")] == ["Croupier 2"]


def test_the_rows_are_people_or_seats(boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    ask(boss, "plan-entry", name="Ana Reis", place="T1/1/chef", begins="20:00", ends="21:00")
    ask(boss, "plan-entry", person="ana-reis", place="", begins="21:00", ends="21:15")
    people = shown(boss)
    assert [row.get_text() for row in people.select(".rota-rows li")] == ["Ana Reis", "Croupier 2"]
    tables = shown(boss, rest="&rows=tables")
    assert [row.get_text() for row in tables.select(".rota-rows li")] == ["T1 Chefe de banca", "T1 Pagador"]
    assert (len(people.select(".block")), len(tables.select(".block"))) == (3, 2)
    assert "Ana Reis, on a break, 21:00 to 21:15" in labels(people)


def test_an_entry_is_moved_and_dropped_from_its_form(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    form = shown(boss, rest="&entry=1")
    assert form.select('#move-begins[value="20:00"]') and form.select('option[value="T1/1/payer"][selected]')
    ask(
        boss,
        "move-entry",
        entry="1",
        person="p2",
        place="T1/1/payer",
        spins="yes",
        begins="20:10",
        ends="20:40",
    )
    assert labels(shown(boss)) == ["Croupier 2, T1 Pagador, at the ball, 20:10 to 20:40"]
    assert ask(boss, "drop-entry", entry="1", rows="tables")["Location"].endswith("&rows=tables")
    assert planned_rota(casino_id, DAY).entries == ()
    assert "Nothing is planned" in shown(boss).get_text()


def test_refused_plan_names_the_reason_and_keeps_entered_values(boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    refused = page(payer(boss, "20:15", "20:45", name="Croupier 2"), 422)
    assert "Croupier 2 is at T1 from 20:00 to 20:30" in said(refused, ".answer")
    assert refused.select('details[open] #plan-begins[value="20:15"]')
    assert refused.select('#plan-name[value="Croupier 2"]')
    assert [link["href"] for link in refused.select("nav[aria-label=Main] [aria-current]")] == [
        "/house/rota/"
    ]
    assert not refused.select("#open-house.is-here")
    position = page(payer(boss, "21:00", "21:30", place="T1/1/bout"), 422)
    assert "T1 has chef, payer" in said(position, ".answer")
    assert said(position, ".answer cite") == "Portaria 894/2002, 35"
    assert "an end after 21:00 is right" in said(page(payer(boss, "21:00", "20:30"), 422), ".answer")
    assert "choose the seat" in said(page(payer(boss, "21:00", "21:30", place="T1"), 422), ".answer").lower()
    assert "choose who it is" in said(page(payer(boss, "21:00", "21:30", person=""), 422), ".answer").lower()
    assert "hours and minutes" in said(page(payer(boss, "", "21:30"), 422), ".answer")


@pytest.mark.clause("pt-americana/35")
def test_a_table_is_filled_in_by_turns(casino_id: int, boss: Client) -> None:
    turns = {"table": "T1", "begins": "20:00", "ends": "22:00", "who-1": "p1", "others": "Ana Reis, Rui Gil"}
    assert ask(boss, "fill-in", **turns).status_code == 302
    filled = shown(boss)
    assert filled.select("#keeps") and not filled.select("#warned")
    assert {each.person.name for each in planned_rota(casino_id, DAY).entries} == {
        "Croupier 1",
        "Ana Reis",
        "Rui Gil",
    }
    again = page(ask(boss, "fill-in", table="T1", begins="22:00", ends="23:00", others="Eva Sá"), 422)
    assert "two at least are right" in said(again, ".answer") and again.select('#fill-others[value="Eva Sá"]')
    nobody = page(ask(boss, "fill-in", table="T1", begins="22:00", ends="23:00"), 422)
    assert "choose who takes turns" in said(nobody, ".answer").lower()


def test_a_form_that_is_sent_twice_plans_once(casino_id: int, boss: Client) -> None:
    for _ in range(2):
        assert payer(boss, "20:00", "20:30", key="k").status_code == 302
    assert len(planned_rota(casino_id, DAY).entries) == 1
    assert "sent before" in said(page(payer(boss, "21:00", "21:30", key="k"), 422), ".answer")


def test_the_night_when_the_clocks_go_back_has_an_hour_twice(casino_id: int, boss: Client) -> None:
    night = "2026-10-24"
    assert shown(boss, night).select("#plan-begins-offset-1") and not shown(boss).select(
        "#plan-begins-offset-1"
    )
    assert "occurs twice" in said(page(payer(boss, "01:30", "01:00", night), 422), ".answer")
    payer(boss, "01:30", "01:00", night, begins_offset="+01:00", ends_offset="+00:00")
    (entry,) = planned_rota(casino_id, night).entries
    assert entry.ends - entry.begins == timedelta(minutes=30)
    drawn = shown(boss, night, "&entry=1")
    assert [hour.get_text() for hour in drawn.select(".hour-label")] == ["01:00 +01:00", "01:00 +00:00"]
    assert said(drawn, ".times") == "01:30 +01:00–01:00 +00:00"
    assert drawn.select("#move-begins-offset-1[checked]") and drawn.select("#move-ends-offset-2[checked]")


def test_the_night_when_the_clocks_go_forward_lacks_an_hour(casino_id: int, boss: Client) -> None:
    night = "2027-03-27"
    assert "01:30 does not occur" in said(page(payer(boss, "01:30", "02:30", night), 422), ".answer")
    payer(boss, "00:45", "02:15", night)
    (entry,) = planned_rota(casino_id, night).entries
    assert entry.ends - entry.begins == timedelta(minutes=30)
    hours = shown(boss, night).select(".hour-label")
    assert [hour.get_text() for hour in hours] == ["00:00", "02:00", "03:00"]


def test_times_are_those_of_the_casinos_own_zone(casino_id: int, boss: Client) -> None:
    Casino.objects.filter(pk=casino_id).update(time_zone="Europe/Rome")
    payer(boss, "20:00", "20:30")
    (entry,) = planned_rota(casino_id, DAY).entries
    assert entry.begins.isoformat() == "2026-11-20T19:00:00+00:00"
    assert said(shown(boss), ".times") == "20:00–20:30"


@pytest.mark.clause("pt-americana/35")
def test_today_the_plan_is_held_beside_the_record(house: OpenHouse, boss: Client) -> None:
    spell = PlanEntry(
        person=Person(id="p2", name="Croupier 2"),
        begins=house.now - timedelta(minutes=2),
        ends=house.now + timedelta(minutes=40),
        table="T1",
        position="payer",
        spins=True,
    )
    today = gaming_day(house.casino_id, timezone.now())
    handle(RotaAggregate(house.casino_id, today), spell, by=BOSS, now=house.now)
    now = page(boss.get("/house/rota/"))
    assert "Nobody is planned to replace Croupier 2 at the ball of T1" in said(now, "#found")
    assert now.select("#now") and "Croupier 2" in said(now, "#balls")


def test_rota_is_planned_and_read_by_permitted_roles(boss: Client, as_role: AsRole) -> None:
    payer(boss, "20:00", "20:30")
    for role in (Role.CHEF_DE_TABLE, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER):
        reader = as_role(role)
        read = shown(reader)
        assert not read.select("form[action*=rota]") and not read.select(".rota-drawn a")
        (item,) = read.select('.rota-drawn [role="list"] > [role="listitem"]')
        assert item["aria-label"] == "Croupier 2, T1 Pagador, at the ball, 20:00 to 20:30"
        assert "planned by a pit boss" in read.get_text()
        assert payer(reader, "21:00", "21:30").status_code == 403
    for role in (Role.CASH_DESK, Role.ADMINISTRATOR):
        assert as_role(role).get("/house/rota/").status_code == 403


def test_unknown_day_or_command_of_the_rota_is_not_found(boss: Client) -> None:
    for day in ("yesterday", "20261120", "1999-01-01", "2026-02-30"):
        assert boss.get(f"/house/rota/?day={day}").status_code == 404
    assert ask(boss, "paint").status_code == 404
    assert payer(boss, "20:00", "20:30", "20261120").status_code == 404
    assert shown(boss, rest="&entry=99").select("#plan")


def test_a_house_with_a_setting_for_breaks_is_warned_without_a_clause(
    boss: Client, settings: Settings
) -> None:
    settings.ROTA_BREAK_AFTER_MINUTES = 60
    ask(boss, "plan-entry", person="p1", place="T1/1/payer", begins="20:00", ends="21:30")
    warned = shown(boss)
    assert "the casino sets one after 60 minutes, at 21:00" in said(warned, "#warned .is-due")
    assert not warned.select("#warned cite") and "no rulebook speaks of it" in warned.get_text()
