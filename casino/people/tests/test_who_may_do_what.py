"""Roles and what they open: the rules themselves, and the gate in front of a view."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from casino.accounts.views import not_allowed
from casino.people.gate import permission_required
from casino.people.models import Person, Role
from casino.people.permissions import RULES, rule_of
from testkit.pages import read_page

Colleague = Callable[..., Person]

WHO_MAY: dict[str, Any] = {
    "floor.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "games_inspector",
        "public_controller",
        "administrator",
    },
    "reader.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "games_inspector",
        "public_controller",
        "administrator",
    },
    "reader.record": {"administrator", "direction", "pit_boss"},
    "dead_letter.decide": {"administrator", "direction", "pit_boss"},
    "table.run": {"chef_de_table", "pit_boss"},
    "table.open_and_close": {"direction", "pit_boss"},
    "table.force_close": {"direction", "pit_boss"},
    "table.reopen": {"direction", "pit_boss"},
    "sheet.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "permanence.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "games_inspector",
        "public_controller",
    },
    "wheel_statistics.see": {"direction", "pit_boss", "games_inspector", "public_controller"},
    "record.read": {"direction", "pit_boss", "games_inspector", "public_controller"},
    "series.see": {
        "direction",
        "pit_boss",
        "administrator",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "series.change": {"direction", "administrator", "pit_boss"},
    "series.exchange": {"cash_desk"},
    "cash.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "float.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "drop.see_uncounted": {"chef_de_table", "direction"},
    "slip.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "slip.ask": {"chef_de_table", "pit_boss"},
    "slip.issue": {"cash_desk"},
    "slip.reprint": {"chef_de_table", "pit_boss", "cash_desk"},
    "box.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "box.count": {"pit_boss", "cash_desk", "games_inspector"},
    "box.accept": {"pit_boss", "games_inspector"},
    "ledger.see": {"direction", "pit_boss", "cash_desk", "games_inspector", "public_controller"},
    "chips.see": {"direction", "pit_boss", "cash_desk", "games_inspector", "public_controller"},
    "bank.keep": {"cash_desk"},
    "closing.see": {
        "direction",
        "chef_de_table",
        "pit_boss",
        "cash_desk",
        "games_inspector",
        "public_controller",
    },
    "house_day.see": {"direction", "pit_boss", "cash_desk", "games_inspector", "public_controller"},
    "house_day.close": {"pit_boss", "cash_desk"},
    "house_day.force_close": {"pit_boss"},
    "held.see": {"direction", "pit_boss", "cash_desk", "games_inspector", "public_controller"},
    "compliance.read": {"direction", "pit_boss", "games_inspector", "public_controller"},
    "violation.read": {"direction", "chef_de_table", "pit_boss", "games_inspector", "public_controller"},
    "violation.answer": {"chef_de_table", "pit_boss"},
    "alert.see": {"direction", "chef_de_table", "pit_boss", "games_inspector", "public_controller"},
    "alert.acknowledge": {"chef_de_table", "pit_boss"},
    "finding.raise": {"games_inspector", "public_controller"},
    "desk_claim.answer": {"direction", "pit_boss"},
    "finding.answer": {"direction", "pit_boss"},
    "report.sign": {"direction", "pit_boss", "games_inspector", "public_controller"},
    "violation.judge": {"games_inspector", "public_controller"},
    "draw.make": {"games_inspector", "public_controller"},
    "seat.screens": {"chef_de_table", "pit_boss"},
    "equipment.see": {"administrator", "direction", "pit_boss", "games_inspector", "public_controller"},
    "equipment.keep": {"pit_boss", "games_inspector"},
    "rota.see": {"direction", "chef_de_table", "pit_boss", "games_inspector", "public_controller"},
    "rota.plan": {"pit_boss"},
    "registers.see": {"administrator", "direction", "games_inspector", "public_controller"},
    "registers.change": {"administrator"},
    "requests.decide": {"administrator"},
    "pin.change": set(Role) - {"croupier"},
    "sign_in.keep": set(Role) - {"croupier"},
    "rules.see": set(Role) - {"croupier"},
    "account.keep": set(Role) - {"croupier"},
    "people.see": {"administrator", "direction", "games_inspector", "public_controller"},
    "people.keep": {"administrator"},
    "people.confirm": {"administrator", "direction", "games_inspector"},
    "access.read": {"administrator", "direction", "games_inspector", "public_controller"},
}


@permission_required("table.run")
def run_the_table(request: HttpRequest) -> HttpResponse:
    return HttpResponse("done")


@permission_required("floor.see")
async def see_live(request: HttpRequest) -> HttpResponse:
    return HttpResponse("live")


def asked_by(person: object) -> HttpRequest:
    request = RequestFactory().get("/floor/RF1/")
    request.user = person  # type: ignore[assignment]
    return request


@pytest.mark.parametrize("name", RULES)
def test_permission_is_held_by_the_roles_of_its_rule_alone(name: str) -> None:
    assert {role for role in Role if RULES[name](Person(role=role))} == WHO_MAY[name]
    assert not RULES[name](AnonymousUser())
    assert not RULES[name](Person(role=next(iter(WHO_MAY[name])), is_active=False))


@pytest.mark.parametrize("name", RULES)
def test_each_permission_says_its_rule_in_one_sentence(name: str) -> None:
    assert rule_of(name).endswith(".") and rule_of(name)[0].isupper()


def test_permissions_answer_through_django_as_well(colleague: Colleague) -> None:
    assert colleague(Role.PIT_BOSS).has_perm("table.run")
    assert not colleague(Role.GAMES_INSPECTOR).has_perm("table.run")


def test_the_gate_lets_in_who_may() -> None:
    assert run_the_table(asked_by(Person(role=Role.PIT_BOSS))).content == b"done"


def test_the_gate_sends_a_stranger_to_sign_in_and_back() -> None:
    assert run_the_table(asked_by(AnonymousUser()))["Location"] == "/sign-in/?next=/floor/RF1/"


def test_a_fragment_asked_for_after_the_session_ended_moves_the_whole_page_to_sign_in() -> None:
    request = asked_by(AnonymousUser())
    request.htmx = SimpleNamespace(boosted=False)  # type: ignore[attr-defined]
    response = run_the_table(request)
    assert (response.status_code, response["HX-Redirect"]) == (200, "/sign-in/?next=/floor/RF1/")


def test_refusal_of_a_permission_names_rule_and_person(
    colleague: Colleague,
) -> None:
    inspector = colleague(Role.GAMES_INSPECTOR)
    request = asked_by(inspector)
    with pytest.raises(PermissionDenied) as refusal:
        run_the_table(request)
    page = not_allowed(request, refusal.value)
    assert page.status_code == 403
    text = read_page(page.content).get_text()
    assert rule_of("table.run") in text
    assert f"{inspector.display_name}, games inspector" in text


async def ask_live(person: object) -> HttpResponse:
    request = AsyncRequestFactory().get("/floor/live")

    async def somebody() -> object:
        return person

    request.auser = somebody  # type: ignore[assignment]
    answer: HttpResponse = await see_live(request)
    return answer


@pytest.mark.django_db
def test_the_gate_stands_in_front_of_async_views_too() -> None:
    assert async_to_sync(ask_live)(Person(role=Role.PIT_BOSS)).content == b"live"
    assert async_to_sync(ask_live)(AnonymousUser()).status_code == 302
    with pytest.raises(PermissionDenied):
        async_to_sync(ask_live)(Person(role=Role.CASH_DESK))


def test_a_permission_that_does_not_exist_is_found_when_the_code_is_read() -> None:
    with pytest.raises(LookupError, match=r"no permission is called 'table.juggle'"):
        permission_required("table.juggle")
