"""A coup at the table's page beside its phases: spoken and late bets, a hanging ball, turns, clearing, payment."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.presenters.reader import FAULT_REASONS, GENERAL, NULL_REASONS
from casino.floor.tests.conftest import part, play
from casino.kit.reader_words import WARNINGS
from casino.people.models import Person, Role
from tables.play import commands as c
from tables.roulette.loader import rulebooks
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import AsRole

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]
TIERS = {"player": "P1", "bet": "tiers", "chip": "5", "other": ""}
PLEIN = {"player": "P1", "bet": "plein:17", "chip": "5", "other": ""}


def ask(client: Client, address: str, form: dict[str, str]) -> Response:
    return client.post(f"/floor/T1/{address}", form, headers={"HX-Request": "true"})


def asked(client: Client, command: str, **form: str) -> Element:
    """The page after a command of the table that was carried out."""
    answer = ask(client, f"do/{command}", form)
    assert answer.status_code == 200, said(answer)
    return page_of(answer)


def page_of(answer: Response) -> Element:
    return read_page(answer.content)


def said(answer: Response) -> str:
    return " ".join(each.get_text(" ", strip=True) for each in page_of(answer).select("[role=alert] .said p"))


def words(page: Element, selector: str) -> str:
    return part(page, selector).get_text(" ", strip=True)


def bet(code: str, player: str = "P1", amount: int = 5000) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=amount)


@pytest.mark.clause("it-venezia/announcements")
def test_an_announced_bet_is_placed_once_its_repetition_is_ticked(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    answer = ask(boss, "do/place-bet", TIERS)
    assert answer.status_code == 422
    assert "must repeat it aloud before it counts Annunci" in said(answer)
    form = part(page_of(answer), "#answer-cloth .repeats")
    (tick,) = form.select("[type=checkbox]")
    assert "required" in tick.attrs and "checked" not in tick.attrs
    again = {field["name"]: field["value"] for field in form.select("input")}
    assert ask(boss, form["hx-post"].removeprefix("/floor/T1/"), again).status_code == 200
    assert [lying.bet for lying in house.state.bets] == ["tiers"]
    assert house.events()[-1].data["repeated"] == ["employee"]


@pytest.mark.clause("it-venezia/announcements")
def test_called_bet_is_placed_once_its_repetition_is_ticked(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    assert part(screen(), "#hand [name=called]")["type"] == "checkbox"
    answer = ask(boss, "do/place-bet", PLEIN | {"called": "yes"})
    assert answer.status_code == 422
    assert "must repeat it aloud before it counts Annunci" in said(answer)
    form = part(page_of(answer), "#answer-cloth .repeats")
    again = {field["name"]: field["value"] for field in form.select("input")}
    assert (again["called"], again["repeated-employee"]) == ("yes", "yes")
    assert ask(boss, form["hx-post"].removeprefix("/floor/T1/"), again).status_code == 200
    recorded = house.events()[-1].data
    assert (recorded["bet"], recorded["called"], recorded["repeated"]) == ("plein:17", True, ["employee"])


@pytest.mark.clause("it-venezia/announcements")
def test_late_bet_that_was_called_is_accepted_once_the_employee_has_repeated_it(
    new_table: NewTable, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    answer = ask(boss, "do/place-bet", PLEIN | {"called": "yes"})
    panel = part(page_of(answer), "#panel-late form:has([type=checkbox])")
    assert [tick["name"] for tick in panel.select("[type=checkbox]")] == ["repeated-employee"]
    laid = {field["name"]: field["value"] for field in panel.select("[type=hidden]")}
    chief = as_role(Role.CHEF_DE_TABLE)
    assert ask(chief, "do/accept-late-bet", laid).status_code == 422
    assert ask(chief, "do/accept-late-bet", laid | {"repeated-employee": "yes"}).status_code == 200
    assert [(bet.bet, bet.late) for bet in house.state.bets] == [("plein:17", True)]


def test_hand_has_no_tick_for_called_bets_where_the_rulebook_has_no_rule(
    new_table: NewTable, screen: Screen
) -> None:
    new_table("it-campione").do(c.AnnounceBetsOpen())
    assert not screen().select("#hand [name=called]")


@pytest.mark.clause("it-campione/18")
def test_the_next_one_asks_for_its_own_tick(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-campione")
    house.do(c.AnnounceBetsOpen())
    assert ask(boss, "do/place-bet", TIERS | {"repeated-employee": "yes"}).status_code == 200
    answer = ask(boss, "do/place-bet", TIERS)
    assert part(page_of(answer), "#answer-cloth .repeats [type=checkbox]")["name"] == "repeated-employee"
    assert len(house.state.bets) == 1


@pytest.mark.clause("it-campione/9")
def test_the_chief_accepts_a_bet_that_came_while_the_ball_runs(
    new_table: NewTable, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.LaunchBall())
    answer = ask(boss, "do/place-bet", PLEIN)
    assert "the ball of coup 1 runs: only the chef de table accepts a bet now" in said(answer).lower()
    page = page_of(answer)
    assert part(page, "#answer-cloth .said [popovertarget=panel-late]")
    panel = part(page, "#panel-late form:has([type=checkbox])")
    assert [tick["name"] for tick in panel.select("[type=checkbox]")] == [
        "repeated-employee",
        "repeated-chief",
    ]
    laid = {field["name"]: field["value"] for field in panel.select("[type=hidden]")}
    both = {"repeated-employee": "yes", "repeated-chief": "yes"}
    refused = ask(boss, "do/accept-late-bet", laid | both)
    assert "the chef de table has not signed" in words(page_of(refused), "#panel-late #late-said")
    assert ask(as_role(Role.CHEF_DE_TABLE), "do/accept-late-bet", laid | both).status_code == 200
    (lying,) = house.state.bets
    assert (lying.bet, lying.late) == ("plein:17", True)
    (event,) = [each for each in house.events() if each.type == "bet_placed"]
    assert event.metadata["signed"][0]["role"] == "chef_de_table"


@pytest.mark.clause("it-campione/9")
def test_a_late_bet_is_refused_by_the_chef_with_its_reason(
    new_table: NewTable, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    ask(boss, "do/place-bet", PLEIN)
    refused = ask(boss, "do/refuse-late-bet", PLEIN | {"reason": "the ball was falling"})
    assert "the chef de table has not signed" in words(page_of(refused), "#panel-late #late-said")
    asked(as_role(Role.CHEF_DE_TABLE), "refuse-late-bet", **PLEIN, reason="the ball was falling")
    event = house.events()[-1]
    assert (event.type, event.data["reason"]) == ("late_bet_seen", "the ball was falling")
    assert house.state.bets == ()


@pytest.mark.clause("pt-francesa/12")
def test_elsewhere_a_late_chip_is_only_recorded(table: OpenHouse, boss: Client) -> None:
    play(table, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    page = page_of(ask(boss, "do/place-bet", PLEIN))
    assert not page.select("#panel-late")
    assert part(page, "#answer-cloth form")["hx-post"].endswith("/late-bet")


@pytest.mark.clause("it-campione/11")
def test_a_hanging_ball_freezes_the_bets_until_it_runs_again(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), bet("rouge"), c.LaunchBall())
    asked(boss, part(screen(), "form:has(> #ball-hangs)")["hx-post"].rpartition("/")[2])
    page = screen()
    assert "No bet is added or taken" in words(page, "#hanging") and "art. 11" in words(page, "#hanging")
    assert words(page, ".next b") == "The ball runs again"
    assert "«Tout va»" in words(page, ".next span")
    assert part(page, "#next-otherwise")["popovertarget"] == "panel-null"
    assert not page.select("#bets .icon")
    assert ask(boss, "do/withdraw-bet", {"ref": "b1"}).status_code == 422
    assert not page_of(ask(boss, "do/place-bet", PLEIN)).select("#panel-late")
    assert words(asked(boss, "ball-freed"), ".next b") == "Rien ne va plus"


@pytest.mark.clause("it-campione/11")
def test_announcements_of_a_null_coup_appear_at_their_moments(
    new_table: NewTable, as_role: AsRole, screen: Screen
) -> None:
    house, chief = new_table("it-campione"), as_role(Role.CHEF_DE_TABLE)
    play(house, c.AnnounceBetsOpen(), c.LaunchBall(source="reader"))
    assert "«Rien ne va»" in words(screen(), "#panel-null") and "«Tout va»" in words(screen(), "#panel-null")
    house.do(c.SeeVoid(reader=house.reader, reasons=("ball_with_rotor",)))
    assert "«Rien ne va»" in words(screen(), ".next span")
    page = asked(chief, "null-coup", reason="same-direction")
    assert (words(page, ".next b"), words(page, ".next span")) == ("Launch", "After the null coup: «Tout va»")
    assert "«Tout va»" not in words(asked(chief, "launch"), ".next span")


@pytest.mark.clause("it-campione/11")
def test_null_coup_on_the_pit_boss_screen_needs_the_pin_of_the_chief(
    new_table: NewTable, as_role: AsRole, boss: Client, screen: Screen, colleague: Callable[..., Person]
) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.LaunchBall())
    chief = colleague(Role.CHEF_DE_TABLE, casino_id=house.casino_id, pin="4711")
    offered = [each["value"] for each in screen().select("#panel-null [name=signer] option")]
    assert offered == ["", chief.username]
    null = {"reason": "foreign-object", "at": "null"}
    for wrong in ({}, {"signer": chief.username, "pin": "4712"}):
        assert ask(boss, "do/null-coup", null | wrong).status_code == 422
    assert house.state.phase == "launched"
    asked(boss, "null-coup", **null, signer=chief.username, pin="4711")
    declared = house.events()[-1].data["declared_by"]
    assert (declared["role"], declared["person"]["name"]) == ("chef_de_table", chief.display_name)
    page = read_page(as_role(Role.CHEF_DE_TABLE).get("/floor/T1/").content)
    assert not page.select("#panel-null .signature")


@pytest.mark.clause("it-campione/11")
def test_null_coup_before_the_launch_is_refused_at_its_panel(new_table: NewTable, as_role: AsRole) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen())
    chief = as_role(Role.CHEF_DE_TABLE)
    refused = ask(chief, "do/null-coup", {"reason": "foreign-object", "at": "null"})
    assert refused.status_code == 422
    assert "Record the launch first" in said(refused) and "art. 11" in said(refused)


@pytest.mark.clause("it-campione/10")
def test_too_few_turns_are_a_violation_and_a_proposed_null_coup(
    new_table: NewTable, as_role: AsRole, screen: Screen
) -> None:
    house, chief = new_table("it-campione"), as_role(Role.CHEF_DE_TABLE)
    play(house, c.AnnounceBetsOpen(), c.LaunchBall())
    assert [each["value"] for each in screen().select("#panel-turns [type=radio]")] == ["0", "1", "2", "3"]
    page = asked(chief, "turns", turns="2")
    assert "The ball made 2 full turns, and 3 are the least" in words(page, ".notices")
    assert part(page, "#panel-null [checked]")["value"] == "too-few-turns"
    assert words(page, "#next-otherwise").startswith("Null coup? Spinta insufficiente")
    assert words(page, ".next b") == "Rien ne va plus", "whether the coup is null, staff says"
    asked(chief, "null-coup", reason="too-few-turns")
    page = asked(chief, "launch")
    assert not page.select("#panel-null [checked]") and not page.select("#next-otherwise")


@pytest.mark.clause("it-campione/11")
@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        ([c.LaunchBall(rotor_direction="clockwise", ball_direction="clockwise")], "same-direction"),
        ([c.LaunchBall(), c.WarnWheel(reader="W-T1", warnings=("ball_with_rotor",))], "same-direction"),
        ([c.LaunchBall(), c.WarnWheel(reader="W-T1", warnings=("ball_in_track_short",))], "too-few-turns"),
        ([c.LaunchBall(), c.SeeVoid(reader="W-T1", reasons=("ball_in_track_short",))], "too-few-turns"),
    ],
)
def test_observed_fault_of_a_launch_proposes_the_reason(
    new_table: NewTable, screen: Screen, seen: list[c.Command], reason: str
) -> None:
    play(new_table("it-campione"), c.AnnounceBetsOpen(), *seen)
    assert part(screen(), "#panel-null [checked]")["value"] == reason


@pytest.mark.clause("it-campione/11")
def test_a_launch_before_the_last_coup_was_paid_proposes_that_reason(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), bet("rouge"), c.CloseBets(), c.DeclareNumber(number=1), c.LaunchBall())
    assert part(screen(), "#panel-null [checked]")["value"] == "launched-early"


@pytest.mark.parametrize("reasons", [NULL_REASONS, FAULT_REASONS])
def test_every_reason_that_a_warning_proposes_is_one_of_some_rulebook(reasons: dict[str, str]) -> None:
    known = {reason for rulebook in rulebooks().values() for reason in rulebook.null_coup.reasons}
    assert set(reasons.values()) <= known
    assert set(reasons) <= set(WARNINGS) - GENERAL


def faulty(house: OpenHouse, *detail: str) -> None:
    """A launch, and the reader's fault while the ball runs."""
    play(house, c.AnnounceBetsOpen(), c.LaunchBall())
    house.do(c.ChangeReader(reader=house.reader, state="fault", detail=", ".join(detail)))


@pytest.mark.clause("it-campione/11")
@pytest.mark.parametrize("fault", [("device_fault",), ("fault_100", "time_out")])
def test_a_fault_that_may_have_stopped_the_wheel_proposes_that_reason(
    new_table: NewTable, as_role: AsRole, screen: Screen, fault: tuple[str, ...]
) -> None:
    house = new_table("it-campione")
    faulty(house, *fault)
    page = screen()
    assert part(page, "#panel-null [checked]")["value"] == "wheel-stopped"
    assert words(page, "#next-otherwise") == "Null coup? Il cilindro si è arrestato"
    assert not page.select("#null-fault")
    assert words(page, ".next b") == "Rien ne va plus", "whether the coup is null, staff says"
    page = asked(as_role(Role.CHEF_DE_TABLE), "null-coup", reason="wheel-stopped")
    assert not page.select("#next-otherwise")


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/14")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/22")),
        "it-campione",
        "it-venezia",
    ],
)
def test_fault_without_a_matching_reason_is_explained_and_chooses_none(
    new_table: NewTable, screen: Screen, rulebook: str
) -> None:
    house = new_table(rulebook)
    faulty(house, "fault_11", "sensor_stuck_on")
    page = screen()
    assert words(page, "#next-otherwise").startswith("Null coup?")
    assert part(page, "#next-otherwise")["popovertarget"] == "panel-null"
    assert words(page, "#null-fault").startswith(
        "Reader fault: a sensor is stuck on, fault 11. The rulebook has no"
    )
    offered = [field["value"] for field in page.select("#panel-null [name=reason]")]
    assert offered == list(house.rulebook.null_coup.reasons)
    assert not page.select("#panel-null [checked]")
    house.do(c.ChangeReader(reader=house.reader, state="live"))
    assert not screen().select("#next-otherwise, #null-fault")


@pytest.mark.clause("pt-francesa/14", "pt-americana/22")
@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana"])
def test_a_null_coup_names_the_number_that_the_ball_is_put_back_on(
    new_table: NewTable, boss: Client, screen: Screen, rulebook: str
) -> None:
    house = new_table(rulebook)
    play(house, c.AnnounceBetsOpen(), c.LaunchBall())
    assert words(screen(), "#panel-null h2") == "Null coup: the bets stay, the ball goes back"
    play(house, c.DeclareNumber(number=17), c.AnnounceBetsOpen(), c.LaunchBall())
    assert words(screen(), "#panel-null h2") == "Null coup: the bets stay, the ball goes back on 17"
    page = asked(boss, "null-coup", reason="foreign-object")
    assert words(page, ".next span").startswith("After the null coup, back on 17: «")
    assert house.events()[-1].data["previous_number"] == 17
    assert "17" not in words(asked(boss, "launch"), ".next span")


@pytest.mark.clause("it-campione/11")
def test_the_step_that_the_reader_proposes_names_it_too(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.DeclareNumber(number=8), c.AnnounceBetsOpen())
    play(house, c.LaunchBall(), c.SeeVoid(reader=house.reader, reasons=("ball_with_rotor",)))
    assert words(screen(), ".next span").startswith("«Rien ne va», back on 8. Reader: void launch")


@pytest.mark.clause("it-venezia/general-6-7")
def test_the_losers_go_first_and_new_bets_lie_beside_those_that_are_paid(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(
        house,
        c.AnnounceBetsOpen(),
        bet("plein:17"),
        bet("plein:18"),
        c.CloseBets(),
        c.DeclareNumber(number=17),
    )
    page = screen()
    assert words(page, ".next b") == "Clear the losers"
    assert len(page.select("#chips .chip")) == 2
    assert "are not cleared yet" in said(ask(boss, "do/place-bet", PLEIN | {"bet": "plein:20"}))
    page = asked(boss, "losers-cleared")
    assert words(page, ".next b") == "Confirm coup 1 paid"
    assert len(page.select("#chips .chip")) == 1
    page = asked(boss, "place-bet", **(PLEIN | {"bet": "plein:20"}))
    assert [len(page.select(f"#chips .{each}")) for each in ("is-winning", "is-new", "chip")] == [1, 1, 2]
    assert words(page, "#bets h2") == "For coup 2: 2 bets", "what has won lies on"
    assert "which is being paid" in said(ask(boss, "do/place-bet", PLEIN))
    asked(boss, "payments-confirmed")
    page = asked(boss, "place-bet", **PLEIN)
    assert len(page.select("#chips .chip")) == 2 and not page.select("#chips .is-winning")


def test_a_second_tap_on_losers_cleared_does_not_confirm_the_payments(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), bet("plein:17"), c.CloseBets(), c.DeclareNumber(number=17))
    seen = {field["name"]: field["value"] for field in screen().select("#next input")}
    asked(boss, "losers-cleared", **seen)
    assert ask(boss, "do/payments-confirmed", seen).status_code == 422
    assert house.state.payments_open == (1,)


@pytest.mark.clause("pt-francesa/20")
def test_prizes_are_ticked_off_line_by_line_and_out_of_order_is_a_violation(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), bet("noir"), bet("plein:17", "P2"), bet("plein:17", "P2"))
    play(table, c.CloseBets(), c.DeclareNumber(number=17))
    first, second = screen().select("#sheet form:has(.tick-off)")
    assert (find(first, "button").text, find(second, "button").text) == ("1", "2")
    form = {field["name"]: field["value"] for field in second.select("input")}
    page = page_of(ask(boss, second["hx-post"].removeprefix("/floor/T1/"), form))
    assert [each["aria-label"] for each in page.select("#sheet .ticked")] == ["Paid"]
    (paid,) = [each for each in table.events() if each.type == "prizes_paid"]
    assert (paid.data["coup"], paid.data["refs"], paid.data["ahead"]) == (1, ["b2", "b3"], ["b1"])
    assert (table.state.violations[-1].rule, table.state.violations[-1].clause) == (
        "paid-out-of-turn",
        "pt-francesa/20",
    )
    form = {field["name"]: field["value"] for field in first.select("input")}
    page = page_of(ask(boss, "paid", form))
    assert len(page.select("#sheet .ticked")) == 2 and len(table.state.violations) == 1
    asked(boss, "payments-confirmed")
    assert not screen().select("#sheet .tick-off")


@pytest.mark.parametrize(
    "form", [{}, {"coup": "1"}, {"coup": "9", "refs": "b1"}, {"coup": "1", "refs": "b9"}]
)
def test_a_line_that_is_none_is_said_at_the_table(
    table: OpenHouse, boss: Client, form: dict[str, str]
) -> None:
    play(table, c.AnnounceBetsOpen(), bet("noir"), c.CloseBets(), c.DeclareNumber(number=17))
    answer = ask(boss, "paid", form)
    assert answer.status_code == 422 and said(answer)
    assert table.state.course.paid == ()


@pytest.mark.clause("it-venezia/general-1")
def test_a_bet_is_moved_at_the_screen_until_rien_ne_va_plus(
    new_table: NewTable, boss: Client, screen: Screen
) -> None:
    house = new_table("it-venezia")
    play(house, c.AnnounceBetsOpen(), bet("plein:17"))
    panel = part(screen(), "#panel-move")
    assert "Regole generali, 1" in panel.text
    ref = part(panel, "option")["value"]
    asked(boss, "move-bet", ref=ref, bet="cheval 17-20")
    assert [lying.bet for lying in house.state.bets] == ["cheval:17-20"]
    house.do(c.CloseBets())
    assert not screen().select("#panel-move")
    answer = ask(boss, "do/move-bet", {"ref": "b2", "bet": "plein:18"})
    assert "a dispute Regole generali, 1" in said(answer)
