"""Change at the table's page: the two steps, the receipts and their claims, advances, and chips of an old series."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import engage

pytestmark = pytest.mark.django_db
Screen = Callable[..., Element]
RECEIPT = "T1/2026-11-20/c1"


def asked(player: str = "P1") -> c.AskForChange:
    return c.AskForChange(player=player, given={10_000: 2}, wanted={500: 40})


def said(client: Client, command: str, **form: str) -> tuple[int, Element]:
    """What the page says to a command."""
    response = client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    return response.status_code, read_page(response.content)


@pytest.fixture
def campione(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    return new_table("it-campione")


@pytest.mark.clause("pt-francesa/8")
def test_the_page_shows_both_steps_while_there_is_something_on_them(table: OpenHouse, screen: Screen) -> None:
    assert not screen().select("#change")
    play(table, asked("P1"), asked("P2"), c.ServeChange())
    page = screen()
    upper, lower = part(page, "#change-waiting"), part(page, "#change-serving")
    assert (upper["aria-label"], lower["aria-label"]) == ("Upper step", "Lower step")
    assert "Blue, seat 2" in upper.get_text()
    assert "Yellow, seat 1" in lower.get_text()
    assert "2 × 100 for 40 × 5" in lower.get_text()
    play(table, c.FinishChange(paid_out={500: 40}), c.GiveBackChange(number=2))
    assert not screen().select("#change")


def test_a_rulebook_without_steps_shows_none(campione: OpenHouse, screen: Screen) -> None:
    play(campione, asked())
    assert "step" not in part(screen(), "#change").get_text()


def test_change_handed_in_is_counted_by_value(table: OpenHouse, boss: Client) -> None:
    page = read_page(boss.get("/floor/T1/").content)
    hundred = part(page, "#panel-change #given-100")
    value = part(page, f"[name={str(hundred['name']).replace('given-', 'given-value-')}]")["value"]
    assert value == "100"
    place = str(hundred["name"]).removeprefix("given-")
    form = {f"given-value-{place}": "100", f"given-{place}": "2", "given-value-13": "1000", "given-13": "1"}
    status, _ = said(boss, "ask-for-change", player="P3", handed="notes", **form)
    assert status == 200
    (waiting,) = table.state.change.waiting
    assert (waiting.player, waiting.handed, waiting.given) == ("P3", "notes", ((100_000, 1), (10_000, 2)))


@pytest.mark.parametrize(
    ("form", "detail"),
    [
        ({"player": "P1", "handed": "chips"}, "Nothing is handed in for change"),
        ({"player": "P1", "handed": "gold"}, "Say whether chips or notes are handed in"),
        ({"player": "P77", "handed": "chips"}, "is no seat of this table"),
        ({"player": "P1", "handed": "chips", "given-value-1": "5", "given-1": "many"}, "no number of pieces"),
    ],
)
def test_malformed_change_is_refused_in_its_panel(
    table: OpenHouse, boss: Client, form: dict[str, str], detail: str
) -> None:
    status, page = said(boss, "ask-for-change", **form)
    assert status == 422
    assert detail in part(page, "#panel-change #answer-change-panel").get_text()


@pytest.mark.clause("pt-francesa/8")
def test_the_next_is_served_and_paid_out_as_wanted_from_the_screen(table: OpenHouse, boss: Client) -> None:
    play(table, asked())
    _, page = said(boss, "serve-change")
    panel = part(page, "#panel-change-out")
    filled = {str(field["name"]): str(field.get("value", "")) for field in panel.select("input")}
    assert "40" in filled.values()
    short = {**filled, next(name for name, value in filled.items() if value == "40"): "39"}
    status, page = said(boss, "finish-change", **short)
    assert status == 422
    assert "5 EUR too little" in part(page, "#panel-change-out #answer-change-out").get_text()
    status, _ = said(boss, "finish-change", **filled)
    assert (status, table.state.change.serving) == (200, None)
    status, page = said(boss, "finish-change", **filled)
    assert "no change is being made" in part(page, "#answer-change-gone").get_text().lower()


@pytest.mark.clause("it-campione/21")
def test_a_receipt_can_be_printed_with_its_amounts_by_value_and_its_times(
    campione: OpenHouse, screen: Screen
) -> None:
    play(campione, asked(), c.ServeChange(), c.FinishChange(paid_out={500: 40}))
    paper = find(screen("/floor/T1/change/1/"), ".receipt")
    assert paper is not None
    rows = [[cell.get_text(strip=True) for cell in row.select("td")] for row in paper.select("tr")]
    assert ["2", "× 100.00", "200.00"] in rows
    assert ["40", "× 5.00", "200.00"] in rows
    assert len(paper.select("time")) == 2
    assert RECEIPT in screen("/floor/T1/change/1/").get_text()


@pytest.mark.clause("it-campione/21")
def test_the_days_receipts_are_listed_with_their_claims_and_late_ones_marked(
    campione: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(campione, asked(), c.ServeChange(), c.FinishChange(paid_out={500: 40}))
    response = boss.post("/floor/T1/do/claim-change", {"receipt": RECEIPT, "what": "One is missing"})
    assert response.status_code == 302
    card = part(screen(), "#claim-1").get_text()
    assert "out of time" in card
    assert "art. 21" in card
    said(boss, "answer-claim", claim="1", answer="The drawer was counted")
    assert not screen().select("#claim-1")
    row = part(screen("/floor/T1/change/"), "#receipt-1").get_text()
    assert "One is missing" in row
    assert "out of time (art. 21)" in row
    assert "not upheld: The drawer was counted" in row


def test_receipts_of_another_day_are_found_by_the_day(campione: OpenHouse, boss: Client) -> None:
    play(campione, asked(), c.GiveBackChange(number=1))
    assert "given back" in boss.get("/floor/T1/change/?day=2026-11-20").content.decode()
    assert "No change was made" in boss.get("/floor/T1/change/?day=2026-11-19").content.decode()
    for address in ("?day=yesterday", "2/", "1/?day=2026-11-19"):
        assert boss.get(f"/floor/T1/change/{address}").status_code == 404


@pytest.mark.parametrize(
    ("role", "status"), [(Role.CASH_DESK, 200), (Role.GAMES_INSPECTOR, 200), (Role.ADMINISTRATOR, 403)]
)
def test_receipts_are_seen_by_those_who_pay_and_those_who_control(
    campione: OpenHouse, as_role: Callable[[Role], Client], role: Role, status: int
) -> None:
    play(campione, asked())
    client = as_role(role)
    assert client.get("/floor/T1/change/").status_code == status
    assert client.get("/floor/T1/change/1/").status_code == status


@pytest.mark.clause("it-campione/16")
def test_chips_are_advanced_on_the_screen_once_the_inspector_signs_with_a_pin(
    campione: OpenHouse, boss: Client
) -> None:
    status, page = said(boss, "advance-chips", player="P1", amount="600")
    assert status == 422
    assert "the games inspector has not signed" in part(page, "#answer-advance").get_text()
    inspector = engage(Role.GAMES_INSPECTOR, casino_id=campione.casino_id, pin="4711")
    signed = {"signer": inspector.username, "pin": "4711"}
    status, page = said(boss, "advance-chips", player="P1", amount="600", **signed)
    assert status == 200
    assert "600.00" in part(page, "#advance-v1").get_text()
    (advanced,) = [event for event in campione.events() if event.type == "chips_advanced"]
    assert advanced.metadata["signed"][1]["role"] == "games_inspector"


@pytest.mark.clause("it-campione/17")
def test_an_announcement_without_its_amount_is_laid_on_an_advance_from_the_screen(
    campione: OpenHouse, boss: Client
) -> None:
    boss_signs = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
    inspector = e.Signature(person=e.Person(id="person/2", name="Inspector"), role="games_inspector")
    play(campione, c.AdvanceChips(player="P1", amount=60_000, signatures=(boss_signs, inspector)))
    play(campione, c.AnnounceBetsOpen())
    said_aloud = {"ref": "v1", "bet": "tiers", "repeated": "yes"}
    status, page = said(boss, "announce-on-advance", ref="v1", bet="tiers")
    assert status == 422
    assert "repeat it aloud" in part(page, "#answer-advance-v1").get_text()
    status, _ = said(boss, "announce-on-advance", **said_aloud)
    assert (status, campione.state.bets[0].amount) == (200, 60_000)
    status, page = said(boss, "announce-on-advance", amount="6", **said_aloud)
    assert status == 422
    assert "can still be staked" in part(page, "#answer-advance-v1").get_text()
    assert said(boss, "repay-advance", ref="v1", amount="600")[0] == 200
    assert not campione.state.advances.open


@pytest.mark.clause("it-campione/20")
def test_chips_of_an_old_series_are_recorded_from_the_panel(
    campione: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert not screen().select("#old-series")
    play(campione, c.TellChipSeries(in_play=("B",), ended=("A",)))
    assert part(screen(), "#old-series option")["value"] == "A"
    status, _ = said(boss, "see-old-series", series="A", player="P2", amount="300", where="on the cloth")
    assert status == 200
    seen = campione.events()[-1]
    assert (seen.type, seen.data["amount"]) == ("old_series_seen", 30_000)


def test_a_table_whose_rulebook_knows_none_of_it_has_no_button(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    new_table("it-live")
    assert not screen().select("[popovertarget=panel-change]")
