"""A gaming day is closed and the next one opened from the screens, with what the last day handed on."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part, play
from casino.people.models import Person, Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page
from testkit.play import opening

Screen = Callable[..., Element]


@pytest.fixture
def yesterdays(casino_id: int, db: None) -> OpenHouse:
    """A Venetian table that is still open for yesterday."""
    now = timezone.now()
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Rome")
    yesterday = gaming_day(casino_id, now) - timedelta(days=1)
    return OpenHouse(casino_id, "it-venezia", now=now, day=yesterday.isoformat())


@pytest.fixture
def new_in_the_house(casino_id: int, db: None) -> GamingTable:
    """A Portuguese table that was registered and never opened."""
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    usual = opening(get_rulebook("pt-francesa"))
    return GamingTable.objects.create(
        casino_id=casino_id,
        code="T1",
        name="French roulette",
        rulebook="pt-francesa",
        cylinder_mm=usual.cylinder_mm,
        limits=msgspec.to_builtins(usual.limits),
        balls=msgspec.to_builtins(usual.balls),
    )


def read(response: Response) -> Element:
    return read_page(response.content)


def filled_in(page: Element) -> dict[str, str]:
    """What the opening form would send as it stands."""
    form = part(page, "#opening")
    written = form.select("input:not([type=radio]):not([type=checkbox]):not([name=csrfmiddlewaretoken])")
    chosen = form.select("input[checked]")
    return {field["name"]: field.get("value", "") for field in (*written, *chosen)}


def first_staff() -> dict[str, str]:
    """Somebody on every seat of the Portuguese table, as the form sends it."""
    positions = get_rulebook("pt-francesa").staff.positions
    return {f"staff-{position}": f"Croupier {place}" for place, position in enumerate(positions, 1)}


def close(client: Client) -> Response:
    return client.post("/floor/T1/close", headers={"HX-Request": "true"})


def test_the_pit_boss_closes_the_table_and_is_offered_the_next_day(
    yesterdays: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert part(screen(), "#panel-close .btn.main").get_text() == "Close the table"
    closed = close(boss)
    assert closed.status_code == 200
    assert yesterdays.state.phase == "closed"
    today = gaming_day(yesterdays.casino_id, timezone.now())
    assert part(read(closed), "#opening h2").get_text() == f"Open for {today:%-d %b}"


def test_closing_blockers_are_shown_in_the_closing_panel(yesterdays: OpenHouse, boss: Client) -> None:
    assert not read(boss.get("/floor/T1/")).select("#panel-close .left-open")
    play(yesterdays, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=5000))
    before = read(boss.get("/floor/T1/")).select("#panel-close .left-open li")
    assert [each.get_text() for each in before] == ["1 bet lies on the cloth; play the coup or withdraw it"]
    refused = close(boss)
    assert refused.status_code == 422
    assert "1 bet lies on the cloth" in part(read(refused), "#panel-close .said").get_text()
    assert yesterdays.state.phase == "betting"


def test_a_day_opens_as_the_last_one_stood_by_one_press(
    yesterdays: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(
        yesterdays,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=5000),
        c.LaunchBall(rotor_direction="clockwise"),
        c.CloseBets(),
        c.DeclareNumber(number=0),
        c.ConfirmPayments(),
        c.ChoosePrison(ref="b1", choice="stay"),
        c.CloseTable(),
    )
    last, page = yesterdays.state, screen()
    assert "last number 0, wheel last run clockwise, 1 stake in prison" in part(page, "#opening").get_text()
    response = boss.post("/floor/T1/open", filled_in(page))
    assert (response.status_code, response["Location"]) == (302, "/floor/T1/")
    today = yesterdays.state
    assert today.day == gaming_day(yesterdays.casino_id, timezone.now()).isoformat()
    assert (today.phase, today.number, today.last_direction) == ("idle", 0, "clockwise")
    assert [(bet.bet, bet.level) for bet in today.bets] == [("rouge", 1)]
    assert (today.staff, today.ball, today.limits) == (last.staff, last.ball, last.limits)


def test_ball_seats_spinner_and_minimum_are_as_chosen(
    yesterdays: OpenHouse, boss: Client, screen: Screen
) -> None:
    yesterdays.do(c.CloseTable())
    GamingTable.objects.update(allowed_minimums=[500, 1000])
    chosen = {
        "ball": "B",
        "staff-gauche": "Croupier 12",
        "staff-bout": "",
        "spinner": "gauche",
        "minimum": "10",
    }
    boss.post("/floor/T1/open", filled_in(screen()) | chosen)
    today = yesterdays.state
    assert today.spinner is not None and today.limits is not None
    assert (today.ball, today.spinner.name, today.limits.minimum) == ("B", "Croupier 12", 1000)
    assert "bout" not in today.staff
    assert today.staff["chef"].id == "p1"


def test_a_day_that_is_already_played_is_not_offered_again(yesterdays: OpenHouse, screen: Screen) -> None:
    today = gaming_day(yesterdays.casino_id, timezone.now())
    yesterdays.do(c.CloseTable())
    yesterdays.open(today.isoformat())
    yesterdays.do(c.CloseTable())
    page = screen()
    assert f"{today:%-d %b} is already played here. The next gaming day begins at 08:00." in page.get_text()
    assert not page.select("#opening")


@pytest.mark.clause("it-venezia/staff")
def test_a_refused_opening_says_the_clause_and_keeps_what_was_entered(
    yesterdays: OpenHouse, boss: Client, screen: Screen
) -> None:
    yesterdays.do(c.CloseTable())
    entered = {"staff-droite": "", "staff-chef": "Chef 4", "minimum": "20", "ball": "B"}
    refused = boss.post("/floor/T1/open", filled_in(screen()) | entered)
    assert refused.status_code == 422
    rulebook, answered = yesterdays.rulebook, read(refused)
    assert part(answered, "#opening .said b").get_text() == "Nobody sits at droite"
    assert part(answered, "#opening .said cite").get_text() == rulebook.clauses[rulebook.staff.clause]
    assert filled_in(answered).items() >= entered.items()
    assert yesterdays.state.phase == "closed"


def test_the_positions_that_must_be_filled_are_marked(yesterdays: OpenHouse, screen: Screen) -> None:
    yesterdays.do(c.CloseTable())
    rows = screen().select("#opening .seat-row")
    free = [row.get_text(" ", strip=True) for row in rows if "may stay free" in row.get_text()]
    assert free == ["Bout de table may stay free spins"]
    assert [bool(row.select(".field[required]")) for row in rows] == [True, True, True, False]


def test_a_new_table_opens_its_first_day(new_in_the_house: GamingTable, boss: Client, screen: Screen) -> None:
    staff = first_staff()
    assert boss.post("/floor/T1/open", filled_in(screen()) | staff).status_code == 302
    state = newest_state(new_in_the_house.casino_id, "T1")
    assert state is not None and state.phase == "idle"
    assert {person.name for person in state.staff.values()} == set(staff.values())


def test_a_form_of_another_day_opens_nothing(yesterdays: OpenHouse, boss: Client, screen: Screen) -> None:
    yesterdays.do(c.CloseTable())
    refused = boss.post("/floor/T1/open", filled_in(screen()) | {"day": "2020-01-01"})
    assert "look at the form again" in part(read(refused), "#opening .said").get_text()
    assert yesterdays.state.phase == "closed"


def test_only_a_pit_boss_opens_and_closes(yesterdays: OpenHouse, as_role: Callable[[Role], Client]) -> None:
    chef = as_role(Role.CHEF_DE_TABLE)
    assert not read(chef.get("/floor/T1/")).select("#panel-close")
    assert close(chef).status_code == 403
    yesterdays.do(c.CloseTable())
    page = read(chef.get("/floor/T1/"))
    assert "opened and closed, and its limits and staff are set, by a pit boss" in page.get_text()
    assert not page.select("#opening")
    assert chef.post("/floor/T1/open", {}).status_code == 403


@pytest.mark.parametrize("left_out", [False, True])
def test_a_new_table_counts_its_float_unless_the_pit_boss_leaves_it_out_on_the_record(
    new_in_the_house: GamingTable, boss: Client, screen: Screen, left_out: bool
) -> None:
    casino_id = new_in_the_house.casino_id
    form = filled_in(screen()) | first_staff()
    assert form["counts_float"] == "yes"
    if left_out:
        del form["counts_float"]
    boss.post("/floor/T1/open", form)
    state = newest_state(casino_id, "T1")
    assert state is not None
    opened = read_stream(casino_id, table_stream("T1", state.day))[0]
    assert opened.data["counts_float"] is not left_out
    assert opened.metadata["by"]["terminal"] == "T1/pit-boss"
    bets = boss.post("/floor/T1/do/bets-open", headers={"HX-Request": "true"})
    assert bets.status_code == (200 if left_out else 422)


def test_bets_open_after_two_people_signed_the_float(
    yesterdays: OpenHouse, boss: Client, screen: Screen, colleague: Callable[..., Person]
) -> None:
    close(boss)
    boss.post("/floor/T1/open", filled_in(screen()) | {"counts_float": "yes"})
    refused = boss.post("/floor/T1/do/bets-open", headers={"HX-Request": "true"})
    assert "counted and signed by two people before bets open" in read(refused).get_text()
    desk = colleague(Role.CASH_DESK, casino_id=yesterdays.casino_id, pin="4711")
    counted = {
        "moment": "opening",
        "pieces-value-1": "5",
        "pieces-1": "40",
        "signer": desk.username,
        "pin": "4711",
    }
    assert (
        boss.post("/floor/T1/direct/count-float", counted, headers={"HX-Request": "true"}).status_code == 200
    )
    event = yesterdays.events()[-1]
    assert (event.type, event.data["total"]) == ("float_counted", 20_000)
    assert [each["role"] for each in event.metadata["signed"]] == ["pit_boss", "cash_desk"]
    boss.post("/floor/T1/do/bets-open", headers={"HX-Request": "true"})
    assert yesterdays.state.phase == "betting"


def test_pieces_of_every_value_offered_are_counted_into_the_float_and_of_one_that_is_not(
    yesterdays: OpenHouse, boss: Client, screen: Screen, colleague: Callable[..., Person]
) -> None:
    close(boss)
    boss.post("/floor/T1/open", filled_in(screen()) | {"counts_float": "yes"})
    desk = colleague(Role.CASH_DESK, casino_id=yesterdays.casino_id, pin="4711")
    fields = part(screen(), "#panel-float").select("input:not([type=password])")
    written = {str(field["name"]): str(field.get("value", "")) for field in fields}
    pieces = [name for name in written if f"pieces-value-{name.removeprefix('pieces-')}" in written]
    counted = written | dict.fromkeys(pieces, "1") | {"pieces-value-0": "5000"}
    signed = counted | {"signer": desk.username, "pin": "4711"}
    answer = boss.post("/floor/T1/direct/count-float", signed, headers={"HX-Request": "true"})
    assert answer.status_code == 200, part(read(answer), "#panel-float .said").get_text()
    values = yesterdays.events()[-1].data["pieces"]
    assert {"100000", "500000"} <= set(values)
    assert len(values) == len(pieces)


@pytest.mark.clause("it-venezia/general-10")
def test_minimum_that_is_not_registered_opens_with_the_pin_of_the_management(
    yesterdays: OpenHouse, boss: Client, screen: Screen, colleague: Callable[..., Person]
) -> None:
    close(boss)
    director = colleague(Role.DIRECTION, casino_id=yesterdays.casino_id, pin="4711")
    form = part(screen(), "#opening")
    assert "Another minimum than 5: signed by the management" in form.get_text()
    assert [each["value"] for each in form.select("[name=signer] option")] == ["", director.username]
    other = filled_in(screen()) | {"minimum": "15", "signer": "", "pin": ""}
    refused = boss.post("/floor/T1/open", other, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "opening with limits that are not registered" in part(read(refused), "#opening .said").get_text()
    assert yesterdays.state.phase == "closed"
    signed = other | {"signer": director.username, "pin": "4711"}
    assert boss.post("/floor/T1/open", signed, headers={"HX-Request": "true"}).status_code == 200
    limits = yesterdays.state.limits
    assert limits is not None and limits.minimum == 1500


@pytest.mark.clause("it-venezia/general-9")
def test_minimum_that_is_registered_opens_without_the_management(
    yesterdays: OpenHouse, boss: Client, screen: Screen
) -> None:
    GamingTable.objects.update(allowed_minimums=[500, 1500])
    close(boss)
    assert "Another minimum than 5 or 15" in part(screen(), "#opening").get_text()
    form = filled_in(screen()) | {"minimum": "15"}
    assert boss.post("/floor/T1/open", form, headers={"HX-Request": "true"}).status_code == 200
    limits = yesterdays.state.limits
    assert limits is not None and limits.minimum == 1500
