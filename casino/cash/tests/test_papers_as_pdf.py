"""The papers of the cash desk as files: a slip with its mark, and the closing sheet that people sign."""

import pytest
from django.test import Client

from casino.people.models import Role
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as slips
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.registers.chip_series_commands import IntroduceSeries
from testkit.house import BOSS, OpenHouse
from testkit.pages import find, read_page
from testkit.papers import words_of_pdf
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
PIT = Signature(person=Person(id="boss", name="Pit boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/2", name="Cash desk"), role="cash_desk")
DAY = "2026-11-20"
CLOSING = f"/cash/closing/T1/?day={DAY}"
CLOSING_PDF = f"/cash/closing/T1.pdf?day={DAY}"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa")


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


def words_on(client: Client, path: str) -> str:
    """All words of a page's main part, as one line."""
    response = client.get(path)
    assert response.status_code == 200, path
    return " ".join(find(read_page(response.content), "main").get_text(" ").split())


def ask(house: OpenHouse) -> str:
    command = slips.RequestSlip(kind="fill", table="T1", pieces={500: 20, 10_000: 5}, signatures=(PIT,))
    return handle(NextSlipAggregate(house.casino_id), command, by=BOSS, now=house.now).state.number


def issue(house: OpenHouse, number: str) -> None:
    command = slips.IssueSlip(pieces={500: 20, 10_000: 5}, carrier="Carrier", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), command, by=BOSS, now=house.now)


def test_a_slip_has_its_pieces_and_its_signatures_on_its_file(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    issue(house, number)
    said = words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf")
    for words in (
        f"Casino {house.casino_id}",
        f"Fill {number}",
        "× 100",
        "500.00",
        "600.00",
        "Cash desk (cash desk)",
        "carried by Carrier",
    ):
        assert words in said, words
    assert "COPY" not in said and "REPRINT" not in said
    assert (
        f'href="/cash/slips/{number}/paper.pdf"' in desk.get(f"/cash/slips/{number}/paper/").content.decode()
    )


def test_a_file_of_a_slip_bears_the_mark_of_its_paper(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    issue(house, number)
    desk.post(f"/cash/slips/{number}/reprint", {"reason": "torn"})
    assert "REPRINT 1" in words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf")
    desk.post(f"/cash/slips/{number}/void", {"reason": "wrong table"})
    assert "VOID" in words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf")


def test_paper_of_other_pieces_than_requested_has_both_and_the_reason(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    other = slips.IssueSlip(
        pieces={500: 20, 2_500: 16}, carrier="Carrier", reason="no 100 were left", signatures=(DESK,)
    )
    handle(SlipAggregate(house.casino_id, number), other, by=BOSS, now=house.now)
    for said in (
        words_on(desk, f"/cash/slips/{number}/paper/"),
        words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf"),
    ):
        assert "Requested On the slip Value" in said
        for row in ("5 0 × 100 0.00", "0 16 × 25 400.00", "20 20 × 5 100.00", "Total 500.00"):
            assert row in said, row
        assert "no 100 were left" in said


def test_paper_says_the_gaming_day_with_its_year(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    issue(house, number)
    for said in (
        words_on(desk, f"/cash/slips/{number}/paper/"),
        words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf"),
        words_on(desk, CLOSING),
        words_of_pdf(desk, CLOSING_PDF),
    ):
        assert "gaming day 20 Nov 2026" in said and DAY not in said


def test_a_slip_that_is_not_issued_has_no_paper(house: OpenHouse, desk: Client) -> None:
    assert desk.get(f"/cash/slips/{ask(house)}/paper.pdf").status_code == 404
    assert desk.get("/cash/slips/F-000999/paper.pdf").status_code == 404


def closed(house: OpenHouse) -> None:
    """A day with two counts and one fill that was voided, closed."""
    house.do(c.CountFloat(moment="opening", pieces={10_000: 20}, signatures=(PIT, DESK)))
    number = ask(house)
    handle(
        SlipAggregate(house.casino_id, number),
        slips.VoidSlip(reason="not needed", signatures=(PIT,)),
        by=BOSS,
        now=house.now,
    )
    house.do(c.CountFloat(moment="closing", pieces={10_000: 19, 500: 4}, signatures=(PIT, DESK)))
    house.do(c.CloseTable())


def test_the_closing_sheet_has_counts_slips_and_figures_on_page_and_file(
    house: OpenHouse, desk: Client
) -> None:
    closed(house)
    for said in (words_on(desk, CLOSING), words_of_pdf(desk, CLOSING_PDF)):
        for words in (
            f"Casino {house.casino_id}",
            "Closing sheet T1",
            "Count at the opening",
            "Pit boss (pit boss) and Cash desk (cash desk)",
            "2,000.00",
            "19 × 100 1,900.00",
            "4 × 5 20.00",
            "1,920.00",
            "F-000001",
            "voided",
            "Games inspector",
            "estimated by the cash taken",
            "Difference at the opening – no last closing",
            "Count variance – 80.00 estimated by the opening count",
        ):
            assert words in said, words
        assert "NOT CLOSED" not in said


def test_closing_sheet_of_an_open_table_is_marked_not_closed(house: OpenHouse, desk: Client) -> None:
    for said in (words_on(desk, CLOSING), words_of_pdf(desk, CLOSING_PDF)):
        assert "NOT CLOSED" in said
        assert "The float was not counted." in said


@pytest.mark.parametrize(
    ("role", "sees"),
    [(Role.CHEF_DE_TABLE, True), (Role.PUBLIC_CONTROLLER, True), (Role.ADMINISTRATOR, False)],
)
def test_closing_sheet_is_shown_to_permitted_roles(
    house: OpenHouse, as_role: AsRole, role: Role, sees: bool
) -> None:
    assert {as_role(role).get(path).status_code for path in (CLOSING, CLOSING_PDF)} == {200 if sees else 403}


@pytest.mark.parametrize("path", ["T9/", "T9.pdf", "T1/?day=2026-11-19", "T1.pdf?day=tomorrow"])
def test_unopened_table_has_no_closing_sheet(house: OpenHouse, desk: Client, path: str) -> None:
    assert desk.get(f"/cash/closing/{path}").status_code == 404


def test_the_closing_sheet_has_the_drop_boxes_and_the_tips(house: OpenHouse, desk: Client) -> None:
    house.do(c.PlaceBox(serial="T1-A", signatures=(PIT, DESK)))
    house.do(c.TakeCash(pieces={5_000: 3}))
    house.do(c.RemoveBox(serial="T1-A", reason="full", signatures=(PIT, DESK)))
    house.do(c.CountTips(shift="night", total=1_200, signatures=(PIT, DESK)))
    for words in (words_on(desk, CLOSING), words_of_pdf(desk, CLOSING_PDF)):
        assert "T1-A waits for its count – – –" in words
        assert "night 12.00" in words


def test_a_count_by_series_names_them(casino_id: int, desk: Client) -> None:
    house = OpenHouse(casino_id, "it-campione")
    for series in ("A", "B"):
        chips = IntroduceSeries(series=series, pieces={10_000: 100})
        handle(SeriesAggregate(casino_id), chips, by=BOSS, now=house.now)
    by_series = {"A": {10_000: 3}, "B": {10_000: 2}}
    house.do(c.CountFloat(moment="opening", pieces={10_000: 5}, by_series=by_series, signatures=(PIT, DESK)))
    for said in (words_on(desk, CLOSING), words_of_pdf(desk, CLOSING_PDF)):
        assert "A 3 × 100 300.00" in said and "B 2 × 100 200.00" in said


@pytest.mark.clause("pt-americana/9-11")
def test_counted_boxes_of_colours_are_on_the_sheet_and_in_no_sum(casino_id: int, desk: Client) -> None:
    house = OpenHouse(casino_id, "pt-americana", chip_colours={"yellow": 200, "blue": 160})
    boxes = {"yellow": 198, "blue": 160}
    house.do(c.CountFloat(moment="closing", pieces={500: 40}, colours=boxes, signatures=(PIT, DESK)))
    for said in (words_on(desk, CLOSING), words_of_pdf(desk, CLOSING_PDF)):
        assert "Count at the closing Blue 160 0 Count at the closing Yellow 198 -2" in said
        assert "Total 200.00" in said


@pytest.mark.parametrize(
    "carrier", ["Łukasz Żółć", "Παναγιώτης", "Юрий Щукин", "محمد الفاسي", "שרה כהן", "王小明"]
)
def test_carrier_with_a_name_in_any_script_is_on_the_slip(
    house: OpenHouse, desk: Client, carrier: str
) -> None:
    number = ask(house)
    command = slips.IssueSlip(pieces={500: 20, 10_000: 5}, carrier=carrier, signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), command, by=BOSS, now=house.now)
    paper = words_of_pdf(desk, f"/cash/slips/{number}/paper.pdf")
    # The words of a name from right to left are extracted in the order in which they are printed.
    assert all(word in paper for word in carrier.split())
    assert "[U+" not in paper and "?" not in paper
