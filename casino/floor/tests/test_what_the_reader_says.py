"""Doubtful numbers, void launches, warnings and faults: in words where they matter, and settled at one press."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.kit.reader_words import DOUBTS
from casino.people.models import Role
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.reader.observation import Observation
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page
from testkit.people import AsRole

Screen = Callable[..., Element]
RECOVERED = c.DeclareNumber(number=17, source="reader", game="1/1", recovered=True)


def press_next(client: Client, page: Element) -> Response:
    """The big button, with what it sends."""
    return press(client, part(page, "#next"))


def press(client: Client, form: Element, **entered: str) -> Response:
    values = {field["name"]: field["value"] for field in form.select("input[type=hidden]")}
    return client.post(form["hx-post"], values | entered, headers={"HX-Request": "true"})


def words(page: Element, selector: str) -> str:
    return part(page, selector).get_text(" ", strip=True)


def void(house: OpenHouse, *reasons: str) -> None:
    play(house, c.AnnounceBetsOpen(), c.LaunchBall(source="reader"))
    house.do(c.SeeVoid(reader=house.reader, reasons=reasons))


def test_a_recovered_number_asks_to_be_confirmed_on_tile_and_table(table: OpenHouse, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), RECOVERED)
    assert "Recovered: confirm 17 in coup 1: unheard when it fell" in words(screen("/floor/"), "#tile-T1")
    assert "is-due" in part(screen("/floor/"), "#tile-T1").classes
    assert words(screen(), "#next b") == "Confirm 17"
    assert "read off the wheel later" in words(screen(), "#next span")


def test_single_press_confirms_the_number_and_payment_continues(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), RECOVERED)
    assert press_next(boss, screen()).status_code == 200
    assert table.events()[-1].type == "number_confirmed"
    assert words(screen(), ".next b") == "Confirm coup 1 paid"


def test_the_keypad_is_at_hand_for_another_number_which_makes_a_discrepancy(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), RECOVERED)
    page = screen()
    assert part(page, "#next-otherwise")["popovertarget"] == "panel-number"
    press(boss, part(page, "#panel-number"), number="20")
    assert table.events()[-1].type == "discrepancy_found"
    assert words(screen(), ".next b") == "Decide: 17 or 20"


def test_while_the_next_coup_runs_the_doubt_stands_beside_the_cloth(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), RECOVERED, c.AnnounceBetsOpen())
    page = screen()
    assert words(page, ".next b") == "Launch"
    assert "Coup 1: unheard when it fell" in words(page, "#doubt p")
    assert "Faites vos jeux Recovered: confirm 17, coup 1" in words(screen("/floor/"), "#tile-T1 .now")
    press(boss, page.select("#doubt form")[0])
    assert table.events()[-1].type == "number_confirmed"
    assert not screen().select("#doubt")
    assert table.state.phase == "betting"


def test_another_number_for_the_doubted_coup_is_not_taken_for_the_running_ones(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), RECOVERED, c.AnnounceBetsOpen(), c.LaunchBall())
    press(boss, screen().select("#doubt form")[1], number="20")
    assert table.state.discrepancy is not None
    assert (table.state.discrepancy.coup, table.state.discrepancy.others) == (1, (20,))
    assert table.state.phase == "launched"


@pytest.mark.parametrize("doubt", ["bare_result_differs", "win_unchanged", "something_new"])
def test_every_doubt_is_said_in_words(table: OpenHouse, screen: Screen, doubt: str) -> None:
    play(table, c.AnnounceBetsOpen(), c.DeclareNumber(number=17, source="reader", doubts=(doubt,)))
    said = words(screen(), "#next span")
    assert DOUBTS.get(doubt, ("", "something new"))[1] in said
    assert "_" not in said + words(screen("/floor/"), "#tile-T1")


@pytest.mark.clause("it-campione/11")
def test_a_void_launch_is_annulled_at_one_press_for_the_rulebooks_own_reason(
    new_table: Callable[[str], OpenHouse], as_role: AsRole, screen: Screen
) -> None:
    house, chief = new_table("it-campione"), as_role(Role.CHEF_DE_TABLE)
    void(house, "ball_with_rotor")
    said = "Reader: void launch, ball with the rotor"
    assert said in words(screen("/floor/"), "#tile-T1")
    page = read_page(chief.get("/floor/T1/").content)
    assert words(page, ".sayings") == said
    assert words(page, "#next b") == "Null coup" and said in words(page, "#next span")
    assert part(page, "#panel-null [checked]")["value"] == "same-direction"
    press_next(chief, page)
    assert (house.events()[-1].type, house.events()[-1].data["reason"]) == ("coup_annulled", "same-direction")
    assert house.events()[-1].data["declared_by"]["role"] == "chef_de_table"
    assert house.state.phase == "betting"
    assert not screen().select(".sayings")


@pytest.mark.clause("it-campione/11")
def test_void_launch_opens_the_panel_if_the_chief_is_not_signed_in(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    void(new_table("it-campione"), "ball_with_rotor")
    page = screen()
    assert words(page, "#next-panel b") == "Null coup" and not page.select("#next")
    assert part(page, "#next-panel")["popovertarget"] == "panel-null"
    assert part(page, "#panel-null [checked]")["value"] == "same-direction"
    assert "Decides, and signs: the chef de table" in words(page, "#panel-null .signature legend")


@pytest.mark.clause("pt-francesa/14")
def test_without_a_matching_reason_all_of_the_rulebooks_are_offered(table: OpenHouse, screen: Screen) -> None:
    void(table, "ball_lost")
    page = screen()
    assert part(page, "#next-panel")["popovertarget"] == "panel-null"
    assert "void launch, ball lost" in words(page, "#next-panel")
    offered = [field["value"] for field in page.select("#panel-null [name=reason]")]
    assert offered == list(table.rulebook.null_coup.reasons)
    assert not page.select("#panel-null [checked]")


@pytest.mark.parametrize("reason", ["ball_lost", "no_result"])
def test_a_ball_that_brought_no_number_is_that_reason_where_there_is_one(
    new_table: Callable[[str], OpenHouse], screen: Screen, reason: str
) -> None:
    void(new_table("it-venezia"), reason)
    assert part(screen(), "#next [name=reason]")["value"] == "no-number"


def test_warnings_and_faults_stand_at_the_head_in_words_and_are_no_violations(
    table: OpenHouse, screen: Screen
) -> None:
    play(
        table,
        c.ChangeReader(reader=table.reader, state="live"),
        c.WarnWheel(reader=table.reader, warnings=("runaway_rotor", "no_more_bets_long")),
    )
    page = screen()
    assert words(page, ".sayings") == "Reader: rotor far too fast Reader: no number for too long"
    assert not page.select(".notice")
    table.do(c.ChangeReader(reader=table.reader, state="fault", detail="fault_11, sensor_stuck_on"))
    assert words(screen(), ".sayings li.tone-broken") == "Reader fault: a sensor is stuck on, fault 11"
    table.do(c.WarnWheel(reader=table.reader, warnings=("runaway_rotor", "no_more_bets_long"), ended=True))
    table.do(c.ChangeReader(reader=table.reader, state="live"))
    assert not screen().select(".sayings")


def test_reading_role_sees_the_doubt_and_cannot_settle_it(
    table: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    play(table, c.AnnounceBetsOpen(), RECOVERED, c.AnnounceBetsOpen())
    response = as_role(Role.GAMES_INSPECTOR).get("/floor/T1/")
    page = read_page(response.content)
    assert "to be confirmed" in words(page, "#doubt")
    assert not page.select("#page form")


def test_another_number_of_a_coup_that_was_paid_says_as_what_it_was_paid(
    table: OpenHouse, screen: Screen
) -> None:
    lying = c.PlaceBet(player="P1", bet="plein:17", amount=500)
    play(table, c.AnnounceBetsOpen(), lying, c.CloseBets(), c.DeclareNumber(number=17))
    table.do(c.DeclareNumber(number=20, coup=1))
    assert words(screen(), "#next-panel span") == "Two numbers for coup 1: decide before it is paid"
    play(table, c.ResolveDiscrepancy(number=17, reason="camera 3"), c.ConfirmPayments())
    table.do(c.DeclareNumber(number=20, coup=1))
    assert words(screen(), "#next-panel span") == "Two numbers for coup 1: it was paid as 17"
    said = screen().select("#panel-discrepancy p")[0].get_text()
    assert said.startswith("Two numbers for coup 1: it was paid as 17.")


def test_a_number_that_waits_asks_one_press_and_leaves_the_stake_on_the_cloth(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    lying = c.PlaceBet(player="P1", bet="plein:17", amount=500)
    play(table, c.AnnounceBetsOpen(), lying, RECOVERED)
    assert table.events()[-1].type == "number_doubted"
    page = screen()
    assert words(page, "#next b") == "Confirm 17"
    assert "The reader gives 17 for coup 1: unheard when it fell" in words(page, "#waiting p")
    assert (table.state.phase, len(table.state.bets)) == ("betting", 1)
    press_next(boss, page)
    assert [event.type for event in table.events()[-2:]] == ["number_fell", "number_confirmed"]
    assert not screen().select("#waiting")


def test_single_press_dismisses_the_number_and_play_continues(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), RECOVERED)
    press(boss, part(screen(), "#waiting form"))
    assert table.events()[-1].type == "doubt_dismissed"
    assert words(screen(), "#next b") == "Launch"
    assert len(table.state.bets) == 1


def test_another_number_than_the_one_that_waits_goes_to_the_chief(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), RECOVERED)
    press(boss, part(screen(), "#panel-number"), number="20")
    assert words(screen(), ".next b") == "Decide: 20 or 17"


def told(number: int, game: int, **how: Any) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", game=f"1/{game}", **how)


def with_numbers_in_line(table: OpenHouse, *numbers: int) -> None:
    """A stake lies on 17, which was recovered and waits, and these of later games wait behind it."""
    lying = c.PlaceBet(player="P1", bet="plein:17", amount=500)
    play(table, c.AnnounceBetsOpen(), lying, told(17, 1, recovered=True))
    for game, number in enumerate(numbers, start=2):
        play(
            table,
            c.CloseBets(source="reader", game=f"1/{game}"),
            c.LaunchBall(source="reader", game=f"1/{game}"),
        )
        play(table, told(number, game))


def test_numbers_that_wait_behind_are_said_on_tile_and_table(table: OpenHouse, screen: Screen) -> None:
    with_numbers_in_line(table, 22, 20)
    page = screen()
    assert words(page, "#next b") == "Confirm 17, then 22, 20"
    assert "unheard when it fell, read off the wheel later. Asked for after it: 22, 20." in words(
        page, "#waiting p"
    )
    assert "17 in coup 1, then 22, 20: unheard" in words(screen("/floor/"), "#tile-T1")


def test_of_many_numbers_behind_the_first_are_said_and_how_many_more(
    table: OpenHouse, screen: Screen
) -> None:
    with_numbers_in_line(table, 1, 2, 3, 4, 5)
    play(table, told(30, 3))
    page = screen()
    assert words(page, "#next b") == "Confirm 17, then 1, 2 or 30, and 3 more"
    assert "Asked for after it: 1, 2 or 30, 3, 4, 5." in words(page, "#waiting p")


def test_waiting_numbers_are_asked_for_in_turn_after_each_payment(
    new_table: Callable[[str], OpenHouse], boss: Client, screen: Screen
) -> None:
    table = new_table("it-campione")
    with_numbers_in_line(table, 22, 20)
    press_next(boss, screen())
    page = screen()
    assert words(page, "#next b") == "Confirm coup 1 paid"
    assert "The reader gives 22 for coup 2: it fell while the number before it waited" in words(
        page, "#waiting p"
    )
    assert "Paying 22 in coup 2, then 20: it fell while" in words(screen("/floor/"), "#tile-T1 .now")
    press_next(boss, page)
    assert [past.number for past in table.state.past] == [17, 22, 20], "nothing lies any more"
    assert not screen().select("#waiting")


def test_a_later_number_is_asked_for_where_a_stake_lies_on(
    new_table: Callable[[str], OpenHouse], boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    with_numbers_in_line(house, 22, 20)
    for asked in (
        "Confirm 17, then 22, 20",
        "Clear the losers",
        "Confirm coup 1 paid",
        "Confirm 22, then 20",
    ):
        page = screen()
        assert words(page, "#next b") == asked
        press_next(boss, page)
    assert [past.number for past in house.state.past] == [17, 22]


def test_dismissal_of_the_first_number_asks_for_the_next(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    with_numbers_in_line(table, 22)
    press(boss, part(screen(), "#waiting form"))
    assert words(screen(), "#next b") == "Confirm 22"
    assert "The reader gives 22 for coup 1" in words(screen(), "#waiting p")
    assert len(table.state.bets) == 1


def test_a_number_without_a_launch_is_confirmed_or_dismissed_by_one_press(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    for number, game, pressed in ((17, 1, "#next"), (22, 2, "#waiting form")):
        play(table, told(number, game))
        page = screen()
        assert words(page, "#next b") == f"Confirm {number}"
        assert "no launch was seen or entered after the number before" in words(page, "#waiting p")
        press(boss, part(page, pressed))
        assert table.state.doubted == ()
    assert [past.number for past in table.state.past] == [17]


@pytest.mark.parametrize(
    ("reason", "tile", "table_words"),
    [
        (
            "no_valid_message",
            "No valid message since",
            "Reader: bytes arrive, but no valid message for 60 seconds",
        ),
        (
            "cut_off_flood",
            "Reader cut off since",
            "Reader: cut off, because it sends more bytes than a reader does",
        ),
        (
            "cut_off_reconnects",
            "Reader cut off since",
            "Reader: cut off, because it connects more often than a reader does",
        ),
    ],
)
def test_reason_of_a_silent_reader_is_shown_on_tile_and_table(
    table: OpenHouse, screen: Screen, reason: str, tile: str, table_words: str
) -> None:
    seen = Observation(
        reader=table.reader,
        epoch=1,
        game=None,
        sequence=1,
        kind="reader_offline",
        received_at=table.now,
        observed_at=table.now,
        warnings=(reason,),
        raw="\xf8\\x00\x80",
    )
    observe(table.casino_id, table.reader, seen, table.now)
    assert tile in words(screen("/floor/"), "#tile-T1")
    head = screen().get_text(" ", strip=True)
    assert tile in head
    assert table_words in head
