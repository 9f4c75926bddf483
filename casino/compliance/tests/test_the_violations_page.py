"""The list of violations: who may see it, what it shows, and what may be said on it by whom; and the report."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from casino.compliance.tests.conftest import AsRole
from casino.people.models import SIGN_IN, Role
from tables.handling.aggregates.violation import violation_state
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import browser_of, engage

NewTable = Callable[..., OpenHouse]
OF_REPORTS = {Role.PIT_BOSS, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER}
READERS = OF_REPORTS | {Role.CHEF_DE_TABLE}
REPORTS = ("/compliance/report/", "/compliance/report.csv")


@pytest.fixture
def house(new_table: NewTable) -> OpenHouse:
    """Two breaches of one rule, a minute apart, and a ball that was changed three minutes late."""
    house = new_table("pt-francesa")
    house.do(c.ChangeBall(ball="A", announced=True))
    house.now += timedelta(minutes=1)
    house.do(c.ChangeBall(ball="A", announced=True))
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    return house


def names(house: OpenHouse) -> list[str]:
    return [str(each.data["violation"]) for each in house.events() if each.type == "violation_raised"]


def page(client: Client, query: str = "") -> Element:
    answer = client.get(f"/compliance/{query}")
    assert answer.status_code == 200
    return read_page(answer.content)


def rows(shown: Element) -> list[Element]:
    return shown.select("#page tbody tr[id]")


def row(shown: Element, name: str) -> Element:
    (found,) = [each for each in rows(shown) if each["id"] == f"v-T1-2026-11-20-{name}"]
    return found


def buttons(found: Element) -> list[str]:
    return [button.get_text() for button in found.select("button")]


def path(name: str, command: str) -> str:
    return f"/compliance/T1/2026-11-20/{name}/{command}"


@pytest.mark.parametrize("role", SIGN_IN)
def test_the_list_is_read_by_who_answers_or_inspects_and_the_report_by_who_inspects_or_the_pit_boss(
    house: OpenHouse, as_role: AsRole, role: Role
) -> None:
    client = as_role(role)
    assert client.get("/compliance/").status_code == (200 if role in READERS else 403)
    expected = 200 if role in OF_REPORTS else 403
    assert [client.get(each).status_code for each in REPORTS] == [expected] * 2
    first = read_page(client.get("/", follow=True).content)
    assert bool(first.select('nav a[href="/compliance/"]')) is (role in READERS)


def test_the_newest_stands_first_with_clause_who_when_and_how_late(house: OpenHouse, as_role: AsRole) -> None:
    shown = page(as_role(Role.GAMES_INSPECTOR))
    first, second, late = names(house)
    assert [each["id"].removeprefix("v-T1-2026-11-20-") for each in rows(shown)] == [late, second, first]
    text = row(shown, late).get_text(" ", strip=True)
    assert "Ball change" in text and house.rulebook.clauses["pt-francesa/9"] in text
    assert "3 min 0 s" in text and "Pit boss (demo)" in text
    assert "Repeat" not in row(shown, first).get_text()


def test_a_repeat_names_the_first_by_what_when_and_table_and_leads_to_it(
    house: OpenHouse, as_role: AsRole
) -> None:
    inspector = as_role(Role.GAMES_INSPECTOR)
    first, second, _ = names(house)
    said = find(row(page(inspector), second), ".repeat")
    when = find(row(page(inspector), first), "time").get_text()
    assert said.get_text(" ", strip=True) == f"Repeat of Same ball again at T1, {when}"
    assert find(said, "a")["href"] == f"#v-T1-2026-11-20-{first}"


def test_a_repeat_leads_to_the_first_by_itself_where_that_is_not_on_the_list(
    house: OpenHouse, as_role: AsRole
) -> None:
    inspector = as_role(Role.GAMES_INSPECTOR)
    first, second, _ = names(house)
    inspector.post(path(first, "uphold"), {"words": "seen"})
    link = find(row(page(inspector), second), ".repeat a")
    alone = page(inspector, str(link["href"]).removeprefix("/compliance/"))
    assert [each["id"] for each in rows(alone)] == [f"v-T1-2026-11-20-{first}"]
    assert "the one that was asked for" in find(alone, "#count").get_text()
    assert not alone.select(".filter [name=name]")


def test_offered_answers_to_a_violation_depend_on_the_role(house: OpenHouse, as_role: AsRole) -> None:
    name = names(house)[0]
    assert buttons(row(page(as_role(Role.PIT_BOSS)), name)) == ["Acknowledge", "Explain"]
    inspector = as_role(Role.GAMES_INSPECTOR)
    assert buttons(row(page(inspector), name)) == ["Uphold", "Dismiss"]
    for client, command in ((inspector, "explain"), (as_role(Role.PIT_BOSS), "uphold")):
        assert client.post(path(name, command), {"words": "no"}).status_code == 403
    assert violation_state(house.casino_id, "T1", "2026-11-20", name).version == 0


def test_a_life_is_lived_on_the_page(house: OpenHouse, as_role: AsRole) -> None:
    name = names(house)[0]
    boss, inspector = as_role(Role.PIT_BOSS), as_role(Role.PUBLIC_CONTROLLER)
    assert boss.post(path(name, "acknowledge"), {"seen": "0"}).status_code == 302
    assert boss.post(path(name, "explain"), {"words": "B was\r\ncracked"}).status_code == 302
    said = find(row(page(inspector), name), ".life")
    assert said is not None and said.get_text(" ", strip=True).startswith("Explained")
    assert [q.get_text() for q in said.select("q")] == ["B was cracked"]
    assert "the pit boss" in said.get_text()
    answer = inspector.post(path(name, "uphold"), {"words": "seen", "back": "table=T1"})
    assert answer.headers["Location"] == "/compliance/?table=T1"
    assert name not in {each["id"].removeprefix("v-T1-2026-11-20-") for each in rows(page(inspector))}
    ended = row(page(inspector, "?status=upheld"), name)
    assert buttons(ended) == ["Open again"]
    assert buttons(row(page(boss, "?status=upheld"), name)) == []
    inspector.post(path(name, "reopen"), {"words": "another camera"})
    assert violation_state(house.casino_id, "T1", "2026-11-20", name).status == "reopened"


def test_a_refusal_is_said_at_its_violation_and_keeps_the_words(house: OpenHouse, as_role: AsRole) -> None:
    name = names(house)[0]
    boss = as_role(Role.PIT_BOSS)
    boss.post(path(name, "acknowledge"))
    answer = boss.post(path(name, "explain"), {"seen": "0", "words": "it was cracked", "back": "status=all"})
    assert answer.status_code == 422
    shown = read_page(answer.content)
    refused = row(shown, name)
    assert "It was acknowledged meanwhile" in find(refused, "[role=alert]").get_text()
    assert find(refused, "[name=words]").get_text() == "it was cracked"
    assert find(refused, "[data-answer]")["data-answer"] == "refused"
    assert len(shown.select("tbody [data-answer=unasked]")) == 2


def test_a_refusal_of_what_has_left_the_list_is_said_above_it(house: OpenHouse, as_role: AsRole) -> None:
    name = names(house)[0]
    as_role(Role.GAMES_INSPECTOR).post(path(name, "dismiss"), {"words": "a test"})
    answer = as_role(Role.PIT_BOSS).post(path(name, "explain"), {"words": "it was cracked", "seen": "0"})
    assert answer.status_code == 422
    shown = read_page(answer.content)
    assert len(rows(shown)) == 2
    (alert,) = shown.select("[role=alert]")
    assert "It was dismissed meanwhile" in alert.get_text() and "it was cracked" in alert.get_text()


@pytest.mark.parametrize("words", ["", "   ", "x" * 1001, "a\x00b"])
def test_words_that_say_nothing_or_cannot_be_read_are_refused(
    house: OpenHouse, as_role: AsRole, words: str
) -> None:
    name = names(house)[0]
    assert as_role(Role.PIT_BOSS).post(path(name, "explain"), {"words": words}).status_code == 422
    assert violation_state(house.casino_id, "T1", "2026-11-20", name).version == 0


def test_words_are_not_lost_by_the_button_that_takes_none(house: OpenHouse, as_role: AsRole) -> None:
    name, boss = names(house)[0], as_role(Role.PIT_BOSS)
    answer = boss.post(path(name, "acknowledge"), {"words": "it was cracked"})
    assert answer.status_code == 422 and "goes without words" in answer.content.decode()
    assert violation_state(house.casino_id, "T1", "2026-11-20", name).version == 0


def test_answer_to_a_violation_sent_twice_is_recorded_once(house: OpenHouse, as_role: AsRole) -> None:
    name, boss = names(house)[0], as_role(Role.PIT_BOSS)
    for _ in range(2):
        assert boss.post(path(name, "explain"), {"words": "cracked", "key": "k"}).status_code == 302
    assert violation_state(house.casino_id, "T1", "2026-11-20", name).version == 1


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?status=all", 3),
        ("?rule=ball-change", 1),
        ("?table=T1&day=2026-11-20", 3),
        ("?day=2026-11-19", 0),
        ("?status=dismissed", 0),
    ],
)
def test_the_list_is_filtered(house: OpenHouse, as_role: AsRole, query: str, count: int) -> None:
    assert len(rows(page(as_role(Role.GAMES_INSPECTOR), query))) == count


@pytest.mark.parametrize(
    "query",
    ["?day=yesterday", "?table=T9", "?rule=none", "?status=lost", "?day=2026-02-30", "?name=a%00b"],
)
def test_a_filter_that_is_none_is_said_beside_its_field(
    house: OpenHouse, as_role: AsRole, query: str
) -> None:
    answer = as_role(Role.GAMES_INSPECTOR).get(f"/compliance/{query}")
    assert answer.status_code == 422
    assert len(read_page(answer.content).select(".filter [role=alert]")) == 1


def test_nobody_reads_or_judges_what_belongs_to_another_house(
    house: OpenHouse, as_role: AsRole, casino_id: int
) -> None:
    elsewhere = OpenHouse(casino_id - 1, "it-venezia", table="T8")
    stranger = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=elsewhere.casino_id))
    assert rows(page(stranger, "?status=all")) == []
    assert stranger.post(path(names(house)[0], "uphold"), {"words": "seen"}).status_code == 404


@pytest.mark.parametrize(
    "lost", ["T1/2026-11-20/none/uphold", "T1/2026-11-20/x%00y/uphold", "T9/nowhen/x/uphold"]
)
def test_a_violation_that_there_is_not_is_not_found(house: OpenHouse, as_role: AsRole, lost: str) -> None:
    answer = as_role(Role.GAMES_INSPECTOR).post(f"/compliance/{lost}", {"words": "seen"})
    assert answer.status_code == 404


def test_the_page_hangs_on_the_live_stream_with_its_filter(house: OpenHouse, as_role: AsRole) -> None:
    shown = page(as_role(Role.GAMES_INSPECTOR), "?status=all&table=T1")
    assert find(shown, "#live")["data-stream"] == "/floor/live"
    assert find(shown, "#page")["hx-get"] == "/compliance/?status=all&table=T1"
    assert not shown.select("#page .filter")


def test_the_report_on_screen_has_each_line_and_where_it_was_made_from(
    house: OpenHouse, as_role: AsRole
) -> None:
    answer = as_role(Role.PUBLIC_CONTROLLER).get("/compliance/report/?day=2026-11-20&table=T1")
    shown = read_page(answer.content)
    kinds = [cell.texts[0] for cell in shown.select("#report-T1 td.kind")]
    assert kinds.count("Ball change") == 3 and kinds.count("Violation") == 4
    assert f"from events 1 to {house.state.version} of the table's record" in shown.get_text()
    download, _for_spreadsheets = shown.select("a[download]")
    csv = as_role(Role.PUBLIC_CONTROLLER).get(str(download["href"]))
    assert csv.content.count(b"\r\n") == len(kinds) + 1


def test_malformed_day_is_refused_and_empty_day_is_marked(house: OpenHouse, as_role: AsRole) -> None:
    client = as_role(Role.GAMES_INSPECTOR)
    assert client.get("/compliance/report/?day=soon").status_code == 422
    assert client.get("/compliance/report.csv?day=soon").status_code == 422
    assert client.get("/compliance/report.csv?table=T9").status_code == 422
    empty = client.get("/compliance/report/?day=2020-01-01")
    assert empty.status_code == 200 and "No table was opened" in empty.content.decode()
