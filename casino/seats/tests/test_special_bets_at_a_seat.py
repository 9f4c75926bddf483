"""Finals, series and neighbours from a seat, the wheel and its number, and the round that a seat does not open."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.seats import terminal_of

SEAT = "/live/T1/seat/1/"
Ask = Callable[..., tuple[int, Element]]


@pytest.fixture
def live(casino_id: int, transactional_db: None) -> OpenHouse:
    """A live table at which seat 1 has bought in for 50."""
    house = OpenHouse(casino_id, "it-live", now=timezone.now())
    house.do(c.BuyIn(seat="P1", amount=5000))
    return house


@pytest.fixture
def ask(live: OpenHouse) -> Ask:
    """`ask("do/add", bet="finale:4", chip="1")`: the answer's status, and the screen."""
    player: Client = terminal_of(live, 1)

    def asked(what: str = "", **form: str) -> tuple[int, Element]:
        headers = {"HX-Request": "true"}
        response = player.post(SEAT + what, form, headers=headers) if what else player.get(SEAT)
        return response.status_code, read_page(response.content)

    return asked


def do(house: OpenHouse, *commands: c.Command) -> None:
    for command in commands:
        house.do(command, now=timezone.now())


@pytest.mark.clause("it-live/announced")
@pytest.mark.parametrize(
    ("bet", "chips", "number", "won"),
    [
        ("finale:4", 4, 14, True),
        ("finale:0", 4, 0, True),
        ("finale:7", 3, 27, True),
        ("finale:9", 3, 19, True),
        ("finale:9", 3, 8, False),
        ("voisins-de:8/2", 5, 11, True),
    ],
)
def test_special_bet_takes_a_chip_for_each_number_and_its_win_is_credited(
    live: OpenHouse, ask: Ask, *, bet: str, chips: int, number: int, won: bool
) -> None:
    do(live, c.AnnounceBetsOpen())
    _, page = ask("do/add", bet=bet, chip="1")
    assert find(page, "#placed").text == f"{chips},00"
    assert len(page.select("#chips .chip")) == chips
    status, _ = ask("confirm")
    assert (status, [(each.bet, each.amount) for each in live.state.bets]) == (200, [(bet, chips * 100)])
    do(live, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    assert live.state.live.seats["P1"].balance == 5000 - chips * 100 + (3600 if won else 0)


@pytest.mark.clause("it-live/confirm")
def test_removed_final_takes_back_all_its_chips(live: OpenHouse, ask: Ask) -> None:
    do(live, c.AnnounceBetsOpen())
    ask("do/add", bet="finale:7", chip="1")
    ask("do/add", bet="finale:7", chip="1")
    _, page = ask("do/remove", bet="finale:7", chip="1")
    assert find(page, "#placed").text == "3,00"


@pytest.mark.clause("it-live/announced")
def test_screen_of_a_seat_offers_the_racetrack_beside_the_cloth(ask: Ask) -> None:
    _, page = ask()
    assert page.select(".track-side #track-places [data-code='finale:3']")
    assert not page.select(".cloth-side [data-code='finale:3'], .cloth-side .announced")


@pytest.mark.clause("it-live/wheel")
def test_wheel_of_a_seat_rests_with_the_last_number_at_the_top(live: OpenHouse, ask: Ask) -> None:
    order = live.rulebook.wheels[live.state.wheel].order
    _, page = ask()
    assert (find(page, "#wheel")["aria-label"], find(page, "#wheel-number").text) == ("Cilindro", "")
    do(live, c.AnnounceBetsOpen(), c.LaunchBall(rotor_direction="anticlockwise"))
    _, page = ask()
    assert (find(page, "#wheel")["data-runs"], find(page, "#wheel")["data-way"]) == ("true", "anticlockwise")
    do(live, c.CloseBets(), c.DeclareNumber(number=14))
    _, page = ask()
    wheel = find(page, "#wheel")
    assert (wheel["data-runs"], find(page, "#wheel-number").text) == ("false", "14")
    assert wheel["data-turned"] == f"{-360 * order.index(14) / len(order):.2f}"
    assert find(page, "#rotor")["transform"] == f"rotate({wheel['data-turned']})"
    assert [each.text for each in page.select("#ring text")] == [str(number) for number in order]


@pytest.mark.clause("it-live/result")
def test_number_is_announced_on_the_seat_until_bets_are_open_again(live: OpenHouse, ask: Ask) -> None:
    do(live, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=14))
    _, page = ask()
    assert find(page, "#round .result").text == "Quattordici, rosso, pari, basso"
    assert not page.select("#round .closed")
    do(live, c.AnnounceBetsOpen())
    _, page = ask()
    assert not page.select("#round .result")


@pytest.mark.clause("it-live/repeat")
def test_seat_opens_no_round_with_bets_repeat_or_confirmation(live: OpenHouse, ask: Ask) -> None:
    """The reading: the dealer opens the round for all seats."""
    do(live, c.AnnounceBetsOpen())
    ask("do/add", bet="rouge", chip="1")
    ask("confirm")
    do(live, c.CloseBets(), c.DeclareNumber(number=14))
    before = live.state
    for what in ("do/add", "do/repeat"):
        status, _ = ask(what, bet="rouge", chip="1")
        assert status == 422, what
    ask("confirm")
    assert (live.state.phase, live.state.coup) == (before.phase, before.coup)
    do(live, c.AnnounceBetsOpen())
    assert ask("do/repeat")[0] == 200
    assert ask("confirm")[0] == 200
