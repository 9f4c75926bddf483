"""A move on the timeline of the rota: recorded where it breaks no rule; where it would, the page asks first."""

import pytest
from django.test import Client

from casino.equipment.tests.test_rota_on_the_screen import (
    DAY,
    ask,
    boss,
    house,
    labels,
    page,
    payer,
    said,
    shown,
)
from casino.people.models import Role
from tables.handling.projections.rota import planned_rota
from testkit.pages import Element, Response
from testkit.people import AsRole

__all__ = ["boss", "house"]


def shift(client: Client, begins: str, row: str, entry: str = "1", **more: str) -> Response:
    """Entry 1 begins at an hour of the evening (`20:05`) in a row."""
    return ask(client, "shift-entry", entry=entry, begins=f"{DAY}T{begins}:00Z", row=row, **more)


def confirmed(client: Client, question: Element) -> Response:
    """The question is answered with yes: its form is sent as it stands."""
    fields = {field["name"]: field["value"] for field in question.select("#confirm input")}
    (form,) = question.select("#confirm")
    return client.post(form["action"], fields)


def times(casino_id: int) -> list[tuple[str, str, str]]:
    return [
        (each.person.id, f"{each.begins:%H:%M}", f"{each.ends:%H:%M}")
        for each in planned_rota(casino_id, DAY).entries
    ]


def test_an_entry_is_moved_to_another_time_and_person(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    assert shift(boss, "20:05", "p1")["Location"] == f"/house/rota/?day={DAY}"
    assert times(casino_id) == [("p1", "20:05", "20:35")]


def test_in_the_rows_of_tables_an_entry_is_moved_to_another_seat(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    seats = shown(boss, rest="&rows=tables").select(".rota-drawn [data-row]")
    assert "T1/1/payer" in [row["data-row"] for row in seats]
    response = shift(boss, "20:00", "T1/1/chef", rows="tables")
    question = page(response)
    assert "Nobody is planned as Pagador of T1 from 20:00 to 20:30" in said(question, "#question")
    assert confirmed(boss, question)["Location"].endswith("&rows=tables")
    assert planned_rota(casino_id, DAY).entries[0].position == "chef"


@pytest.mark.clause("pt-americana/35")
def test_a_move_that_would_break_a_rule_is_recorded_only_when_confirmed(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    payer(boss, "20:30", "21:00", person="p1")
    before = times(casino_id)
    question = page(shift(boss, "20:30", "p2", entry="2"))
    assert "30 minutes at most, which end at 20:30 Portaria 894/2002, 35" in said(question, "#question")
    assert times(casino_id) == before
    # The timeline shows the plan as it would be; what is warned of now stays what it is.
    assert labels(question)[1] == "Croupier 2, T1 Pagador, at the ball, 20:30 to 21:00, with a warning"
    assert question.select('[data-entry="2"] .is-asked') and question.select("#keeps")
    assert confirmed(boss, question).status_code == 302
    assert times(casino_id) == [("p2", "20:00", "20:30"), ("p2", "20:30", "21:00")]


def test_only_the_warnings_that_were_seen_are_confirmed(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    payer(boss, "20:30", "21:00", person="p1")
    question = page(shift(boss, "20:30", "p2", entry="2"))
    payer(boss, "21:00", "21:30")
    again = page(confirmed(boss, question))
    assert "from 20:00 to 21:30" in said(again, "#question")
    assert times(casino_id)[1] == ("p1", "20:30", "21:00")
    assert confirmed(boss, again).status_code == 302


def test_the_form_of_an_entry_asks_as_well(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    form = {"person": "p2", "place": "T1/1/payer", "spins": "yes", "begins": "20:00", "ends": "20:45"}
    question = page(ask(boss, "move-entry", entry="1", **form))
    assert "30 minutes at most" in said(question, "#question")
    assert confirmed(boss, question).status_code == 302
    assert times(casino_id) == [("p2", "20:00", "20:45")]


def test_a_move_stays_within_the_gaming_day(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    ask(boss, "shift-entry", entry="1", begins="2030-01-01T00:00:00Z", row="p2")
    assert times(casino_id) == [("p2", "07:30", "08:00")]
    ask(boss, "shift-entry", entry="1", begins="0001-01-01T00:00:00+14:00", row="p2")
    assert times(casino_id) == [("p2", "08:00", "08:30")]


def test_a_move_that_is_refused_says_why_at_the_timeline(casino_id: int, boss: Client) -> None:
    payer(boss, "20:00", "20:30")
    payer(boss, "20:30", "21:00", person="p1")
    refused = page(shift(boss, "20:45", "p1"), 422)
    assert "Croupier 1 is at T1 from 20:30 to 21:00" in said(refused, "#shown .answer")
    assert page(shift(boss, "20:00", "p1", entry="99"), 422).select("#shift-refused")
    assert page(shift(boss, "20:00", "nobody"), 422).select("#shift-refused")
    for begins in ("", "soon", "2026-11-20T20:00:00"):
        assert ask(boss, "shift-entry", entry="1", begins=begins, row="p2").status_code == 422
    assert times(casino_id)[0] == ("p2", "20:00", "20:30")


def test_the_keys_are_listed_for_those_who_may_move_entries(boss: Client, as_role: AsRole) -> None:
    assert "Move the entry by 5 minutes" in said(shown(boss), "#keys")
    assert not shown(as_role(Role.GAMES_INSPECTOR)).select("#keys")
