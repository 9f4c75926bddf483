"""The daily audit and the drop seen on video, held against the ledger of a simulated day; and the draw of a month."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from casino.compliance.inspections.comparison import against_drop, against_ledger
from casino.kit.dates import long_day
from casino.kit.money import in_a_field, money
from casino.people.models import Person, Role
from settlement.day_ledger import ledger_of_table
from settlement.simulation.recording import simulate_and_record
from settlement.table_ledger import TableLedger
from tables.compliance.inspections.drawing import drawn
from tables.compliance.inspections.figures import AuditFigures, VideoFigures
from tables.compliance.inspections.state import plan_stream
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from testkit.pages import Element, find, read_page
from testkit.papers import hash_in_foot, words_of_pdf
from testkit.people import PASSWORD, browser_of, engage
from testkit.play import opening

pytestmark = pytest.mark.django_db
BEGINS = (timezone.now() - timedelta(days=4)).replace(hour=14, minute=45)
DAY, BEFORE = BEGINS.date().isoformat(), (BEGINS.date() - timedelta(days=1)).isoformat()
DONE = f"{BEGINS + timedelta(days=1):%Y-%m-%dT%H:%M}"
CASINO = 7_000_001


class Lived(NamedTuple):
    """A table's simulated day with its boxes counted, and who inspects it."""

    ledger: TableLedger
    inspector: Person
    boss: Person


@pytest.fixture(scope="module")
def lived(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Lived]:
    with django_db_blocker.unblock(), transaction.atomic():
        rulebook = get_rulebook("it-venezia")
        command = replace(opening(rulebook, table="RF1", day=DAY), counts_float=True)
        Casino.objects.create(id=CASINO, name="Casino")
        table = GamingTable.objects.create(
            casino_id=CASINO,
            code="RF1",
            name=rulebook.title,
            rulebook=rulebook.id,
            limits={},
            balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
        )
        simulate_and_record(table, command, opens_at=BEGINS, now=BEGINS + timedelta(days=2), coups=40, seed=3)
        ledger = ledger_of_table(CASINO, "RF1", DAY)
        assert ledger is not None
        yield Lived(
            ledger,
            engage(Role.PUBLIC_CONTROLLER, casino_id=CASINO, pin="2580"),
            engage(Role.PIT_BOSS, casino_id=CASINO, pin="1470"),
        )
        transaction.set_rollback(True)


@pytest.fixture
def screen(lived: Lived) -> Client:
    return browser_of(lived.inspector)


def key_in(screen: Client, kind: str, status: int = 302, **entered: str) -> Element:
    filled = {"counted_name": "Dora", "done_at": DONE, "pin": "2580", **entered}
    answer = screen.post(f"/compliance/inspections/{kind}/{DAY}/RF1/enter", filled)
    assert answer.status_code == status, answer.content[-2000:]
    if status != 302:
        return read_page(answer.content)
    return read_page(screen.get(answer["Location"]).content)


def lines(page: Element) -> dict[str, list[str]]:
    """The figures of the sheet by their label: on the sheet, by the record, the difference, the note."""
    return {
        find(row, "th").get_text(): [cell.get_text(strip=True) for cell in row.select("td")]
        for row in page.select(".compared tbody tr")
    }


def test_an_audit_shows_the_ledgers_figures_and_what_the_adjustment_leaves(
    lived: Lived, screen: Client
) -> None:
    ledger = lived.ledger
    assert ledger.closing.amount is not None and ledger.win.label == "counted"
    counted = ledger.closing.amount - 2_500
    shown = key_in(
        screen,
        "audit",
        balance=in_a_field(counted, "EUR"),
        card_drop="300",
        adjustment="-20",
        adjustment_reason="a chip behind the wheel",
    )
    told = lines(shown)
    for label, figure in (
        ("Drop", ledger.drop),
        ("Fills", ledger.fills),
        ("Credits", ledger.credits),
        ("Win", ledger.win),
        ("Colours out", ledger.colours_out),
    ):
        assert figure.amount is not None
        assert told[label][1] == money(figure.amount, "EUR"), label
    assert told["Hold"][1].endswith("%")
    assert told["Card drop"][0] == "300.00"
    assert told["Counted balance"][:3] == [
        money(counted, "EUR"),
        money(ledger.closing.amount, "EUR"),
        "– 25.00",
    ]
    assert told["Adjustment"][0] == "– 20.00" and told["Adjustment"][3] == "a chip behind the wheel"
    assert told["Left after the adjustment"][2] == "– 5.00"
    assert find(shown, "#result").get_text() == "– 5.00"
    whole = key_in(
        screen,
        "audit",
        balance=in_a_field(counted, "EUR"),
        adjustment="– 25",
        adjustment_reason="found and explained",
    )
    assert find(whole, "#result").get_text() == "– 25.00, adjusted"


def test_an_audit_of_an_empty_balance_can_be_keyed_in_and_an_adjustment_has_a_reason(
    lived: Lived, screen: Client
) -> None:
    assert lines(key_in(screen, "audit", balance="0"))["Counted balance"][0] == "0.00"
    for wrong, sentence in (
        ({"balance": ""}, "balance that was counted"),
        ({"balance": "-5"}, "not an amount in EUR"),
        ({"balance": "10", "adjustment": "5"}, "has a reason"),
    ):
        refused = key_in(screen, "audit", 422, **wrong)
        assert sentence in find(refused, "#rejected").get_text()


def test_the_drop_that_was_seen_is_held_against_the_counted_drop(lived: Lived, screen: Client) -> None:
    counted = lived.ledger.drop
    assert counted.label == "counted" and counted.amount
    shown = key_in(
        screen,
        "video",
        recording="CAM 4 / 312",
        minutes="240",
        drop=in_a_field(counted.amount - 5_000, "EUR"),
    )
    told = lines(shown)
    assert told["Recording"][0] == "CAM 4 / 312" and told["Minutes seen"][0] == "240"
    assert told["Drop"][1:3] == [money(counted.amount, "EUR"), "– 50.00"]
    for wrong in ({"recording": " "}, {"minutes": "0"}, {"drop": "much"}):
        whole = {"recording": "C", "minutes": "9", "drop": "0", **wrong}
        assert key_in(screen, "video", 422, **whole).select("#rejected")


def test_figures_that_are_not_known_are_none_to_differ_from(lived: Lived) -> None:
    audited = against_ledger(AuditFigures(balance=100), None)
    watched = against_drop(VideoFigures(recording="C", minutes=9, drop=100), None)
    assert (audited.differs, audited.difference) == (watched.differs, watched.difference) == (None, None)


def test_audit_sheet_of_a_day_without_ledger_has_no_figures(lived: Lived, screen: Client) -> None:
    filled = {"counted_name": "Dora", "done_at": DONE, "pin": "2580", "balance": "10"}
    answer = screen.post(f"/compliance/inspections/audit/{BEFORE}/RF1/enter", filled)
    shown = read_page(screen.get(answer["Location"]).content)
    assert lines(shown)["Drop"][3] == "not opened on this day"


VIDEOS = "/compliance/inspections/video/"


def today() -> str:
    return gaming_day(CASINO, timezone.now()).isoformat()


def draw(screen: Client, status: int = 302, **entered: str) -> Element:
    answer = screen.post(f"{VIDEOS}draw", {"month": today()[:7], "share": "50", "pin": "2580", **entered})
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content or b"<p></p>")


def test_a_month_is_drawn_once_and_its_days_are_told_to_inspectors_alone(
    lived: Lived, screen: Client
) -> None:
    month = today()[:7]
    for wrong in ({"pin": "0000"}, {"share": ""}, {"share": "101"}, {"month": "2020-01"}):
        assert find(draw(screen, 422, **wrong), "#rejected").get_text()
    draw(screen)
    (opened,) = read_stream(CASINO, plan_stream(month))
    assert opened.data["chosen"] == {
        day: list(tables) for day, tables in drawn(month, opened.data["seed"], 50, ["RF1"]).items()
    }
    assert "Draw the month" not in find(read_page(screen.get(VIDEOS).content), "#page").get_text()
    assert "drawn already" in find(draw(screen, 422), "#rejected").get_text()
    days = [row.get_text(" ") for row in read_page(screen.get(VIDEOS).content).select("#to-see tbody tr")]
    assert len(days) == 3
    boss = read_page(browser_of(lived.boss).get(VIDEOS).content)
    past = [day for day in opened.data["chosen"] if day < today()]
    assert len(boss.select("#to-see tbody tr")) == len(past)

    paper = f"/compliance/inspections/video.pdf?month={month}"
    assert find(boss, "#page .export a")["href"] == paper
    told, held_back = words_of_pdf(screen, paper), words_of_pdf(browser_of(lived.boss), paper)
    assert opened.data["seed"] in told.replace(" ", "")
    for day in opened.data["chosen"]:
        row = f"{long_day(day)} RF1"
        assert row in told
        assert (row in held_back) == (day in past)
    assert len(hash_in_foot(screen, paper)) == 64
    assert screen.get("/compliance/inspections/video.pdf?month=2020-01").status_code == 404
    assert not boss.select("#to-see a[href$='RF1/']"), "who reads keys nothing in"


def test_draw_of_videos_is_refused_without_permission(lived: Lived) -> None:
    answer = browser_of(lived.boss).post(f"{VIDEOS}draw", {"month": DAY[:7], "share": "9", "pin": PASSWORD})
    assert answer.status_code == 403
    assert browser_of(lived.boss).get(f"{VIDEOS}?month=2026-13").status_code == 404
