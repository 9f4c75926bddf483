"""The series of chips on their page: the direction changes them, the cash desk exchanges, each with its counts."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import SIGN_IN, Person, Role
from tables.handling.chip_series_in_force import casino_series
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
HUNDREDS = {"pieces-value-1": "100", "pieces-1": "50"}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-campione", now=timezone.now())


def page(client: Client) -> Element:
    return read_page(client.get("/house/series/").content)


def ask(client: Client, command: str, **form: str) -> tuple[int, Element]:
    response = client.post(f"/house/series/{command}", form)
    return response.status_code, read_page(response.content)


def test_casino_without_a_chip_series_is_marked(house: OpenHouse, as_role: AsRole) -> None:
    boss = as_role(Role.PIT_BOSS)
    assert "no series yet" in page(boss).get_text()
    ask(boss, "introduce-series", series="A", **HUNDREDS)
    assert not page(boss).select("#no-series")


@pytest.mark.clause("it-campione/20")
def test_the_direction_puts_a_new_series_in_the_place_of_the_old(house: OpenHouse, as_role: AsRole) -> None:
    boss = as_role(Role.DIRECTION)
    for name in ("A", "B"):
        assert ask(boss, "introduce-series", series=name, **HUNDREDS)[0] == 302
    assert ask(boss, "end-series", series="A")[0] == 302
    newest, oldest = page(boss).select("section[id^=series-]")
    assert "in play" in newest.get_text()
    assert "ended, exchanged at the cash desk only" in oldest.get_text()
    assert (house.state.chip_series.in_play, house.state.chip_series.ended) == (("B",), ("A",))


@pytest.mark.clause("it-campione/20")
def test_cash_desk_exchanges_the_old_series_and_counts_follow(house: OpenHouse, as_role: AsRole) -> None:
    boss, desk = as_role(Role.DIRECTION), as_role(Role.CASH_DESK)
    for name in ("A", "B"):
        ask(boss, "introduce-series", series=name, **HUNDREDS)
    ask(boss, "end-series", series="A")
    form = {"pieces-value-1": "100", "pieces-1": "20"}
    assert ask(desk, "exchange-chips", series="A", into="B", **form)[0] == 302
    row = page(desk).select("#series-2 tbody tr")[0]
    assert [cell.get_text() for cell in row.select("th, td")] == ["100", "50", "0", "20", "30"]
    assert ask(boss, "exchange-chips", series="A", into="B", **form)[0] == 403
    assert ask(desk, "end-series", series="B")[0] == 403


def test_refused_withdrawal_of_chips_keeps_entered_values(house: OpenHouse, as_role: AsRole) -> None:
    boss = as_role(Role.ADMINISTRATOR)
    ask(boss, "introduce-series", series="A", **HUNDREDS)
    status, answer = ask(boss, "withdraw-chips", series="A", **{"pieces-value-1": "100", "pieces-1": "51"})
    assert status == 422
    said = find(answer, "[role=alert]")
    assert said is not None
    assert "51 pieces of 100 CHF of series A: 50 are in circulation" in said.get_text()
    assert "art. 20" in said.get_text()
    (form,) = answer.select("details[open] form")
    assert form.select_one(".said") is not None and len(answer.select(".said")) == 1
    assert [field["value"] for field in form.select("[id='withdraw-chips-1-100']")] == ["51"]
    assert len(casino_series(house.casino_id).series) == 1


def test_a_refusal_whose_form_is_gone_meanwhile_is_told_at_the_head(
    house: OpenHouse, as_role: AsRole
) -> None:
    boss = as_role(Role.DIRECTION)
    for name in ("A", "B"):
        ask(boss, "introduce-series", series=name, **HUNDREDS)
    ask(boss, "end-series", series="A")
    status, answer = ask(boss, "end-series", series="A")
    assert status == 422
    (said,) = answer.select(".said")
    assert said.closest("form") is None


def test_a_house_without_such_a_rulebook_has_nothing_to_change(casino_id: int, as_role: AsRole) -> None:
    OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    shown = page(as_role(Role.PIT_BOSS))
    assert "not told apart here" in shown.get_text()
    assert not shown.select("#page form")


@pytest.mark.parametrize("role", SIGN_IN)
def test_the_page_is_seen_and_changed_by_the_roles_that_may(
    house: OpenHouse, as_role: AsRole, role: Role
) -> None:
    client = as_role(role)
    sees = role is not Role.CHEF_DE_TABLE
    assert client.get("/house/series/").status_code == (200 if sees else 403)
    changes = role in (Role.PIT_BOSS, Role.DIRECTION, Role.ADMINISTRATOR)
    if sees:
        assert bool(page(client).select("#new-series")) is changes
        menu = page(client).select("nav a[aria-current]")
        assert [link["href"] for link in menu] == ["/house/series/"]
    status, _ = ask(client, "introduce-series", series="A", **HUNDREDS)
    assert status == (302 if changes else 403)


def test_nothing_else_can_be_asked(house: OpenHouse, as_role: AsRole) -> None:
    assert ask(as_role(Role.PIT_BOSS), "melt-chips", series="A")[0] == 404


def test_chip_command_pressed_twice_is_done_once(house: OpenHouse, as_role: AsRole) -> None:
    boss, desk = as_role(Role.DIRECTION), as_role(Role.CASH_DESK)
    for name in ("A", "B"):
        ask(boss, "introduce-series", series=name, **HUNDREDS)
    issue = find(page(boss), "form[aria-label='Issue more: B']")
    sent = {"series": "B", "key": find(issue, "[name=key]")["value"], **HUNDREDS}
    for _ in range(2):
        assert ask(boss, "issue-chips", **sent)[0] == 302
    ask(boss, "end-series", series="A")
    exchange = find(page(desk), "form[action='/house/series/exchange-chips']")
    handed = {"series": "A", "into": "B", "pieces-value-1": "100", "pieces-1": "20"}
    for _ in range(2):
        assert ask(desk, "exchange-chips", **handed, key=find(exchange, "[name=key]")["value"])[0] == 302
    state = {each.series: each for each in casino_series(house.casino_id).series}
    assert dict(state["B"].issued) == {10_000: 100}
    assert dict(state["A"].exchanged) == {10_000: 20}


@pytest.mark.clause("it-campione/20")
def test_pit_boss_changes_the_series_with_the_pin_of_the_management(
    house: OpenHouse, as_role: AsRole, colleague: Callable[..., Person]
) -> None:
    boss = as_role(Role.PIT_BOSS)
    director = colleague(Role.DIRECTION, casino_id=house.casino_id, pin="4711")
    assert not page(boss).select("#new-series [name=signer]")
    assert ask(boss, "introduce-series", series="A", **HUNDREDS)[0] == 302
    offered = [each["value"] for each in page(boss).select("#new-series [name=signer] option")]
    assert offered == ["", director.username]
    signs = {"signer": director.username, "pin": "4711"}
    for command, form in (("introduce-series", {"series": "B", **HUNDREDS}), ("end-series", {"series": "A"})):
        status, answer = ask(boss, command, **form)
        assert status == 422 and "the management has not signed" in answer.get_text()
        assert ask(boss, command, **form, **signs)[0] == 302
    state = casino_series(house.casino_id)
    assert (state.in_play, state.ended) == (("B",), ("A",))
