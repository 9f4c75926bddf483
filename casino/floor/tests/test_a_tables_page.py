"""A table's page: the next step, what is asked and answered, the payout sheet, and one render path for all of it."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page

Screen = Callable[..., Element]
QUERIES_OF_A_TABLE = 10
"""Session, person, the register, the table's snapshot, who can sign and be seated, who is planned at the ball, the
balls that may replace one, its boxes with the casino's shifts, the chips of the bank, and alerts."""
MANY = 8
"""Fewer panels than any open table has."""
QUERIES_WITH_A_SHEET = QUERIES_OF_A_TABLE + 2


def ask(client: Client, command: str, **form: str) -> Response:
    """One command as the page sends it."""
    return client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})


def read(response: Response) -> Element:
    return read_page(response.content)


def shown(page: Element) -> str:
    """The morphed region without what was answered to one person alone, and without the tokens of its forms, of which
    no two pages have the same."""
    region = part(page, "#page")
    for answer in region.select("[data-answer], [name=csrfmiddlewaretoken]"):
        answer.remove()
    return str(region)


def test_the_answer_to_a_command_is_the_page_made_again(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    answers = [
        ask(boss, "bets-open"),
        ask(boss, "place-bet", player="P3", bet="cheval:17-20", chip="10"),
        ask(boss, "launch"),
        ask(boss, "bets-closed"),
        ask(boss, "number", number="17"),
        ask(boss, "payments-confirmed"),
    ]
    assert [answer.status_code for answer in answers] == [200] * 6
    assert shown(read(answers[-1])) == shown(screen())


def test_a_live_update_is_the_same_page_as_a_reload(table: OpenHouse, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=1000))
    assert shown(screen(**{"HX-Request": "true"})) == shown(screen())


@pytest.mark.parametrize(
    ("commands", "title"),
    [
        ([], "Faites vos jeux"),
        ([c.AnnounceBetsOpen()], "Launch"),
        ([c.AnnounceBetsOpen(), c.LaunchBall()], "Rien ne va plus"),
        ([c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets()], "Enter the number"),
        (
            [
                c.AnnounceBetsOpen(),
                c.PlaceBet(player="P1", bet="rouge", amount=500),
                c.DeclareNumber(number=3),
            ],
            "Confirm coup 1 paid",
        ),
    ],
)
def test_the_big_button_is_the_next_thing_to_do(
    table: OpenHouse, screen: Screen, commands: list[c.Command], title: str
) -> None:
    play(table, *commands)
    assert part(screen(), ".next b").get_text() == title


@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana", "it-venezia", "it-campione", "it-live"])
def test_panel_opens_with_one_touch_and_sends_with_the_next(
    new_table: Callable[[str], OpenHouse], screen: Screen, rulebook: str
) -> None:
    table = new_table(rulebook)
    pages = [screen()]
    if rulebook != "it-live":  # whose rounds run by themselves
        for command in (c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=0)):
            table.do(command)
            pages.append(screen())
    for page in pages:
        buttons = [button for button in page.select("[popovertarget]") if "panel-" in button["popovertarget"]]
        opened = {each["popovertarget"] for each in buttons if each.get("popovertargetaction") != "hide"}
        at_once = {each["popovertarget"] for each in buttons if each.closest("[popover]") is None}
        assert opened == at_once
        assert len(at_once) > MANY


def test_a_next_step_that_the_table_has_passed_does_nothing(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    table.do(c.AnnounceBetsOpen())
    drawn = {str(field["name"]): str(field["value"]) for field in screen().select("#next input")}
    play(table, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=5), c.ConfirmPayments())
    before = table.state.version
    response = ask(boss, "launch", **drawn)
    assert response.status_code == 422
    said = part(read(response), "#answer-next .said b").get_text()
    assert said == (
        "The table had moved on when this was pressed (Between coups, coup 1): nothing was done, look and press again"
    )
    assert table.state.version == before


def test_a_next_step_that_is_sent_again_after_a_broken_line_was_taken_the_first_time(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    table.do(c.AnnounceBetsOpen())
    drawn = {str(field["name"]): str(field["value"]) for field in screen().select("#next input")}
    answers = [ask(boss, "launch", key="7c1d", **drawn).status_code for _ in range(2)]
    assert (answers, table.state.phase, table.state.launches) == ([200, 200], "launched", 1)


def test_a_bet_lies_on_the_cloth_in_the_players_colour(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    page = read(ask(boss, "place-bet", player="P3", bet="cheval:17-20", chip="10"))
    chip = part(page, "#chips .chip")
    assert "seat-purple" in chip.classes
    assert find(chip, "title").get_text() == "Cavalo 17–20, 10.00, Purple, seat 3"
    assert "Worst number 17: the table would pay 170 net." in page.get_text(" ", strip=True)


def test_an_announced_bet_costs_its_chips(new_table: Callable[[str], OpenHouse], boss: Client) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    ask(boss, "place-bet", player="P1", bet="tiers", chip="5", **{"repeated-employee": "yes"})
    (bet,) = house.state.bets
    assert (bet.bet, bet.amount) == ("tiers", 3000)


def test_another_amount_goes_before_the_chip(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    ask(boss, "place-bet", player="P1", bet="rouge", chip="5", other="12,50")
    assert table.state.bets[0].amount == 1250


@pytest.mark.clause("pt-francesa/24")
def test_a_refusal_is_said_at_the_cloth_with_limit_and_clause_in_the_tables_money(
    table: OpenHouse, boss: Client
) -> None:
    table.do(c.AnnounceBetsOpen())
    response = ask(boss, "place-bet", player="P1", bet="plein:17", other="200")
    assert response.status_code == 422
    said = part(read(response), "#answer-cloth .said").get_text(" ", strip=True)
    assert "200" in said and "150" in said and "20000" not in said
    assert "n.º 24" in said
    assert part(read(response), ".refused-at")
    assert table.state.bets == ()


@pytest.mark.clause("pt-francesa/12")
def test_a_bet_after_rien_ne_va_plus_is_refused_and_can_be_recorded_as_late(
    table: OpenHouse, boss: Client
) -> None:
    play(table, c.AnnounceBetsOpen(), c.CloseBets())
    page = read(ask(boss, "place-bet", player="P2", bet="rouge", chip="10"))
    late = part(page, "#answer-cloth form")
    entered = {field["name"]: field["value"] for field in late.select("input")}
    assert entered == {"player": "P2", "bet": "rouge", "chip": "10"}
    assert ask(boss, "late-bet", **entered).status_code == 200
    assert table.events()[-1].type == "late_bet_seen"


@pytest.mark.parametrize(
    ("command", "form", "words"),
    [
        ("place-bet", {"bet": "rouge", "chip": "10"}, "Choose the player first"),
        ("place-bet", {"player": "P1", "bet": "rouge", "other": "ten"}, "“ten” is not an amount in"),
        ("place-bet", {"player": "P1", "bet": "cheval:17-21", "chip": "10"}, "not neighbours"),
        ("number", {}, "Choose the number first"),
        ("null-coup", {"reason": "weather"}, "no reason for a null coup"),
    ],
)
def test_malformed_command_is_explained_and_records_nothing(
    table: OpenHouse, boss: Client, command: str, form: dict[str, str], words: str
) -> None:
    table.do(c.AnnounceBetsOpen())
    before = table.state.version
    response = ask(boss, command, **form)
    assert response.status_code == 422
    assert words in " ".join(each.get_text(" ", strip=True) for each in read(response).select(".said"))
    assert table.state.version == before


def test_the_same_key_twice_places_one_bet(table: OpenHouse, boss: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    for _ in range(2):
        response = ask(boss, "place-bet", player="P1", bet="rouge", chip="10", key="5f0e")
        assert response.status_code == 200
    assert len(table.state.bets) == 1
    assert ask(boss, "place-bet", player="P1", bet="noir", chip="10", key="5f0e").status_code == 422


def test_the_last_bet_is_undone(table: OpenHouse, boss: Client, screen: Screen) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1000),
        c.PlaceBet(player="P2", bet="noir", amount=1000),
    )
    page = screen()
    # Whose it is and what, for it may be a colleague's.
    assert part(page, ".undo").get_text() == "Undo Preto, 10.00, Blue, seat 2"
    last = part(page, "#undo input")["value"]
    ask(boss, "withdraw-bet", ref=str(last))
    assert [bet.bet for bet in table.state.bets] == ["rouge"]


def test_bets_that_lie_for_the_next_coup_are_counted_under_its_number(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    house = new_table("it-campione")
    bets = [c.PlaceBet(player=player, bet="rouge", amount=5000) for player in ("P1", "P2")]
    play(house, c.AnnounceBetsOpen(), *bets)
    assert part(screen(), "#bets h2").get_text() == "Bets, 2"
    play(house, c.CloseBets(), c.DeclareNumber(number=0))
    assert part(screen(), "#bets h2").get_text() == "For coup 2: 2 bets"


@pytest.mark.clause("pt-francesa/20")
@pytest.mark.clause("pt-francesa/21")
@pytest.mark.clause("pt-francesa/22")
def test_the_payout_sheet_stands_in_order_grouped_by_player_each_line_with_its_clause(
    table: OpenHouse, screen: Screen
) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=2000),
        c.PlaceBet(player="P2", bet="cheval:17-20", amount=5000),
        c.PlaceBet(player="P2", bet="douzaine:2", amount=10000),
        c.PlaceBet(player="P4", bet="rouge", amount=20000),
        c.CloseBets(),
        c.DeclareNumber(number=17),
    )
    sheet = part(screen(), "#sheet")
    rows = [[cell.get_text(" ", strip=True) for cell in row.select("td")] for row in sheet.select("tr")]
    assert rows == [
        ["Blue, seat 2 — 2 prizes together, 1,050.00"],
        [
            "1",
            "Dúzia 13–24, 100.00 n.º 18 «dúzia de cem euros, total de duzentos euros» The stake stays n.º 18",
            "200.00",
        ],
        [
            "2",
            "Cavalo 17–20, 50.00 n.º 18 «cavalo de cinquenta euros, total de oitocentos e cinquenta euros» "
            "The stake stays n.º 18",
            "850.00",
        ],
        ["Yellow, seat 1"],
        [
            "3",
            "Pleno 17, 20.00 n.º 18 «pleno de vinte euros, total de setecentos euros» The stake stays n.º 18",
            "700.00",
        ],
    ]
    assert part(sheet, ".result").get_text(" ", strip=True) == "17 «Dezassete, preto, ímpar, menor»"
    assert "1 losing bet, 200.00 taken" in sheet.get_text(" ", strip=True)


@pytest.mark.clause("it-campione/3")
def test_the_owner_of_an_imprisoned_stake_may_split_or_move_it(
    new_table: Callable[[str], OpenHouse], boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    play(
        house,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=5000),
        c.DeclareNumber(number=0),
    )
    prison = part(screen(), "#prison")
    assert part(prison, "[name=choice][value=partage]")
    assert "move:noir" in [option["value"] for option in prison.select("option")]
    assert "is-bound" in part(screen(), "#chips .chip").classes
    ref = house.state.choices[0].stake.ref
    assert ask(boss, "choose-prison", ref=ref, choice="move:noir").status_code == 200
    assert house.state.bets[0].bet == "noir"


@pytest.mark.clause("pt-francesa/15")
def test_two_numbers_are_decided_on_the_page(table: OpenHouse, boss: Client, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=17, source="reader"))
    play(table, c.DeclareNumber(number=20))
    offered = [field["value"] for field in screen().select("#panel-discrepancy [name=number]")]
    assert offered == ["17", "20"]
    refused = ask(boss, "resolve-discrepancy", number="20", reason="")
    assert "needs its reason" in part(read(refused), "#answer-discrepancy .said").get_text()
    ask(boss, "resolve-discrepancy", number="20", reason="camera 3")
    assert (table.state.number, table.state.discrepancy) == (20, None)


def test_ball_spinner_null_coup_and_failed_launch_can_be_said(table: OpenHouse, boss: Client) -> None:
    play(table, c.AnnounceBetsOpen(), c.LaunchBall())
    reason = next(iter(table.rulebook.null_coup.reasons))
    for command, form in (
        ("null-coup", {"reason": reason}),
        ("launch-failed", {"reason": "too weak"}),
        ("ball-change", {"ball": "B", "announced": "yes"}),
        ("spinner-change", {"name": "Croupier 9"}),
    ):
        assert ask(boss, command, **form).status_code == 200, command
    assert [event.type for event in table.events()[3:]] == [
        "coup_annulled",
        "launch_failed",
        "ball_changed",
        "staff_changed",
        "spinner_changed",
    ]
    assert table.state.spinner is not None and table.state.spinner.name == "Croupier 9"


def test_record_shows_the_person_of_a_command(table: OpenHouse, boss: Client, screen: Screen) -> None:
    ask(boss, "bets-open")
    newest = part(screen("/floor/T1/record/"), ".events tbody").select("tr")[0].get_text(" ", strip=True)
    assert "bets are open for coup 1" in newest and "Pit boss" in newest


@pytest.mark.parametrize("role", [Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER, Role.ADMINISTRATOR])
def test_reading_role_has_no_buttons_and_is_refused(
    table: OpenHouse, as_role: Callable[[Role], Client], role: Role
) -> None:
    client = as_role(role)
    page = read(client.get("/floor/T1/"))
    assert part(page, "#page")
    assert not page.select("#page form") and not page.select("#places")
    assert ask(client, "bets-open").status_code == 403
    assert table.state.phase == "idle"


def test_an_unknown_table_or_command_is_not_found(table: OpenHouse, boss: Client) -> None:
    assert boss.get("/floor/T7/").status_code == 404
    assert ask(boss, "open-the-safe").status_code == 404


def test_a_tables_page_costs_few_queries(
    table: OpenHouse, boss: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1000))
    boss.get("/floor/T1/")
    with django_assert_num_queries(QUERIES_OF_A_TABLE):
        boss.get("/floor/T1/")
    table.do(c.DeclareNumber(number=3))
    with django_assert_num_queries(QUERIES_WITH_A_SHEET):
        boss.get("/floor/T1/")
    with django_assert_num_queries(QUERIES_OF_A_TABLE):
        boss.get("/floor/T1/")  # The sheet of that event is known by then.


def test_a_sheet_that_is_known_is_never_of_another_event(table: OpenHouse, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1000))
    table.do(c.DeclareNumber(number=3))
    assert [part(screen(), "#sheet h2").get_text() for _ in "12"] == ["Payout sheet, coup 1"] * 2
    assert "Paid" not in part(screen(), "#sheet header").get_text()
    table.do(c.ConfirmPayments())
    assert ["Paid" in part(screen(), "#sheet header").get_text() for _ in "12"] == [True] * 2


@pytest.mark.parametrize("rulebook", ["it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa"])
def test_every_rulebook_has_its_page_in_every_phase(
    new_table: Callable[[str], OpenHouse], screen: Screen, rulebook: str
) -> None:
    house = new_table(rulebook)
    house.seat("P1")
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=house.rulebook.default_limits.minimum),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=0),
        c.ConfirmPayments(),
    ):
        house.do(command)
        assert part(screen(), ".next b").get_text()
