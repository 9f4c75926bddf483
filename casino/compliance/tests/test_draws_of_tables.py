"""Tables to inspect on the screens: committed and revealed by inspectors, seen by the casino once revealed, for ever in
the record."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.compliance.draws import DrawAggregate, commit_draws
from casino.compliance.models import DrawSeed
from casino.compliance.published_draws import PublishedDraw, published_draw
from casino.compliance.report import ReportLine, day_report
from casino.people.models import Role
from tables.compliance.draws.commands import AnyDrawCommand, AskForTable, CommitDraw, RevealDraw
from tables.compliance.draws.drawing import commitment_of
from tables.compliance.draws.events import DrawCommitted
from tables.compliance.draws.state import draw_stream
from tables.handling import Actor, handle
from tables.handling.gaming_day import gaming_day, gaming_day_begins
from tables.handling.models import GamingTable
from tables.play.events import Person, Signature
from tables.refusal import Refused
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.papers import hash_in_foot, words_of_pdf
from testkit.people import PASSWORD, AsRole, browser_of, engage

NewTable = Callable[..., OpenHouse]
SIGNED = (Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector"),)
BY = Actor(id="person/2", name="Inspector")


@pytest.fixture
def today(house: OpenHouse) -> date:
    return gaming_day(house.casino_id, timezone.now())


@pytest.fixture
def house(new_table: NewTable) -> OpenHouse:
    """A casino with tables T1 to T4, of which T1 is open today."""
    now = timezone.now()
    house = new_table("pt-francesa", now=now, day=None)
    first = GamingTable.objects.get(casino_id=house.casino_id, code="T1")
    for code in ("T2", "T3", "T4"):
        first.pk, first.code = None, code
        first.save(force_insert=True)
    return house


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def commit(client: Client, day: date, status: int = 302, **entered: object) -> Element:
    form = {"first": day.isoformat(), "days": 1, "tables": 2, "pin": PASSWORD, **entered}
    answer = client.post("/compliance/draws/commit", form)
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content or b"<p></p>")


def act(client: Client, day: date, command: str, status: int = 302, **entered: str) -> Element:
    answer = client.post(f"/compliance/draws/{day}/{command}", {"pin": PASSWORD, **entered})
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content or b"<p></p>")


def page(client: Client, day: date) -> str:
    answer = client.get(f"/compliance/draws/{day}/")
    assert answer.status_code == 200
    return read_page(answer.content).select_one("main").get_text(" ")  # type: ignore[union-attr]


def types_of(house: OpenHouse, day: date) -> list[str]:
    return [each.type for each in read_stream(house.casino_id, draw_stream(day.isoformat()))]


def shown(house: OpenHouse, day: date) -> PublishedDraw:
    found = published_draw(house.casino_id, day)
    assert found is not None
    return found


def do(house: OpenHouse, day: date, command: AnyDrawCommand, now: datetime) -> None:
    handle(DrawAggregate(house.casino_id, day), command, by=BY, now=now)


def in_the_evening(house: OpenHouse, day: date) -> datetime:
    return gaming_day_begins(house.casino_id, day) + timedelta(hours=10)


def test_a_draw_is_committed_without_its_seed_and_revealed_with_it(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    commit(inspector, today)
    fixed = shown(house, today)
    assert (fixed.status, fixed.seed, fixed.tables, fixed.tables_to_draw) == ("committed", None, None, 2)
    assert [(each.table, each.weight) for each in fixed.candidates] == [
        (f"T{number}", 27_720) for number in (1, 2, 3, 4)
    ]
    assert "waits to be revealed" in page(inspector, today)
    act(inspector, today, "reveal", words="4 1 6")
    revealed = shown(house, today)
    assert revealed.tables is not None and len(revealed.tables) == 2
    assert (revealed.status, revealed.words, revealed.commitment) == ("revealed", "4 1 6", fixed.commitment)
    seed = bytes.fromhex(str(revealed.seed))
    assert commitment_of(today.isoformat(), 2, revealed.candidates, seed) == fixed.commitment
    assert types_of(house, today) == ["draw_committed", "draw_revealed"]
    assert str(revealed.seed) in page(inspector, today)


def test_the_seed_lies_outside_of_the_record_and_encrypted_until_it_is_revealed(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    commit(inspector, today)
    kept = bytes(DrawSeed.objects.get(casino_id=house.casino_id).seed)
    act(inspector, today, "reveal")
    seed = str(shown(house, today).seed)
    assert seed.encode() not in kept and bytes.fromhex(seed) not in kept
    assert not DrawSeed.objects.filter(casino_id=house.casino_id).exists()
    committed, _ = read_stream(house.casino_id, draw_stream(today.isoformat()))
    assert seed not in json.dumps(committed.data)


def test_several_days_are_committed_at_once_and_a_later_one_stays_closed_until_it_begins(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    commit(inspector, today, days=3)
    days = [today + timedelta(days=step) for step in range(3)]
    fixed = [shown(house, day) for day in days]
    assert len({each.commitment for each in fixed}) == 3
    assert {each.days for each in fixed} == {tuple(day.isoformat() for day in days)}
    act(inspector, today, "reveal")
    refused = act(inspector, days[1], "reveal", 422)
    assert "has not begun" in refused.select_one("[role=alert]").get_text()  # type: ignore[union-attr]
    assert [shown(house, day).status for day in days] == ["revealed", "committed", "committed"]
    just_before = gaming_day_begins(house.casino_id, days[1]) - timedelta(seconds=1)
    with pytest.raises(Refused):
        do(house, days[1], RevealDraw(signatures=SIGNED), just_before)
    do(house, days[1], RevealDraw(signatures=SIGNED), just_before + timedelta(seconds=1))
    assert shown(house, days[1]).seed not in (None, shown(house, today).seed)


def test_the_closed_pages_have_the_commitments_of_all_days_and_tell_no_table(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    commit(inspector, today, days=2)
    form = read_page(inspector.get("/compliance/draws/").content)
    assert form.select_one("#draw-first")["value"] == str(today + timedelta(days=2))  # type: ignore[index]
    answer = inspector.get(f"/compliance/draws/{today}/pages")
    text = read_page(answer.content).get_text(" ")
    for day in (today, today + timedelta(days=1)):
        assert str(shown(house, day).commitment) in text
    assert len(read_page(answer.content).select(".closed-page .to-write")) == 10


def test_a_day_has_one_draw_and_of_several_days_none_is_drawn_if_one_cannot_be(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    tomorrow = today + timedelta(days=1)
    commit(inspector, tomorrow)
    fixed = shown(house, tomorrow)
    refused = commit(inspector, today, 422, days=3)
    assert "a day is drawn once" in refused.select_one("#commit [role=alert]").get_text()  # type: ignore[union-attr]
    assert refused.select_one("#draw-days")["value"] == "3"  # type: ignore[index]
    assert shown(house, tomorrow) == fixed
    assert types_of(house, today) == types_of(house, today + timedelta(days=2)) == []
    assert DrawSeed.objects.filter(casino_id=house.casino_id).count() == 1


def test_the_same_form_sent_twice_draws_once(house: OpenHouse, inspector: Client, today: date) -> None:
    for _ in range(2):
        commit(inspector, today, days=2, key="abc123")
    assert types_of(house, today) == ["draw_committed"]
    for _ in range(2):
        act(inspector, today, "reveal", key="abc124")
    assert types_of(house, today) == ["draw_committed", "draw_revealed"]


@pytest.mark.parametrize(
    "entered",
    [
        {"tables": 5},
        {"tables": 0},
        {"tables": ""},
        {"tables": "two"},
        {"days": 32},
        {"days": 0},
        {"first": "2026-13-01"},
        {"first": "0001-01-01"},
        {"first": ""},
        {"pin": "0000"},
    ],
)
def test_a_draw_that_cannot_be_is_refused_with_what_was_entered(
    house: OpenHouse, inspector: Client, today: date, entered: dict[str, object]
) -> None:
    refused = commit(inspector, today, 422, **entered)
    assert len(refused.select("#commit [role=alert]")) == 1
    assert types_of(house, today) == []
    assert not DrawSeed.objects.filter(casino_id=house.casino_id).exists()


def test_more_tables_than_the_casino_has_is_said_with_both_numbers(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    refused = commit(inspector, today, 422, tables=5)
    alert = refused.select_one("#commit [role=alert]").get_text()  # type: ignore[union-attr]
    assert alert == "5 tables cannot be drawn: the casino has 4 tables in use"


def test_a_wrong_pin_reveals_nothing_and_asks_for_nothing(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    commit(inspector, today)
    for command, place in (("reveal", "#drawn"), ("ask", "#on-demand")):
        refused = act(inspector, today, command, 422, pin="1111", table="T1", reason="a complaint")
        assert refused.select(f"{place} [role=alert]")
    assert types_of(house, today) == ["draw_committed"]


@pytest.mark.parametrize("role", [Role.PIT_BOSS, Role.DIRECTION, Role.CHEF_DE_TABLE, Role.ADMINISTRATOR])
def test_nobody_of_the_casino_draws_reveals_or_asks(
    house: OpenHouse, as_role: AsRole, today: date, role: Role
) -> None:
    client = as_role(role)
    commit(client, today, 403)
    for command in ("reveal", "ask"):
        act(client, today, command, 403, table="T1", reason="x")
    assert client.get(f"/compliance/draws/{today}/pages").status_code == 403
    assert types_of(house, today) == []


@pytest.mark.parametrize("role", [Role.CHEF_DE_TABLE, Role.CASH_DESK, Role.ADMINISTRATOR])
def test_draws_are_hidden_from_roles_without_compliance(
    house: OpenHouse, as_role: AsRole, today: date, role: Role
) -> None:
    client = as_role(role)
    for path in ("", f"{today}/", f"{today}/draw.json", f"{today}/draw.pdf"):
        assert client.get(f"/compliance/draws/{path}").status_code == 403


def test_the_casino_sees_a_draw_only_once_it_is_revealed(
    house: OpenHouse, inspector: Client, as_role: AsRole, today: date
) -> None:
    boss = as_role(Role.PIT_BOSS)
    before = page(boss, today), boss.get("/compliance/draws/").content
    commit(inspector, today)
    assert page(boss, today) == before[0]
    assert read_page(boss.get("/compliance/draws/").content).get_text() == read_page(before[1]).get_text()
    for form in ("json", "pdf"):
        assert boss.get(f"/compliance/draws/{today}/draw.{form}").status_code == 404
    paper = f"/compliance/draws/{today}/draw.pdf"
    committed = words_of_pdf(inspector, paper)
    assert "committed, not known yet" in committed and "secret until it is revealed" in committed
    assert not lines_about_the_draw(house, today)
    act(inspector, today, "reveal")
    drawn = shown(house, today).tables or ()
    for text in (page(boss, today), read_page(boss.get(f"/compliance/day/?day={today}").content).get_text()):
        assert all(table in text for table in drawn)
    published = json.loads(boss.get(f"/compliance/draws/{today}/draw.json").content)
    assert published["tables"] == list(drawn)
    revealed = words_of_pdf(boss, paper).replace(" ", "")
    for said in (*drawn, published["seed"], published["commitment"], "revealed"):
        assert said in revealed, said
    assert len(hash_in_foot(boss, paper)) == 64
    assert [each.type for each in lines_about_the_draw(house, today)] == ["draw_committed", "draw_revealed"]


def lines_about_the_draw(house: OpenHouse, day: date) -> list[ReportLine]:
    report = day_report(house.casino_id, "T1", day.isoformat())
    assert report is not None
    return [each for each in report.lines if each.stream == draw_stream(day.isoformat())]


def test_a_table_on_demand_is_recorded_apart_from_the_draw_and_without_one(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    act(inspector, today, "ask", table="T3", reason="a complaint of last night")
    assert (shown(house, today).status, shown(house, today).inspected) == ("asked", ("T3",))
    commit(inspector, today, tables=4)
    refused = act(inspector, today, "ask", 422, table="T1", reason=" ")
    assert refused.select("#on-demand [role=alert]")
    act(inspector, today, "reveal")
    draw = shown(house, today)
    assert sorted(draw.tables or ()) == ["T1", "T2", "T3", "T4"]
    assert [(each.table, each.reason) for each in draw.on_demand] == [("T3", "a complaint of last night")]
    assert types_of(house, today) == ["table_asked_for", "draw_committed", "draw_revealed"]
    tomorrow = today + timedelta(days=1)
    assert "has not begun" in act(inspector, tomorrow, "ask", 422, table="T1", reason="x").get_text()


def test_a_table_weighs_less_by_each_day_on_which_it_was_inspected_and_long_ago_counts_no_more(
    house: OpenHouse, today: date
) -> None:
    for back, tables in ((91, "T1"), (90, "T2"), (5, "T2"), (1, "T3")):
        day = today - timedelta(days=back)
        ask = AskForTable(table=tables, reason="x", signatures=SIGNED)
        do(house, day, ask, in_the_evening(house, day))
    yesterday = today - timedelta(days=1)
    never_revealed = CommitDraw(days=(yesterday.isoformat(),), tables=4, signatures=SIGNED)
    do(house, yesterday, never_revealed, in_the_evening(house, yesterday))
    do(house, today, CommitDraw(days=(today.isoformat(),), tables=1, signatures=SIGNED), timezone.now())
    weights = {each.table: (each.inspections, each.weight) for each in shown(house, today).candidates}
    assert weights == {"T1": (0, 27_720), "T2": (2, 9_240), "T3": (1, 13_860), "T4": (0, 27_720)}


def test_a_table_drawn_and_revealed_weighs_less_the_next_time_and_counts_a_day_once(
    house: OpenHouse, today: date
) -> None:
    yesterday = today - timedelta(days=1)
    evening = in_the_evening(house, yesterday)
    ask = AskForTable(table="T1", reason="x", signatures=SIGNED)
    do(house, yesterday, ask, evening)
    do(house, yesterday, CommitDraw(days=(yesterday.isoformat(),), tables=4, signatures=SIGNED), evening)
    do(house, yesterday, RevealDraw(signatures=SIGNED), evening)
    do(house, today, CommitDraw(days=(today.isoformat(),), tables=1, signatures=SIGNED), timezone.now())
    assert {each.inspections for each in shown(house, today).candidates} == {1}


def test_a_table_out_of_use_is_no_candidate(house: OpenHouse, inspector: Client, today: date) -> None:
    GamingTable.objects.filter(casino_id=house.casino_id, code="T2").update(withdrawn=True)
    commit(inspector, today)
    assert [each.table for each in shown(house, today).candidates] == ["T1", "T3", "T4"]


def test_no_draw_is_ever_deleted_and_the_list_leads_back_to_the_oldest(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    long_ago = today - timedelta(days=700)
    evening = in_the_evening(house, long_ago)
    do(house, long_ago, CommitDraw(days=(long_ago.isoformat(),), tables=1, signatures=SIGNED), evening)
    DrawSeed.objects.filter(casino_id=house.casino_id).delete()
    listed = inspector.get(f"/compliance/draws/?first={long_ago}&last={long_ago + timedelta(days=30)}")
    (row,) = read_page(listed.content).select("#draws tbody tr")
    assert "waits to be revealed" in row.get_text()
    refused = act(inspector, long_ago, "reveal", 422)
    assert "is lost" in refused.select_one("#drawn [role=alert]").get_text()  # type: ignore[union-attr]
    assert types_of(house, long_ago) == ["draw_committed"]
    for path in ("commit", "delete", "withdraw"):
        assert inspector.post(f"/compliance/draws/{long_ago}/{path}", {"pin": PASSWORD}).status_code == 404
    assert inspector.delete(f"/compliance/draws/{long_ago}/").status_code == 405


@pytest.mark.parametrize(
    "query", ["first=2026-11-20&last=2026-11-19", "first=2020-01-01&last=2026-01-01", "first=x"]
)
def test_days_that_are_none_are_refused_above_the_list(
    house: OpenHouse, inspector: Client, query: str
) -> None:
    answer = inspector.get(f"/compliance/draws/?{query}")
    assert answer.status_code == 422
    assert read_page(answer.content).select("[role=alert]")


def test_another_casino_sees_nothing_and_draws_for_itself(
    house: OpenHouse, inspector: Client, today: date
) -> None:
    other = OpenHouse(house.casino_id + 5_000_000, "it-venezia", table="V1", now=timezone.now())
    elsewhere = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=other.casino_id))
    commit(inspector, today)
    act(inspector, today, "ask", table="T2", reason="a complaint of last night")
    assert "T2" not in page(elsewhere, today) and "complaint" not in page(elsewhere, today)
    assert elsewhere.get(f"/compliance/draws/{today}/draw.json").status_code == 404
    assert not read_page(elsewhere.get("/compliance/draws/").content).select("#draws tbody tr")
    act(elsewhere, today, "reveal", 422)
    commit(elsewhere, today, tables=1)
    assert [each.table for each in shown(other, today).candidates] == ["V1"]


@pytest.mark.parametrize("path", ["never/", "0001-01-01/", "20261120/", "2026-11-20/none"])
def test_unknown_day_or_command_of_draws_is_not_found(house: OpenHouse, inspector: Client, path: str) -> None:
    answer = (
        inspector.post(f"/compliance/draws/{path}", {})
        if path.endswith("none")
        else inspector.get(f"/compliance/draws/{path}")
    )
    assert answer.status_code == 404


def test_a_commit_of_many_days_is_one_transaction(house: OpenHouse, today: date) -> None:
    days = tuple((today + timedelta(days=step)).isoformat() for step in range(3))
    command = CommitDraw(days=days, tables=1, signatures=SIGNED)
    commit_draws(house.casino_id, command, by=BY, now=timezone.now(), idempotency_key="one")
    records = [read_stream(house.casino_id, draw_stream(day)) for day in days]
    assert [len(each) for each in records] == [1, 1, 1]
    assert all(DrawCommitted.__struct_config__.tag == each[0].type for each in records)
