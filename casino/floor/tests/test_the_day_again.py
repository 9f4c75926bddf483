"""The day again: the table's page at any event of a day, the slider, the coup step by step, and the event's proof."""

from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from casino.kit.documents.event_proof import EventProof
from casino.people.models import Role
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.stream import RecordedEvent, read_stream
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.rfc6962 import ProofRefused, verify_inclusion
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole
from testkit.stream import checkpoint_now

PATH = "/floor/T1/moment/"


@pytest.fixture
def played(table: OpenHouse) -> OpenHouse:
    """Two coups, of which the first is paid and the second waits for its payment."""
    table.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=2_000))
    table.do(c.AnnounceBetsOpen())
    table.do(c.PlaceBet(player="P2", bet="plein:20", amount=1_000))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20)):
        table.do(command)
    return table


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def events_of(house: OpenHouse) -> list[RecordedEvent]:
    return list(read_stream(house.casino_id, table_stream("T1", house.state.day)))


def version_of(house: OpenHouse, type_: str) -> int:
    """Of the first event of this type."""
    return next(each.version for each in events_of(house) if each.type == type_)


def page(client: Client, query: str = "") -> Element:
    answer = client.get(f"{PATH}{query}")
    assert answer.status_code == 200, query
    return read_page(answer.content)


def test_the_cloth_is_as_it_was_before_and_after_a_bet(played: OpenHouse, inspector: Client) -> None:
    placed = version_of(played, "bet_placed")
    before, after = page(inspector, f"?event={placed - 1}"), page(inspector, f"?event={placed}")
    assert "20.00" not in before.select_one(".aside").get_text()  # type: ignore[union-attr]
    assert "20.00" in after.select_one(".aside").get_text()  # type: ignore[union-attr]
    assert "bets 20 EUR" in after.select_one(".moment-words").get_text(" ")  # type: ignore[union-attr]


def test_the_sheet_is_that_of_the_coup_and_ticked_as_it_was(played: OpenHouse, inspector: Client) -> None:
    fell, paid = version_of(played, "number_fell"), version_of(played, "payments_confirmed")
    while_paying, after = page(inspector, f"?event={fell}"), page(inspector, f"?event={paid}")
    assert "total de vinte euros" in while_paying.select_one(".sheet").get_text()  # type: ignore[union-attr]
    assert while_paying.select(".phases .here")[0].get_text(strip=True) == "Paying"
    assert after.select(".phases .here")[0].get_text(strip=True) != "Paying"
    newest = page(inspector)
    assert "350.00" in newest.select_one(".sheet").get_text()  # type: ignore[union-attr]


def test_every_event_of_the_day_can_be_gone_to_and_offers_nothing_to_do(
    played: OpenHouse, inspector: Client
) -> None:
    played.do(c.ConfirmPayments())
    played.do(c.CloseTable())
    last = events_of(played)[-1]
    assert last.type == "table_closed"
    for version in range(1, last.version + 1):
        found = page(inspector, f"?event={version}")
        assert not found.select("main form[hx-post], main form[method=post]"), version
        assert not found.select("[hx-sse\\:connect]"), version


def test_steps_link_to_neighbouring_events_and_coups(played: OpenHouse, inspector: Client) -> None:
    fell = version_of(played, "number_fell")
    found = page(inspector, f"?event={fell}")
    assert found.select_one("#event-before")["href"].endswith(f"event={fell - 1}")  # type: ignore[index]
    assert found.select_one("#event-after")["href"].endswith(f"event={fell + 1}")  # type: ignore[index]
    assert not found.select("#coup-before")
    later = page(inspector, str(found.select_one("#coup-after")["href"]))  # type: ignore[index]
    assert "coup 2" in later.select_one(".moment-words").get_text(" ")  # type: ignore[union-attr]
    steps = found.select(".moment-coup li")
    assert len(steps) == sum(each.data.get("coup") == 1 for each in events_of(played))
    assert [bool(step.get("class")) for step in steps].count(True) == 1


def test_the_slider_goes_to_what_had_happened_by_then(played: OpenHouse, inspector: Client) -> None:
    events = events_of(played)
    slider = page(inspector).select_one("#moment-at")
    assert slider is not None
    assert int(slider["min"]) <= int(slider["value"]) <= int(slider["max"])
    at = int(events[3].occurred_at.timestamp())
    by_then = max(each.version for each in events if each.occurred_at.timestamp() < at + 1)
    assert f"event {by_then} of" in page(inspector, f"?at={at}").get_text(" ")
    assert "event 1 of" in page(inspector, "?at=0").get_text(" ")


@pytest.mark.parametrize("query", ["?event=0", "?event=9999", "?event=x", "?day=never", "?day=2020-01-01"])
def test_unknown_event_of_a_day_is_not_found(played: OpenHouse, inspector: Client, query: str) -> None:
    assert inspector.get(f"{PATH}{query}").status_code == 404


def test_role_without_the_record_sees_no_moment(played: OpenHouse, as_role: AsRole) -> None:
    for path in (PATH, f"{PATH}proof"):
        assert as_role(Role.CASH_DESK).get(path).status_code == 403


def test_the_proof_is_checked_with_the_checkpoint_alone(
    casino_id: int, seal: Callable[[int], int], key: SigningKey, inspector: Client
) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    assert inspector.get(f"{PATH}proof").status_code == 409
    assert "No signed checkpoint covers this event yet" in page(inspector).get_text(" ")
    seal(casino_id)
    checkpoint = checkpoint_now(casino_id, key)
    assert f"checkpoint of {checkpoint.size} events" in " ".join(page(inspector).get_text(" ").split())
    answer = inspector.get(f"{PATH}proof?event=1")
    proof = msgspec.json.decode(answer.content, type=EventProof)
    assert proof.event.hash == events_of(house)[0].hash
    assert proof.checkpoint.root == checkpoint.root
    verify_inclusion(proof.leaf_hash, proof.position - 1, checkpoint.size, proof.path, checkpoint.root)
    with pytest.raises(ProofRefused):
        verify_inclusion(bytes(32), proof.position - 1, checkpoint.size, proof.path, checkpoint.root)


def test_only_what_is_looked_for_is_marked_and_stepped_to(played: OpenHouse, inspector: Client) -> None:
    placed = [each.version for each in events_of(played) if each.type == "bet_placed"]
    first, last = placed[0], placed[-1]
    assert len(placed) == 2
    found = page(inspector, f"?kind=Bet&event={first}")
    assert len(found.select(".moment-slider path.tick")) <= len(placed)
    assert not found.select("#event-before")
    assert "1 of 2 found" in found.select_one(".moment-steps").get_text(" ")  # type: ignore[union-attr]
    following = found.select_one("#event-after")["href"]  # type: ignore[index]
    assert "kind=Bet" in following and following.endswith(f"event={last}")
    at_last = page(inspector, following)
    assert not at_last.select("#event-after")
    assert at_last.select_one("#event-before")["href"].endswith(f"event={first}")  # type: ignore[index]


@pytest.mark.parametrize(
    ("query", "types"),
    [
        ("words=seat+2+bets", {"bet_placed"}),
        ("coup=1&kind=Payment", {"payments_confirmed"}),
        ("kind=Bet&coup=2", {"bet_placed"}),
    ],
)
def test_the_newest_of_what_is_looked_for_is_shown_first(
    played: OpenHouse, inspector: Client, query: str, types: set[str]
) -> None:
    found = page(inspector, f"?{query}")
    link = str(found.select_one("#moment-link")["href"])  # type: ignore[index]
    version = int(link.rpartition("event=")[2])
    assert {each.type for each in events_of(played) if each.version == version} == types
    for part in query.split("&"):
        assert part in link, "the link that can be sent has what was looked for"


def test_the_slider_goes_to_what_is_looked_for(played: OpenHouse, inspector: Client) -> None:
    events = events_of(played)
    slider = page(inspector, "?kind=Bet").select_one(".moment-slider")
    assert slider is not None
    kept = {field["name"]: field["value"] for field in slider.select("input[type=hidden]")}
    assert kept["kind"] == "Bet"
    first = next(each.version for each in events if each.type == "bet_placed")
    assert f"event {first} of" in page(inspector, "?kind=Bet&at=0").get_text(" ")


def test_a_person_is_looked_for_by_name(played: OpenHouse, inspector: Client) -> None:
    names = [
        option["value"] for option in page(inspector).select("select[name=person] option") if option["value"]
    ]
    assert names
    for name in names:
        assert page(inspector, f"?person={name}").select("#moment-found")
    nobody = page(inspector, "?person=Nobody")
    assert "No event of this day is like that." in nobody.get_text(" ")
    assert not nobody.select("#event-before, #event-after, .moment-slider path.tick")


def test_malformed_coup_is_refused_at_its_field_with_the_whole_day(
    played: OpenHouse, inspector: Client
) -> None:
    answer = inspector.get(f"{PATH}?coup=x")
    assert answer.status_code == 422
    found = read_page(answer.content)
    assert found.select(".record-filter em[role=alert]")
    assert found.select("#event-before")


def test_the_record_and_the_day_again_lead_to_each_other_with_what_is_looked_for(
    played: OpenHouse, inspector: Client
) -> None:
    record = read_page(inspector.get("/floor/T1/record/?kind=Bet").content)
    row = record.select_one(".events td:nth-child(2) a")
    assert row is not None and "kind=Bet" in str(row["href"])
    back = [
        link
        for link in page(inspector, "?kind=Bet").select(".moment-steps a")
        if "record" in str(link["href"])
    ]
    assert "kind=Bet" in str(back[0]["href"])
