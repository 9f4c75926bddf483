"""A won announced bet is played again from its line on the sheet: the figures first, then the confirmation."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]
SERIE_ON_5 = {
    "a-rifare": ("Stays, as a stake of its own", "60.00", "110.00", "60.00 and 10.00 on what won"),
    "a-completare": ("Stays", "50.00", "120.00", "60.00"),
    "per-il-tutto": ("Stays", "170.00", "0.00", "180.00"),
}
"""What becomes of a serie of 60.00 that won 170.00: where its chip stays, re-staked, paid out, the new bet."""


@pytest.fixture
def venice(new_table: NewTable) -> OpenHouse:
    """A Venetian table whose serie of 60.00 has won 170.00 on 5."""
    house = new_table("it-venezia")
    serie = c.PlaceBet(player="P1", bet="tiers", amount=6000, chip=1000, colour="yellow")
    play(house, c.AnnounceBetsOpen(), serie, c.CloseBets(), c.DeclareNumber(number=5))
    return house


def figures(page: Element, replay: str) -> list[tuple[str, str]]:
    """What a way's panel shows, line by line."""
    lines = part(page, f"#replay-b1-{replay}").select(".figures div")
    return [(part(line, "dt").get_text(strip=True), part(line, "dd").get_text(strip=True)) for line in lines]


def play_again(client: Client, replay: str, ref: str = "b1") -> Response:
    form = {"ref": ref, "replay": replay}
    return client.post("/floor/T1/do/replay-bet", form, headers={"HX-Request": "true"})


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("replay", SERIE_ON_5)
def test_each_way_shows_its_figures_with_their_sum_before_it_is_confirmed(
    venice: OpenHouse, screen: Screen, replay: str
) -> None:
    stays, restaked, paid_out, new_bet = SERIE_ON_5[replay]
    assert figures(screen(), replay) == [
        ("Won", "170.00"),
        ("Stake of the winning chips", "10.00"),
        ("Total", "180.00"),
        (stays, "10.00"),
        ("Re-staked", restaked),
        ("Paid out", paid_out),
        ("Total", "180.00"),
        ("In the next coup", f"Serie 5/8, {new_bet}"),
    ]
    assert venice.state.replayed == ()


@pytest.mark.clause("it-venezia/replay")
def test_after_a_replay_the_line_says_what_happened_and_the_totals_follow(
    venice: OpenHouse, boss: Client
) -> None:
    page = read_page(play_again(boss, "a-completare").content)
    line = part(page, "#line-b1").get_text(" ", strip=True)
    assert "A completare: 10.00 stays, 50.00 re-staked (Annunci da rigiocare)" in line
    assert line.endswith("120.00 of 170.00")
    assert not page.select(".ways")
    assert "120.00 to pay" in part(page, "#sheet header").get_text(" ", strip=True)
    assert "120.00 to pay" in part(page, ".next").get_text(" ", strip=True)
    listed = part(page, "#bets").get_text(" ", strip=True)
    assert listed.startswith("For coup 2: 1 bet Serie 5/8 Yellow, seat 1, from the payment of b1 60.00")
    assert [(bet.bet, bet.amount) for bet in venice.state.bets] == [("tiers", 6000)]


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_over_a_limit_is_refused_where_it_was_asked(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-venezia")
    large = c.PlaceBet(player="P1", bet="tiers", amount=150000)
    play(house, c.AnnounceBetsOpen(), large, c.CloseBets(), c.DeclareNumber(number=5))
    answer = play_again(boss, "per-il-tutto")
    assert answer.status_code == 422
    page = read_page(answer.content)
    said = part(part(page, "#replay-b1-per-il-tutto"), ".said").get_text(" ", strip=True)
    assert "over the maximum 300 EUR" in said
    assert len(page.select("[role=alert] .said")) == 1
    assert house.state.replayed == ()


@pytest.mark.clause("it-venezia/replay")
def test_a_way_over_a_limit_has_the_reason_where_others_have_the_button(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    large = c.PlaceBet(player="P1", bet="tiers", amount=150000)
    play(house, c.AnnounceBetsOpen(), large, c.CloseBets(), c.DeclareNumber(number=5))
    page = screen()
    over = part(page, "#replay-b1-per-il-tutto")
    reason = part(over, ".why-not").get_text(" ", strip=True)
    assert reason.startswith("Cavallo 5–8 in Serie 5/8: 750 EUR is over the maximum 300 EUR of a ")
    assert not over.select(".btn.main")
    open_to_it = part(page, "#replay-b1-a-completare")
    assert part(open_to_it, ".btn.main").get_text(strip=True) == "Play again"
    assert not open_to_it.select(".why-not")


@pytest.mark.clause("it-venezia/replay")
def test_no_way_can_be_confirmed_while_the_number_is_doubtful(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-venezia")
    serie = c.PlaceBet(player="P1", bet="tiers", amount=6000)
    play(house, c.AnnounceBetsOpen(), serie, c.CloseBets())
    house.do(c.DeclareNumber(number=5, source="reader", doubts=("recovered",)))
    assert house.state.number_doubts == ("recovered",)
    assert not screen().select(".replay"), "nothing is settled, so nothing is played again"
    house.do(c.DeclareNumber(number=5, coup=1))
    assert len(screen().select(".replay .btn.main")) == len(SERIE_ON_5)


@pytest.mark.clause("pt-americana/28")
def test_a_parol_shows_and_makes_the_new_series(new_table: NewTable, boss: Client, screen: Screen) -> None:
    house = new_table("pt-americana")
    serie = c.PlaceBet(player="P1", bet="tiers", amount=15000, chip=2500, colour="yellow")
    play(house, c.AnnounceBetsOpen(), serie, c.CloseBets(), c.DeclareNumber(number=5))
    shown = dict(figures(screen(), "parol"))
    assert (shown["Stays"], shown["Re-staked"], shown["Paid out"]) == ("25.00", "425.00", "0.00")
    assert shown["In the next coup"] == "Série pequena, 450.00"
    assert play_again(boss, "parol").status_code == 200
    assert [(bet.bet, bet.amount, bet.replay_of) for bet in house.state.bets] == [("tiers", 45000, "b1")]


@pytest.mark.clause("it-venezia/replay")
def test_a_bet_is_played_again_while_the_ball_runs_until_bets_are_closed(
    venice: OpenHouse, boss: Client, screen: Screen
) -> None:
    venice.do(c.LaunchBall())
    assert figures(screen(), "a-completare")[-1] == ("In the next coup", "Serie 5/8, 60.00")
    venice.do(c.CloseBets())
    assert screen().select("#sheet") and not screen().select(".ways")
    answer = play_again(boss, "a-completare")
    said = part(read_page(answer.content), "#answer-replay .said").get_text(" ", strip=True)
    assert "ets of coup 2 are closed: no bet of coup 1 is played again" in said
    assert venice.state.replayed == ()


def test_nothing_is_played_again_once_it_is_paid_or_by_who_only_looks(
    venice: OpenHouse, screen: Screen, as_role: Callable[[Role], Client]
) -> None:
    for role in (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER):
        page = read_page(as_role(role).get("/floor/T1/").content)
        assert page.select("#sheet") and not page.select(".ways")
    venice.do(c.ConfirmPayments())
    assert screen().select("#sheet") and not screen().select(".ways")
