"""A sheet ticked off line by line, all at once, or otherwise than calculated, and what the management decides of it."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page

pytestmark = pytest.mark.django_db
Screen = Callable[..., Element]
OTHERWISE = {"coup": "1", "ref": "b2", "amount": "170", "reason": "a chip less was handed out"}
DECISION = {"difference": "x1", "outcome": "made_good", "reason": "camera 3"}


@pytest.fixture
def paying(table: OpenHouse) -> OpenHouse:
    """17 fell: 5 to pay on black, 175 on the number."""
    bets = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("noir", "plein:17", "rouge")]
    play(table, c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return table


def sent(client: Client, where: str, form: dict[str, str]) -> Response:
    return client.post(f"/floor/T1/{where}", form, headers={"HX-Request": "true"})


def read(response: Response) -> Element:
    return read_page(response.content)


def test_all_lines_are_ticked_off_at_once_or_the_rest_of_them(
    paying: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert not screen().select("#sheet .sheet-ways form"), "all at once is the big button"
    sent(boss, "paid", {"coup": "1", "refs": "b1"})
    rest = part(screen(), "#sheet .sheet-ways form")
    answer = sent(boss, "do/payments-confirmed", {})
    assert (
        answer.status_code == 422
        and "The prizes of Pleno 17" in part(read(answer), "#answer-next").get_text()
    )
    values = {str(each["name"]): str(each["value"]) for each in rest.select("input")}
    assert values == {"coup": "1", "refs": "all"}
    answer = sent(boss, "paid", values)
    assert answer.status_code == 200 and len(read(answer).select("#sheet .ticked")) == 2
    assert not read(answer).select(".sheet-ways")
    assert sent(boss, "do/payments-confirmed", {}).status_code == 200
    assert paying.state.payments_open == ()


def test_a_line_is_paid_otherwise_with_a_reason_and_stands_until_it_is_decided(
    paying: OpenHouse, boss: Client, screen: Screen
) -> None:
    lines = part(screen(), "#panel-otherwise").select("option")
    assert [str(line["value"]) for line in lines] == ["b1", "b2"]
    assert sent(boss, "paid-otherwise", OTHERWISE).status_code == 200
    page = screen()
    card = part(page, "#difference-x1").get_text()
    assert "5.00 too little" in card and "170.00 paid, 175.00 calculated" in card
    assert (
        "x1: 170.00 paid, 175.00 calculated: a chip less was handed out; not decided yet"
        in part(page, "#sheet .differs").texts
    )
    assert "1 payment paid differently: decide" in part(screen("/floor/"), "#tile-T1 .is-waiting").get_text()
    offered = [str(each["value"]) for each in part(page, "#difference-x1").select("option")]
    assert offered == ["stands", "made_good"]
    answer = sent(boss, "direct/decide-difference", DECISION)
    assert answer.status_code == 200 and not read(answer).select("#difference-x1")
    paper = screen("/floor/T1/sheet/1/").get_text()
    assert "the rest was paid, camera 3" in paper


def test_the_table_does_not_close_before(paying: OpenHouse, boss: Client) -> None:
    sent(boss, "paid-otherwise", OTHERWISE)
    sent(boss, "paid", {"coup": "1", "refs": "all"})
    sent(boss, "do/payments-confirmed", {})
    answer = sent(boss, "close", {})
    assert (
        answer.status_code == 422
        and "the management decides what was paid differently" in answer.content.decode()
    )
    sent(boss, "direct/decide-difference", DECISION)
    assert sent(boss, "close", {}).status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("coup", "9", "No number fell in coup 9"),
        ("coup", "", "is no coup of the day"),
        ("ref", "", "Choose the line"),
        ("ref", "b3", "No line of the payout sheet of coup 1 has a prize for Encarnado"),
        ("amount", "", "Say what was paid"),
        ("amount", "-5", ""),
        ("amount", "17.555", ""),
        ("amount", "1e9", ""),
        ("amount", "175", "is what was calculated"),
        ("reason", " ", "for a reason only: say why"),
        ("reason", "x" * 201, "201 characters are too many"),
        ("reason", "a\x00b", "cannot be read"),
    ],
)
def test_empty_payment_discrepancy_is_refused_in_its_panel(
    paying: OpenHouse, boss: Client, field: str, value: str, why: str
) -> None:
    before = len(paying.events())
    answer = sent(boss, "paid-otherwise", OTHERWISE | {field: value})
    assert answer.status_code == 422
    (said,) = read(answer).select("[role=alert] .said")
    assert said.closest("#panel-otherwise") is not None and why in said.get_text()
    assert len(paying.events()) == before


@pytest.mark.parametrize(
    ("instead", "why"),
    [
        ({"outcome": ""}, "Say what becomes of the difference"),
        ({"outcome": "given_back"}, "nothing could be given back"),
        ({"reason": ""}, "for a reason only"),
    ],
)
def test_a_decision_that_does_not_fit_is_said_on_its_card(
    paying: OpenHouse, boss: Client, instead: dict[str, str], why: str
) -> None:
    sent(boss, "paid-otherwise", OTHERWISE)
    answer = sent(boss, "direct/decide-difference", DECISION | instead)
    assert answer.status_code == 422
    assert why in part(read(answer), "#answer-difference-x1 .said").get_text()
    answer = sent(boss, "direct/decide-difference", DECISION | {"difference": "x9"})
    assert "there are: x1" in part(read(answer), "#answer-difference .said").get_text()
    assert paying.state.differences.open


def test_the_chief_says_what_was_paid_and_the_direction_alone_decides(
    paying: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    chief = as_role(Role.CHEF_DE_TABLE)
    assert sent(chief, "paid-otherwise", OTHERWISE).status_code == 200
    page = read(chief.get("/floor/T1/"))
    assert "The management decides" in part(page, "#difference-x1").get_text()
    assert not page.select("#difference-x1 form")
    assert sent(chief, "direct/decide-difference", DECISION).status_code == 403
    inspector = as_role(Role.GAMES_INSPECTOR)
    assert sent(inspector, "paid-otherwise", OTHERWISE).status_code == 403
    page = read(inspector.get("/floor/T1/"))
    assert page.select("#difference-x1") and not page.select("#panel-otherwise, .sheet-ways")


def test_settled_payment_discrepancy_is_shown_with_the_open_one(paying: OpenHouse, screen: Screen) -> None:
    play(paying, c.PayDifferently(coup=1, refs=("b1",), paid=400, reason="miscounted"))
    for number in (5, 20):
        play(paying, c.DeclareNumber(number=number, coup=1))
        play(paying, c.ResolveDiscrepancy(number=number, reason="camera 3"))
    said = [line.get_text(strip=True) for line in screen().select("#sheet .undone")]
    assert said == [
        "x1: 4.00 paid, 5.00 calculated: miscounted; undone, another number stands",
        "x2: 4.00 paid, 0.00 calculated: paid on 17, which does not stand; undone, another number stands",
    ]
    assert [each["id"] for each in screen().select("section[id^=difference-]")] == ["difference-x3"]


def test_a_line_of_which_a_part_is_paid_says_so_and_the_rest_is_ticked_off(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    bets = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("plein:17", "noir")]
    play(table, c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    play(table, c.PayLines(coup=1, refs=("b1",)))
    back = (c.PutBack(ref="b2", bet="plein:17"),)
    play(table, c.ReconstituteBets(bets=back, basis="staff", decided_by=e.Person(id="p1", name="Croupier 1")))
    page = screen()
    assert part(page, "#line-b1 .partly").get_text() == "1 paid"
    assert "2 bets, 1 paid, 175.00 left" in " ".join(part(page, "#line-b1").get_text().split())
    assert "350.00 to pay, 175.00 left" in part(page, "#sheet header").get_text()
    assert not page.select("#sheet .ticked") and part(page, "#line-b1 .tick-off")
    assert not page.select("#panel-otherwise option"), "half of it is paid as calculated"
    assert not page.select("#line-b1 .nobody")
    sent(boss, "paid", {"coup": "1", "refs": "b1"})
    assert part(screen(), "#line-b1 .ticked") and not screen().select("#sheet .partly, .sheet-ways")
    assert "350.00 to pay, all ticked off" in part(screen(), "#sheet header").get_text()
    assert {prize.ref for prize in table.state.course.paid} == {"b1", "b2"}
