"""The steps that connect a reader: each can be loaded again, wrong ones lead back, and the last one registers."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from casino.people.sign_in.session import PROVEN_AT
from tables.handling import Actor, registers
from tables.handling.registers import declare, register_casino
from tables.registers.entries.reader_addresses import Ports
from tables.registers.entries.reader_presets import reader_presets
from tables.wheels.models import ReaderProbe
from testkit.forms import sent_by
from testkit.pages import Element, Response, find, read_page
from testkit.people import PASSWORD, AsRole

START = "/connect-reader/"
URL = "socket://10.0.0.5:4001"
TEST = Actor(id="test", name="Test", terminal="test")
NUMBERS = ["17\\r\\n", " 4\\r\\n", "31\\r\\n"]
"""The first line of a connection is not read."""
PADDED = dict(reader_presets()["plain-padded"].options)


@pytest.fixture
def casino(casino_id: int, db: None) -> int:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon", "currency": "EUR"}
    register_casino(values, by=TEST, now=timezone.now(), casino_id=casino_id)
    for code in ("T1", "T2"):
        declared(casino_id, "table", code, {"name": "Table", "rulebook": "pt-francesa"})
    return casino_id


@pytest.fixture
def anna(casino: int, as_role: AsRole) -> Client:
    """A browser of the casino's administrator."""
    return as_role(Role.ADMINISTRATOR)


def declared(casino_id: int, kind: str, code: str, values: dict[str, Any]) -> None:
    declare(casino_id, kind, code, values, by=TEST, now=timezone.now())


def page(browser: Client, address: str) -> Element:
    answer = browser.get(address)
    assert answer.status_code == 200, (address, answer.status_code, answer.headers.get("Location"))
    return read_page(answer.content)


def send(browser: Client, address: str, **entered: str) -> Response:
    """Enter the form of a step, and send it."""
    form = find(page(browser, address), "form.step")
    return browser.post(form["action"], sent_by(page(browser, address), "form.step", **entered))


def begun(browser: Client, url: str = URL) -> str:
    """Begin with an address; the address of the steps."""
    answer = send(browser, START, url=url)
    assert answer.status_code == 302
    assert answer["Location"].endswith("/bytes/")
    return answer["Location"].removesuffix("bytes/")


def heard(casino_id: int, lines: list[str], **otherwise: Any) -> None:
    """What a gateway writes of the newest probe."""
    now = timezone.now()
    raw = [
        {"at": (now + timedelta(seconds=turn)).isoformat(), "raw": line} for turn, line in enumerate(lines)
    ]
    guess = {"protocol": "plain_result", "options": PADDED, "understood": 1.0, "messages": 3, "example": "17"}
    found = {"state": "connected", "lines": raw, "bytes_read": 12, "guesses": [guess], **otherwise}
    newest = ReaderProbe.objects.filter(casino_id=casino_id).order_by("-pk")[:1]
    assert ReaderProbe.objects.filter(pk__in=newest.values("pk")).update(**found) == 1


def way_of(shown: Element, name: str) -> str:
    """The value of the protocol with this name."""
    (value,) = [each.select("input")[0]["value"] for each in shown.select(".ways label") if name in each.text]
    return str(value)


def at_number(browser: Client, casino_id: int) -> str:
    """The steps with protocol confirmed and numbers received."""
    steps = begun(browser)
    heard(casino_id, NUMBERS)
    guessed = way_of(page(browser, f"{steps}protocol/"), ", padded")
    assert send(browser, f"{steps}protocol/", way=guessed)["Location"] == f"{steps}number/"
    return steps


def at_place(browser: Client, casino_id: int) -> str:
    """The steps with the number compared."""
    steps = at_number(browser, casino_id)
    assert send(browser, f"{steps}number/", wheel="31")["Location"] == f"{steps}place/"
    return steps


PLACED = {"code": "W-T1", "table": "T1", "role": "primary", "launch": "entered"}


def readers(casino_id: int) -> list[str]:
    return [each.code for each in registers.entries(casino_id, "reader")]


# ---------------------------------------------------------------- the way


def test_reader_is_registered_by_the_last_step_and_not_before(casino: int, anna: Client) -> None:
    steps = at_place(anna, casino)
    assert readers(casino) == []
    shown = page(anna, f"{steps}place/")
    assert "Number compared 31" in find(shown, ".facts").get_text(" ", strip=True)
    answer = send(anna, f"{steps}place/", **PLACED)
    assert (answer.status_code, answer["Location"]) == (302, "/readers/W-T1/?connected")
    entry = registers.entry(casino, "reader", "W-T1")
    assert entry.values["options"] == PADDED
    named = ("table", "role", "protocol", "preset", "url", "launch")
    assert {name: entry.values[name] for name in named} == {
        "table": "T1",
        "role": "primary",
        "protocol": "plain_result",
        "preset": "plain-padded",
        "url": URL,
        "launch": "entered",
    }
    step = registers.history(casino, "reader", "W-T1")[0]
    assert [each["name"] for each in step.signed] == [step.by.partition(" · ")[0]]
    assert find(page(anna, answer["Location"]), ".done").text.startswith("The reader is registered.")
    assert anna.get(f"{steps}place/")["Location"] == START


def test_each_step_can_be_loaded_again(casino: int, anna: Client) -> None:
    steps = at_place(anna, casino)
    for name in ("address", "bytes", "protocol", "number", "place"):
        for _ in range(2):
            shown = page(anna, f"{steps}{name}/")
            assert shown.select(".way [aria-current=step]")
    assert find(page(anna, f"{steps}address/"), "#id_url")["value"] == URL
    chosen = find(page(anna, f"{steps}protocol/"), ".ways input[checked]")
    assert "plain_result" in chosen["value"]


def test_step_that_is_not_open_leads_to_the_first_that_is_not_done(casino: int, anna: Client) -> None:
    steps = begun(anna)
    assert anna.get(f"{steps}number/")["Location"] == f"{steps}bytes/"
    assert anna.get(f"{steps}place/")["Location"] == f"{steps}bytes/"
    assert anna.post(f"{steps}register", PLACED)["Location"] == f"{steps}bytes/"
    assert anna.post(f"{steps}number", {"wheel": "4"})["Location"] == f"{steps}bytes/"
    assert readers(casino) == []


def test_step_of_a_draft_that_ended_leads_to_the_start(casino: int, anna: Client) -> None:
    for step in ("bytes/", "place/"):
        assert anna.get(f"{START}0123456789ab/{step}")["Location"] == START
    for step in ("address", "protocol", "number", "register"):
        assert anna.post(f"{START}0123456789ab/{step}", PLACED)["Location"] == START


def test_unknown_step_is_not_found(casino: int, anna: Client) -> None:
    assert anna.get(f"{begun(anna)}colour/").status_code == 404


def test_draft_of_another_person_is_not_open(casino: int, anna: Client, as_role: AsRole) -> None:
    steps = at_place(anna, casino)
    assert as_role(Role.ADMINISTRATOR).get(f"{steps}place/")["Location"] == START


# ---------------------------------------------------------------- address and bytes


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"url": ""}, "required"),
        ({"url": "http://10.0.0.5"}, "cannot be the address of a reader"),
        ({"url": "socket://10.0.0.5:22"}, "22"),
        ({"url": "socket://169.254.169.254:4001"}, "169.254.169.254"),
        ({"url": URL, "baudrate": "7"}, "50"),
    ],
    ids=["empty", "no address", "port", "host", "baud rate"],
)
def test_address_that_breaks_a_rule_is_refused_at_its_field(
    casino: int, anna: Client, settings: Any, entered: dict[str, str], said: str
) -> None:
    settings.WHEEL_READER_PORTS = (Ports(1024, 65535),)
    answer = send(anna, START, **entered)
    assert answer.status_code == 422
    assert said in find(read_page(answer.content), ".wrong").text
    assert not ReaderProbe.objects.filter(casino_id=casino).exists()


def test_bytes_are_shown_escaped(casino: int, anna: Client) -> None:
    steps = begun(anna)
    assert "Bytes appear here" in find(page(anna, f"{steps}bytes/"), "#listening").text
    heard(casino, ["<b>\\xff\\n"], peer="10.0.0.5:4001")
    shown = page(anna, f"{steps}bytes/")
    assert find(shown, "#lines code.raw").text == "<b>\\xff\\n"
    assert "10.0.0.5:4001" in find(shown, "#listening").text


def test_bytes_step_shows_why_there_is_no_connection(casino: int, anna: Client) -> None:
    steps = begun(anna)
    heard(casino, [], state="ended", reason="Connection refused", bytes_read=0, guesses=[])
    assert "Connection refused" in find(page(anna, f"{steps}bytes/"), "#listening").text


def test_bytes_step_says_that_no_gateway_listens(casino: int, anna: Client) -> None:
    steps = begun(anna)
    earlier = timezone.now() - timedelta(seconds=8)
    ReaderProbe.objects.filter(casino_id=casino).update(asked_at=earlier)
    assert "No gateway has taken the request" in find(page(anna, f"{steps}bytes/"), "#listening").text


def test_step_that_listens_asks_again_once_its_probe_has_ended(casino: int, anna: Client) -> None:
    steps = begun(anna)
    heard(casino, NUMBERS, state="ended", asked_at=timezone.now() - timedelta(seconds=61))
    shown = page(anna, f"{steps}bytes/")
    assert ReaderProbe.objects.filter(casino_id=casino).count() == 2
    assert len(shown.select("#lines tbody tr")) == len(NUMBERS)
    page(anna, f"{steps}bytes/")
    assert ReaderProbe.objects.filter(casino_id=casino).count() == 2


def test_another_address_begins_again(casino: int, anna: Client) -> None:
    steps = at_place(anna, casino)
    answer = send(anna, f"{steps}address/", url="socket://10.0.0.6:4001")
    assert answer["Location"] == f"{steps}bytes/"
    assert anna.get(f"{steps}place/")["Location"] == f"{steps}bytes/"


# ---------------------------------------------------------------- protocol and number


def test_guessed_protocol_is_offered_first_and_chosen(casino: int, anna: Client) -> None:
    steps = begun(anna)
    heard(casino, NUMBERS)
    shown = page(anna, f"{steps}protocol/")
    first = shown.select(".ways label")[0]
    assert "understands 100 % of the messages" in first.get_text(" ", strip=True)
    assert find(shown, ".ways input[checked]")["value"] == first.select("input")[0]["value"]


@pytest.mark.parametrize("way", ["", "nonsense", '["slingshot2", {"numbers": 99}]'])
def test_protocol_that_was_not_offered_is_refused(casino: int, anna: Client, way: str) -> None:
    steps = begun(anna)
    heard(casino, NUMBERS)
    answer = anna.post(f"{steps}protocol", {"way": way})
    assert answer.status_code == 422
    assert find(read_page(answer.content), "#way-error").text.strip()


def test_number_step_shows_the_last_number_that_the_protocol_reads(casino: int, anna: Client) -> None:
    steps = at_number(anna, casino)
    shown = find(page(anna, f"{steps}number/"), "#reported")
    assert find(shown, ".n.big").text == "31"
    assert shown.select("p b")[-1].text == "4"


def test_number_of_json_observations_over_mqtt_is_read_message_by_message(casino: int, anna: Client) -> None:
    steps = begun(anna, "mqtt://10.0.0.5:1883/wheels/t1")
    at = timezone.now().isoformat()
    message = json.dumps({"kind": "result", "number": 26, "observed_at": at, "game": 3, "raw": "x" * 300})
    heard(casino, [message[:256], f"{message[256:]}\\n"], guesses=[])
    way = way_of(page(anna, f"{steps}protocol/"), "MQTT, JSON observations")
    assert send(anna, f"{steps}protocol/", way=way)["Location"] == f"{steps}number/"
    assert find(page(anna, f"{steps}number/"), ".n.big").text == "26"


def test_another_number_on_the_wheel_leads_back_to_the_protocol_with_both(casino: int, anna: Client) -> None:
    steps = at_number(anna, casino)
    assert send(anna, f"{steps}number/", wheel="13")["Location"] == f"{steps}protocol/"
    said = find(page(anna, f"{steps}protocol/"), "#wrong-number").get_text(" ", strip=True)
    assert said.startswith("The reader reported 31, the wheel shows 13. Choose another protocol.")
    assert anna.get(f"{steps}place/")["Location"] == f"{steps}number/"
    assert readers(casino) == []


@pytest.mark.parametrize("wheel", ["", "37", "x", "-1", "000"])
def test_number_that_no_wheel_has_is_refused(casino: int, anna: Client, wheel: str) -> None:
    steps = at_number(anna, casino)
    answer = send(anna, f"{steps}number/", wheel=wheel)
    assert answer.status_code == 422
    assert find(read_page(answer.content), ".entry .wrong").text


def test_number_that_the_reader_did_not_report_is_not_compared(casino: int, anna: Client) -> None:
    steps = at_number(anna, casino)
    for sent in ({"wheel": "5", "seen": "5"}, {"wheel": "5"}):
        answer = anna.post(f"{steps}number", sent)
        assert answer.status_code == 422
        assert "The reader has reported no number yet." in find(read_page(answer.content), ".wrong").text


# ---------------------------------------------------------------- table and role


def test_second_primary_is_refused_at_the_role(casino: int, anna: Client) -> None:
    declared(casino, "reader", "W-OLD", {"table": "T1", "url": "socket://10.0.0.9:4001"})
    steps = at_place(anna, casino)
    answer = send(anna, f"{steps}place/", **PLACED)
    assert answer.status_code == 422
    assert find(read_page(answer.content), ".entry.choices .wrong, .said b").text
    assert readers(casino) == ["W-OLD"]
    assert send(anna, f"{steps}place/", **{**PLACED, "role": "witness"}).status_code == 302
    assert registers.entry(casino, "reader", "W-T1").values["role"] == "witness"


@pytest.mark.parametrize("missing", ["code", "table", "role", "launch"])
def test_each_field_of_the_place_has_to_be_chosen(casino: int, anna: Client, missing: str) -> None:
    steps = at_place(anna, casino)
    form = sent_by(page(anna, f"{steps}place/"), "form.step", **PLACED)
    answer = anna.post(f"{steps}register", form | {missing: ""})
    assert answer.status_code == 422
    assert len(read_page(answer.content).select(".wrong")) == 1
    assert readers(casino) == []


def test_code_that_is_taken_is_refused(casino: int, anna: Client) -> None:
    declared(casino, "reader", "W-T1", {"table": "T2", "url": "socket://10.0.0.9:4001"})
    steps = at_place(anna, casino)
    answer = send(anna, f"{steps}place/", **PLACED)
    assert answer.status_code == 422
    assert "There is one of this code already." in find(read_page(answer.content), ".wrong").text


def test_fault_of_an_earlier_step_stands_above_the_form(casino: int, anna: Client, settings: Any) -> None:
    steps = at_place(anna, casino)
    settings.WHEEL_READER_PORTS = (Ports(9000, 9000),)
    answer = send(anna, f"{steps}place/", **PLACED)
    assert answer.status_code == 422
    assert "9000" in find(read_page(answer.content), ".said").text


def test_registering_needs_a_fresh_proof_and_keeps_what_was_entered(casino: int, anna: Client) -> None:
    steps = at_place(anna, casino)
    form = sent_by(page(anna, f"{steps}place/"), "form.step", **PLACED)
    session = anna.session
    del session[PROVEN_AT]
    session.save()
    held = anna.post(f"{steps}register", form)
    assert held.status_code == 403
    assert readers(casino) == []
    given = sent_by(read_page(held.content), "main form", proof_password=PASSWORD)
    assert anna.post(f"{steps}register", given).status_code == 302
    assert readers(casino) == ["W-T1"]


# ---------------------------------------------------------------- drafts, and who may


def test_start_lists_what_was_begun_and_drops_it(casino: int, anna: Client) -> None:
    steps = at_number(anna, casino)
    shown = page(anna, START)
    assert find(shown, "#drafts a")["href"] == f"{steps}number/"
    dropped = anna.post(find(shown, "#drafts form")["action"])
    assert dropped["Location"] == "/readers/"
    assert not page(anna, START).select("#drafts")
    assert ReaderProbe.objects.filter(casino_id=casino, expires_at__gt=timezone.now()).count() == 0


@pytest.mark.parametrize("role", [Role(each) for each in Role.values if each != Role.ADMINISTRATOR])
def test_connecting_is_for_those_who_change_registers(casino: int, as_role: AsRole, role: Role) -> None:
    browser = as_role(role)
    assert browser.get(START).status_code == 403
    for address in ("begin", "0123456789ab/register", "0123456789ab/number"):
        assert browser.post(f"{START}{address}", {"url": URL}).status_code == 403
