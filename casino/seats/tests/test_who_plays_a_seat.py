"""Who plays a seat: the terminal that has its token, and nobody by signing in. Staff make, see and revoke screens."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from casino.seats.models import SeatScreen
from casino.seats.screen_events import screens_stream
from tables.play import commands as c
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import AsRole
from testkit.seats import code_for, terminal_of

SEAT = "/live/T1/seat/1/"
SCREENS = "/live/T1/screens/"
HTMX = {"HX-Request": "true"}
STAFF_PAGES = ("/floor/", "/floor/T1/", "/floor/live", SCREENS, "/cash/ledger/", "/compliance/", "/your-pin/")


@pytest.fixture
def live(casino_id: int, transactional_db: None) -> OpenHouse:
    """A live table with an open round, at which seats 1 and 2 have money."""
    house = OpenHouse(casino_id, "it-live", now=timezone.now())
    for seat in ("P1", "P2"):
        house.do(c.BuyIn(seat=seat, amount=5000))
    house.do(c.AnnounceBetsOpen())
    return house


def bets(client: Client, seat: str = SEAT) -> Response:
    return client.post(f"{seat}do/add", {"bet": "rouge", "chip": "1"}, headers=HTMX)


def is_played(answer: Response) -> bool:
    return answer.status_code == 200 and b'id="placed"' in answer.content


def page(answer: Response) -> Element:
    return read_page(answer.content)


def test_a_terminal_plays_its_seat_and_the_record_names_the_seat(live: OpenHouse) -> None:
    terminal = terminal_of(live, 1)
    assert is_played(bets(terminal))
    assert terminal.post(f"{SEAT}confirm", headers=HTMX).status_code == 200
    staked = next(event for event in live.events() if event.type == "seat_staked")
    screen = SeatScreen.objects.get(casino_id=live.casino_id)
    by = {"id": f"seat-screen/{screen.pk}", "name": "Seat 1", "terminal": "T1/P1"}
    assert staked.metadata["by"] == by


@pytest.mark.parametrize("role", [Role.CHEF_DE_TABLE, Role.PIT_BOSS])
def test_a_persons_session_only_looks_at_a_seat(live: OpenHouse, as_role: AsRole, role: Role) -> None:
    staff = as_role(role)
    shown = page(staff.get(SEAT))
    assert shown.select(".preview")
    assert all(button.has_attr("disabled") for button in shown.select(".seat-foot button"))
    for asked in ("do/add", "do/leave", "confirm"):
        answer = staff.post(f"{SEAT}{asked}", {"bet": "rouge", "chip": "1"})
        assert (answer.status_code, b"not open" in answer.content) == (403, True)
    assert live.state.bets == () and live.state.live.seats["P1"].taken


@pytest.mark.parametrize("role", [Role.GAMES_INSPECTOR, Role.CASH_DESK, Role.ADMINISTRATOR])
def test_other_role_cannot_see_a_seat_or_its_screens(live: OpenHouse, as_role: AsRole, role: Role) -> None:
    assert [as_role(role).get(address).status_code for address in (SEAT, SCREENS)] == [403, 403]


def test_terminal_token_opens_its_seat_alone(live: OpenHouse, as_role: AsRole) -> None:
    OpenHouse(live.casino_id, "it-live", table="T2", now=timezone.now())
    terminal = terminal_of(live, 1)
    cookie = terminal.cookies["seat_screen"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (SEAT, True, "Strict")
    # This client sends its cookie everywhere, as somebody would who has taken it from the terminal.
    for other in ("/live/T1/seat/2/", "/live/T2/seat/1/"):
        assert terminal.get(other).status_code == 403
        assert not is_played(bets(terminal, other))
    for address in STAFF_PAGES:
        answer = terminal.get(address)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/sign-in/"), address
    assert terminal.get("/api/v1/tables").status_code == 401
    assert (
        terminal.get("/api/v1/events", headers={"Authorization": f"Bearer {cookie.value}"}).status_code == 401
    )
    assert "sessionid" not in terminal.cookies


def test_a_code_opens_one_screen_once(live: OpenHouse) -> None:
    code = code_for(live, 1)
    first, second = Client(), Client()
    assert first.post("/seat/", {"opening_code": code.lower().replace("-", " ")}).status_code == 302
    refused = second.post("/seat/", {"opening_code": code})
    assert (refused.status_code, "seat_screen" in second.cookies) == (422, False)
    assert "not valid any more: ask for a new one" in find(page(refused), "#terminal-error").get_text()
    assert is_played(first.get(SEAT))


def test_a_form_that_is_sent_twice_opens_its_screen(live: OpenHouse) -> None:
    terminal, form = Client(), {"opening_code": code_for(live, 1), "key": "of-this-form"}
    assert [terminal.post("/seat/", form).status_code for _ in range(2)] == [302, 302]
    assert is_played(terminal.get(SEAT))
    assert len(read_stream(live.casino_id, screens_stream("T1", live.day))) == 2


def test_a_code_is_good_for_ten_minutes(live: OpenHouse) -> None:
    code = code_for(live, 1)
    SeatScreen.objects.update(code_until=timezone.now())
    assert Client().post("/seat/", {"opening_code": code}).status_code == 422


def test_a_seat_has_one_screen(live: OpenHouse) -> None:
    first, other_seat = terminal_of(live, 1), terminal_of(live, 2)
    void = code_for(live, 1)
    second = terminal_of(live, 1)
    assert first.get(SEAT).status_code == 403
    assert Client().post("/seat/", {"opening_code": void}).status_code == 422
    assert is_played(second.get(SEAT)) and is_played(other_seat.get("/live/T1/seat/2/"))


def test_staff_make_see_and_revoke_screens(live: OpenHouse, as_role: AsRole) -> None:
    chef, boss, terminal = as_role(Role.CHEF_DE_TABLE), as_role(Role.PIT_BOSS), Client()
    made = page(chef.post(f"{SCREENS}make", {"number": "1"}))
    (link,) = made.select("#new-code a")
    address = str(link["href"]).removeprefix("http://testserver")
    assert find(page(terminal.get(address)), "#seat-code")["value"] == find(made, ".code").get_text()
    assert not page(boss.get(SCREENS)).select("#new-code"), "a code is shown once"
    terminal.post("/seat/", {"opening_code": find(made, ".code").get_text()})
    (row,) = page(boss.get(SCREENS)).select("#screens tbody tr")
    assert "Open since" in row.get_text()
    assert is_played(terminal.get(SEAT))
    boss.post(find(row, "form")["action"])
    assert not page(boss.get(SCREENS)).select("#screens tbody tr")
    ended = terminal.get(SEAT)
    assert (ended.status_code, "Rivolgersi al personale" in ended.content.decode()) == (403, True)
    assert "make a code for this seat" in ended.content.decode()
    assert bets(terminal)["HX-Redirect"] == "/seat/?ended"
    assert "Rivolgersi al personale" in terminal.get("/seat/?ended").content.decode()
    stream = read_stream(live.casino_id, screens_stream("T1", live.day))
    told = [(each.type, each.metadata["by"]["name"].split()[0], each.data["seat"]) for each in stream]
    assert told == [
        ("seat_screen_made", "Chef", 1),
        ("seat_screen_opened", "Seat", 1),
        ("seat_screen_revoked", "Pit", 1),
    ]


def test_a_seat_that_is_no_number_gets_no_code(live: OpenHouse, as_role: AsRole) -> None:
    for number in ("", "0", "seven", "10000", "1\x00"):
        answer = as_role(Role.PIT_BOSS).post(f"{SCREENS}make", {"number": number})
        assert answer.status_code == 422, number
    assert not SeatScreen.objects.exists()


def test_a_screen_ends_with_its_time(live: OpenHouse) -> None:
    terminal = terminal_of(live, 1)
    SeatScreen.objects.update(expires_at=timezone.now())
    assert terminal.get(SEAT).status_code == 403


def test_a_screen_ends_with_the_tables_day(live: OpenHouse) -> None:
    terminal = terminal_of(live, 1)
    for command in (c.CloseBets(), c.DeclareNumber(number=2)):
        live.do(command, now=timezone.now())
    for seat in ("P1", "P2"):
        live.do(c.LeaveSeat(seat=seat), now=timezone.now())
    live.do(c.CloseTable(), now=timezone.now())
    assert terminal.get(SEAT).status_code == 403
    live.open((timezone.now() + timedelta(days=1)).date().isoformat())
    assert terminal.get(SEAT).status_code == 403


def test_stored_hash_opens_no_screen(live: OpenHouse) -> None:
    terminal = terminal_of(live, 1)
    screen, thief = SeatScreen.objects.get(casino_id=live.casino_id), Client()
    for stored in (screen.token_hash, screen.code_hash, str(screen.pk), ""):
        thief.cookies["seat_screen"] = stored or ""
        assert thief.get(SEAT).status_code == 403
        assert thief.post("/seat/", {"opening_code": stored}).status_code == 422
    assert terminal.cookies["seat_screen"].value not in str(vars(screen))
