"""Whatever is sent to a table by a form: one clear sentence at its place, nothing stored, never a broken page."""

import pytest
from django.test import Client

from casino.floor.asking import COMMANDS
from casino.people.models import Person, Role
from tables.house.testing import OpenHouse
from tables.play import commands as c

SENSIBLE = {
    "player": "1",
    "bet": "rouge",
    "chip": "5",
    "number": "5",
    "ref": "b1",
    "reason": "seen",
    "name": "N",
}
SENSELESS = {
    "NUL": "\x00",
    "a line's end": "a\nb",
    "five thousand characters": "9" * 5000,
    "infinity": "Infinity",
    "an exponent": "1e999999999",
    "a digit of another script": "٣",
    "nothing at all": "",
    "markup": "<b>1</b>",
    "minus": "-5",
}
WORST = ("NUL", "five thousand characters", "an exponent")


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    return house


def signed_in(casino_id: int, role: Role) -> Client:
    person = Person.objects.create_user(
        f"{role}-{casino_id}", "x", casino_id=casino_id, role=role, display_name="P"
    )
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize("field", [*SENSIBLE, "key", "other", "choice", "person", "distance", "ball"])
def test_no_form_breaks_the_page(house: OpenHouse, command: str, field: str) -> None:
    client = signed_in(house.casino_id, Role.PIT_BOSS)
    tried = SENSELESS if command == "place-bet" else {name: SENSELESS[name] for name in WORST}
    for name, value in tried.items():
        answer = client.post(f"/floor/T1/do/{command}", SENSIBLE | {field: value})
        assert answer.status_code in (200, 302, 422), (
            f"{command} with {name} as {field}: {answer.status_code}"
        )


@pytest.mark.parametrize(
    "amount", ["Infinity", "1e5000", "NaN", "99999999999", "0", "0.001", "-5", "1,234.50"]
)
def test_what_is_no_amount_is_said_so_and_no_bet_lies(house: OpenHouse, amount: str) -> None:
    client = signed_in(house.casino_id, Role.PIT_BOSS)
    answer = client.post("/floor/T1/do/place-bet", SENSIBLE | {"other": amount})
    assert answer.status_code == 422
    assert "is no amount: write 25 or 12.50" in answer.content.decode()
    assert house.state.bets == ()


def test_a_key_from_a_form_takes_no_other_key(house: OpenHouse) -> None:
    client = signed_in(house.casino_id, Role.PIT_BOSS)
    client.post("/floor/T1/do/place-bet", SENSIBLE | {"key": "k"})
    house.do(c.LaunchBall(), idempotency_key="k")
    assert house.state.phase == "launched"


def test_an_address_that_no_table_can_have_is_not_found(house: OpenHouse) -> None:
    assert signed_in(house.casino_id, Role.PIT_BOSS).get("/floor/T1%00/").status_code == 404


@pytest.mark.parametrize(
    ("role", "record", "sheet", "acts"),
    [
        (Role.PIT_BOSS, 200, True, True),
        (Role.CHEF_DE_TABLE, 403, True, True),
        (Role.GAMES_INSPECTOR, 200, True, False),
        (Role.PUBLIC_CONTROLLER, 200, True, False),
        (Role.ADMINISTRATOR, 403, False, False),
    ],
)
def test_each_role_sees_and_does_what_is_its_own(
    house: OpenHouse, role: Role, record: int, sheet: bool, acts: bool
) -> None:
    house.do(c.PlaceBet(player="1", bet="rouge", amount=1000))
    for command in (c.CloseBets(), c.DeclareNumber(number=1)):
        house.do(command)
    client = signed_in(house.casino_id, role)
    assert client.get("/floor/T1/record/").status_code == record
    page = client.get("/floor/T1/").content.decode()
    assert ("Payout sheet" in page) is sheet
    assert ('id="record"' in page) is (record == 200)
    allowed = client.post("/floor/T1/do/payments-confirmed").status_code
    assert allowed == (302 if acts else 403)
