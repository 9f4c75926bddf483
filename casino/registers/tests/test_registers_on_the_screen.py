"""Every kind is registered, changed and withdrawn by its real form; who sees it, and what the pages say."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.kit.register_kinds import KIND_WORDS
from casino.people.models import Role
from casino.registers.words import help_of, label_of
from tables.handling import Actor, registers
from tables.handling.models import GamingTable, WheelReader
from tables.handling.registers import register_casino
from tables.handling.witnesses import keep_cosignature
from tables.registers.entries.fields import fields_of
from tables.registers.entries.kinds import KINDS
from tables.registers.entries.reader_presets import reader_presets
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import SigningKey
from tables.wheels.models import GatewayReport
from testkit.forms import sent_by
from testkit.pages import Element, Response, find, read_page
from testkit.people import PASSWORD, AsRole, browser_of, engage
from testkit.stream import checkpoint_now

FORM = "form.entries-form"
TEST = Actor(id="test", name="Test", terminal="test")


@pytest.fixture
def casino(casino_id: int, db: None) -> int:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon", "currency": "EUR"}
    register_casino(values, by=TEST, now=timezone.now(), casino_id=casino_id)
    return casino_id


@pytest.fixture
def anna(casino: int, as_role: AsRole) -> Client:
    """A browser of the casino's administrator."""
    return as_role(Role.ADMINISTRATOR)


def page(answer: Response, status: int = 200) -> Element:
    assert answer.status_code == status
    return read_page(answer.content)


def register(browser: Client, kind: str, **entered: Any) -> Response:
    """Enter a new entry in its form and send it."""
    form = sent_by(page(browser.get(f"/registers/new/{kind}/")), FORM, **entered)
    return browser.post(f"/registers/do/register/{kind}", form)


def change(browser: Client, kind: str, code: str, **entered: Any) -> Response:
    """Change an entry in its form and send it."""
    form = sent_by(page(browser.get(f"/registers/{kind}/{code}/")), FORM, **entered)
    return browser.post(f"/registers/do/change/{kind}/{code}", form)


def withdraw(browser: Client, kind: str, code: str, **entered: Any) -> Response:
    form = sent_by(page(browser.get(f"/registers/{kind}/{code}/")), "#withdraw form", **entered)
    return browser.post(f"/registers/do/withdraw/{kind}/{code}", form)


def a_table(browser: Client, code: str = "RF1", **otherwise: Any) -> None:
    entered = {"code": code, "name": f"Table {code}", "rulebook": "pt-francesa", **otherwise}
    assert register(browser, "table", **entered).status_code == 302


def _what_it_needs(browser: Client, kind: str) -> None:
    """Register what an entry of the kind names."""
    if kind in ("reader", "sign"):
        a_table(browser)
    if kind == "webhook":
        register(browser, "client", code="mystery", name="Mystery system", scopes=["feed:read"])


def wrong(shown: Element) -> list[str]:
    return [each.text for each in shown.select(".wrong")]


def test_every_kind_and_every_field_has_its_words() -> None:
    assert KIND_WORDS.keys() == KINDS.keys()
    for kind in KINDS:
        for field in fields_of(kind):
            assert label_of(kind, field.name)
            assert help_of(kind, field.name) is not None
            assert all(label_of(kind, field.name, column.name) for column in field.columns)


# ---------------------------------------------------------------- each kind by its form

WITNESS_KEYS = [
    str(WitnessKey("control.example/w1", SigningKey("w1", bytes([seed]) * 32).verifier.public))
    for seed in (1, 2)
]
ENTERED: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "pit": (
        {"code": "A", "name": "Pit A"},
        {"name": "Pit A", "order": 0},
        {"name": "Sala A"},
        {"name": "Sala A"},
    ),
    "table": (
        {
            "code": "VE1",
            "name": "Venezia",
            "rulebook": "it-venezia",
            "limits-minimum": "5",
            "limits-plein": "300",
            "allowed_minimums": "5 10",
            "theory_of_drop": "19.5",
            "par-0-key": "25",
            "par-0-count": "40",
            "par-1-key": "2,50",
            "par-1-count": "100",
        },
        {
            "rulebook": "it-venezia",
            "currency": "EUR",
            "limits": {"minimum": 500, "maximums": {"plein": 30000}},
            "allowed_minimums": [500, 1000],
            "theory_of_drop": 1950,
            "par": {"2500": 40, "250": 100},
            "counts_float": True,
            "double": False,
        },
        {"limits-minimum": "10", "counts_float": None, "par-1-key": "", "par-1-count": ""},
        {
            "limits": {"minimum": 1000, "maximums": {"plein": 30000}},
            "counts_float": False,
            "par": {"250": 100},
        },
    ),
    "reader": (
        {
            "code": "W1",
            "table": "RF1",
            "url": "socket://10.0.0.5:4001",
            "options-0-name": "speed",
            "options-0-value": "2.5",
        },
        {
            "protocol": "slingshot2",
            "url": "socket://10.0.0.5:4001",
            "options": {"speed": 2.5},
            "enabled": True,
        },
        {"url": "listen://10.0.0.1:4001", "enabled": None},
        {"url": "listen://10.0.0.1:4001", "enabled": False},
    ),
    "sign": (
        {"code": "S1", "table": "RF1", "shows": ["limits", "numbers"]},
        {"table": "RF1", "shows": ["limits", "numbers"]},
        {"shows": ["colours"]},
        {"shows": ["colours"]},
    ),
    "notice": (
        {"code": "duty", "way": "email", "address": "duty@casino.example"},
        {"way": "email", "address": "duty@casino.example", "rules": [], "enabled": True},
        {"address": "night@casino.example"},
        {"address": "night@casino.example"},
    ),
    "client": (
        {"code": "mystery", "name": "Mystery system", "scopes": ["feed:read", "tables:read"]},
        {"name": "Mystery system", "scopes": ["feed:read", "tables:read"]},
        {"scopes": ["feed:read"]},
        {"scopes": ["feed:read"]},
    ),
    "webhook": (
        {
            "code": "hook",
            "client": "mystery",
            "url": "https://mystery.example/feed",
            "types": ["bets_opened"],
        },
        {"client": "mystery", "url": "https://mystery.example/feed", "types": ["bets_opened"]},
        {"url": "https://mystery.example/other"},
        {"url": "https://mystery.example/other"},
    ),
    "witness": (
        {"code": "control", "public_key": WITNESS_KEYS[0]},
        {"public_key": WITNESS_KEYS[0]},
        {"public_key": WITNESS_KEYS[1]},
        {"public_key": WITNESS_KEYS[1]},
    ),
}
"""By kind: what is entered, what is registered by it, what is entered over it, and what stands then."""


@pytest.mark.parametrize("kind", ENTERED)
def test_an_entry_is_registered_changed_withdrawn_and_brought_back(
    kind: str, casino: int, anna: Client
) -> None:
    entered, registered, over, stands = ENTERED[kind]
    code = entered["code"]
    _what_it_needs(anna, kind)
    answer = register(anna, kind, **entered)
    if has_secret := kind in ("sign", "client", "webhook"):
        assert find(page(answer), "#secret").text
    else:
        assert (answer.status_code, answer["Location"]) == (302, f"/registers/{kind}/{code}/?now")
    assert registered.items() <= registers.entry(casino, kind, code).values.items()
    assert code in find(page(anna.get(f"/registers/{kind}/")), "#in-use").text

    assert change(anna, kind, code, **over).status_code == 302
    assert stands.items() <= registers.entry(casino, kind, code).values.items()
    changed = registers.history(casino, kind, code)[0]
    assert changed.type == "entry_changed"
    assert changed.after.keys() == changed.before.keys() == stands.keys()
    history = find(page(anna.get(f"/registers/{kind}/{code}/")), "#history")
    assert len(history.select(".listed > tbody > tr")) == (3 if has_secret else 2)
    assert len(history.select(".listed > tbody > tr:first-child del")) == len(stands)

    assert withdraw(anna, kind, code, reason="sold").status_code == 302
    assert registers.entry(casino, kind, code).withdrawn
    assert code in find(page(anna.get(f"/registers/{kind}/")), "#withdrawn").text
    gone = page(anna.get(f"/registers/{kind}/{code}/"))
    assert "sold" in find(gone, "#history").text
    assert not gone.select("#withdraw")

    assert change(anna, kind, code).status_code == (200 if has_secret else 302)
    assert registers.entry(casino, kind, code).in_use


def test_the_casino_itself_is_changed_and_never_withdrawn(casino: int, anna: Client) -> None:
    assert anna.get("/registers/casino/")["Location"] == "/registers/casino/casino/"
    entered = {
        "shifts-0-name": "day",
        "shifts-0-begins": "12:00",
        "shifts-1-name": "",
        "shifts-1-begins": "",
        "languages": ["pt", "en"],
        "idle_minutes": "5",
        "gaming_day_begins_at": "6",
    }
    assert change(anna, "casino", "casino", **entered).status_code == 302
    values = registers.entry(casino, "casino", "casino").values
    assert values["shifts"] == [{"name": "day", "begins": "12:00"}]
    assert values["idle_minutes"] == 5
    assert values["gaming_day_begins_at"] == 6
    assert not page(anna.get("/registers/casino/casino/")).select("#withdraw")
    assert anna.post("/registers/do/withdraw/casino/casino", {"reason": "x"}).status_code == 422


@pytest.mark.parametrize("kind", ENTERED)
def test_a_form_that_is_sent_as_it_stands_changes_nothing(kind: str, casino: int, anna: Client) -> None:
    entered = ENTERED[kind][0]
    _what_it_needs(anna, kind)
    register(anna, kind, **entered)
    version = registers.entry(casino, kind, entered["code"]).version
    answer = change(anna, kind, entered["code"])
    assert answer["Location"].endswith("?unchanged")
    assert registers.entry(casino, kind, entered["code"]).version == version
    assert "Nothing was changed" in anna.get(answer["Location"]).content.decode()


def test_a_table_is_the_platforms_own_table_and_a_reader_its_reader(casino: int, anna: Client) -> None:
    register(anna, "pit", code="A", name="Pit A")
    a_table(anna, pit="A", rulebook="pt-francesa")
    register(anna, "reader", code="W1", table="RF1", url="socket://127.0.0.1:4001")
    table = GamingTable.objects.get(casino_id=casino, code="RF1")
    assert (table.pit, table.rulebook) == ("A", "pt-francesa")
    assert WheelReader.objects.get(casino_id=casino, code="W1").url == "socket://127.0.0.1:4001"
    shown = page(anna.get("/registers/reader/W1/"))
    assert "The gateway keeps it to socket://127.0.0.1:4001." in find(shown, "#line").text
    assert "Nothing was heard of it yet." in find(shown, "#line").text
    withdraw(anna, "reader", "W1")
    withdraw(anna, "table", "RF1")
    assert not GamingTable.objects.filter(casino_id=casino).exists()
    assert not WheelReader.objects.filter(casino_id=casino).exists()


def test_how_launches_are_known_is_chosen_in_the_entry_and_is_entered_by_default(
    casino: int, anna: Client
) -> None:
    a_table(anna)
    entered = {"table": "RF1", "protocol": "plain_result"}
    for code, role, port in (("W1", "primary", 4001), ("W2", "witness", 4002)):
        url = f"socket://10.0.0.5:{port}"
        assert register(anna, "reader", code=code, role=role, url=url, **entered).status_code == 302
    option = {"options-0-name": "between_s", "options-0-value": "30"}
    assert change(anna, "reader", "W2", launch="implied", **option).status_code == 302
    known = WheelReader.objects.filter(casino_id=casino).values_list("code", "launch", "options")
    assert sorted(known) == [("W1", "entered", {}), ("W2", "implied", {"between_s": 30})]


def test_preset_chosen_in_the_form_sets_protocol_and_options_and_another_one_replaces_them(
    casino: int, anna: Client
) -> None:
    a_table(anna)
    entered = {"table": "RF1", "url": "socket://10.0.0.5:4001"}
    form = page(anna.get("/registers/new/reader/"))
    names = [each.text for each in find(form, "select[name=preset]").select("option")]
    assert names == ["No preset", *(each.words("en").name for each in reader_presets().values())]
    answer = register(anna, "reader", code="W1", preset="plain-padded", **entered)
    assert answer.status_code == 302
    reader = WheelReader.objects.get(casino_id=casino, code="W1")
    assert (reader.protocol, reader.options) == ("plain_result", reader_presets()["plain-padded"].options)
    assert change(anna, "reader", "W1", preset="slingshot2").status_code == 302
    reader.refresh_from_db()
    assert (reader.protocol, reader.options) == ("slingshot2", {})


@pytest.mark.parametrize(("protocol", "said"), [("plain_result", True), ("slingshot2", False)])
def test_reader_page_says_where_one_message_alone_gives_a_number(
    casino: int, anna: Client, protocol: str, said: bool
) -> None:
    a_table(anna)
    register(anna, "reader", code="W1", table="RF1", protocol=protocol, url="socket://10.0.0.5:4001")
    shown = find(page(anna.get("/registers/reader/W1/")), "#line").text
    assert ("Each number comes in one message: nothing shows a wrong digit in it." in shown) is said


def test_reader_page_shows_the_rule_that_keeps_the_gateway_from_connecting(casino: int, anna: Client) -> None:
    register(anna, "pit", code="A", name="Pit A")
    a_table(anna, pit="A", rulebook="pt-francesa")
    for code, role, port in (("W1", "primary", 4001), ("W2", "witness", 4002)):
        register(anna, "reader", code=code, table="RF1", role=role, url=f"socket://10.0.0.5:{port}")
    # An entry of before the rule.
    broken = {"code": "reader-host-not-allowed", "parameters": {"host": "wheel.example (127.0.0.1)"}}
    refused = [{"casino_id": of, "reader": "W1", "refusal": broken} for of in (casino, casino + 1)]
    GatewayReport.objects.create(gateway="pit-1", reported_at=timezone.now(), refused_readers=refused)
    shown = find(page(anna.get("/registers/reader/W1/")), "#line").text
    assert "The gateway does not connect to it." in shown
    assert (
        "wheel.example (127.0.0.1) is not a public address, and the setting WHEEL_READER_ADDRESSES" in shown
    )
    assert "does not connect" not in find(page(anna.get("/registers/reader/W2/")), "#line").text


@pytest.mark.parametrize(
    "url", ["socket://[::1", "listen://0.0.0.0", "loop://?logging=debug", "/dev/../etc/passwd"]
)
def test_reader_address_against_the_rules_is_refused_on_its_field(
    url: str, casino: int, anna: Client
) -> None:
    assert url in page(register(anna, "reader", code="W1", url=url), 422).text
    assert not WheelReader.objects.filter(casino_id=casino).exists()


def test_a_secret_is_shown_once_and_a_new_one_ends_it(casino: int, anna: Client) -> None:
    def signs_in(secret: str) -> bool:
        form = {"grant_type": "client_credentials", "client_id": client, "client_secret": secret}
        return bool(Client().post("/oauth/token/", form).status_code == 200)

    made = page(register(anna, "client", code="mystery", name="Mystery system", scopes=["feed:read"]))
    first = find(made, "#secret").text
    client = find(made, ".secret .sub code").text
    assert signs_in(first)
    later = anna.get("/registers/client/mystery/")
    assert first not in later.content.decode()
    again = sent_by(page(later), "#new-secret form")
    second = find(page(anna.post("/registers/do/issue-secret/client/mystery", again)), "#secret").text
    assert (signs_in(first), signs_in(second)) == (False, True)
    history = registers.history(casino, "client", "mystery")
    assert history[0].type == "entry_secret_issued"
    assert second not in str(history)


def test_a_notice_that_is_posted_from_now_on_gets_its_secret(casino: int, anna: Client) -> None:
    assert register(anna, "notice", code="duty", address="duty@casino.example").status_code == 302
    posted = change(anna, "notice", "duty", way="webhook", address="https://control.example/notices")
    assert find(page(posted), "#secret").text
    assert registers.entry(casino, "notice", "duty").fingerprint


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_witness_shows_how_far_it_has_cosigned(
    casino: int, anna: Client, key: SigningKey
) -> None:
    def shown() -> str:
        return find(page(anna.get("/registers/witness/control/")), "#cosigned").text

    register(anna, "witness", code="control", public_key=WITNESS_KEYS[0])
    assert "It has cosigned nothing yet with this key." in shown()
    checkpoint = checkpoint_now(casino, key)
    line = cosign("control.example/w1", bytes([1]) * 32, checkpoint.text, timezone.now())
    assert keep_cosignature(checkpoint, str(line)).is_new
    assert f"It has cosigned the record up to event {checkpoint.size}." in shown()
    change(anna, "witness", "control", public_key=WITNESS_KEYS[1])
    assert "It has cosigned nothing yet with this key." in shown()


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("kind", "entered", "message"),
    [
        ("table", {"code": "", "name": "x", "rulebook": "pt-francesa"}, "This field is required."),
        ("table", {"code": "a b", "name": "x", "rulebook": "pt-francesa"}, "code"),
        ("table", {"code": "RF2", "name": "", "rulebook": "pt-francesa"}, "This field is required."),
        ("table", {"code": "RF2", "name": "x"}, "This field is required."),
        ("table", {"code": "RF2", "name": "x", "rulebook": "pt-francesa", "limits-minimum": "five"}, "five"),
        ("table", {"code": "RF2", "name": "x", "rulebook": "pt-francesa", "limits-plein": "5"}, "minimum"),
        ("table", {"code": "RF2", "name": "x", "rulebook": "pt-francesa", "par-0-key": "5"}, "not whole"),
        ("table", {"code": "RF2", "name": "x", "rulebook": "pt-francesa", "theory_of_drop": "101"}, "100"),
        ("table", {"code": "RF2", "name": "x", "rulebook": "it-live", "double": "on"}, "layout"),
        ("reader", {"code": "W1", "url": "nowhere"}, "cannot be the address of a reader"),
        (
            "reader",
            {"code": "W1", "url": "socket://a:4001", "options-0-name": "speed", "options-0-value": "fast"},
            "options",
        ),
        (
            "reader",
            {"code": "W1", "url": "socket://10.0.0.5:4001", "launch": "implied"},
            "A reader that speaks slingshot2 sees launches itself. Choose entered, or the protocol plain_result",
        ),
        ("sign", {"code": "S1", "table": "RF1", "shows": []}, "shows something"),
        ("notice", {"code": "n", "address": "nobody"}, "no e-mail address"),
        ("pit", {"code": "A", "name": "A", "order": "-1"}, "greater than or equal to 0"),
    ],
)
def test_malformed_entry_is_refused_once_and_not_registered(
    kind: str, entered: dict[str, Any], message: str, casino: int, anna: Client
) -> None:
    if kind == "sign":
        a_table(anna)
    shown = page(register(anna, kind, **entered), 422)
    said = wrong(shown) or [each.text for each in shown.select(".said b")]
    assert len(said) == 1, said
    assert message.casefold() in said[0].casefold()
    if entered.get("code"):
        assert find(shown, "input[name=code]")["value"] == entered["code"]
    assert entered["code"] not in [each.code for each in registers.entries(casino, kind)]


def test_a_code_is_registered_once(casino: int, anna: Client) -> None:
    a_table(anna)
    shown = page(register(anna, "table", code="RF1", name="Other", rulebook="it-venezia"), 422)
    assert wrong(shown) == ["There is one of this code already."]
    assert registers.entry(casino, "table", "RF1").values["rulebook"] == "pt-francesa"


def test_a_form_sent_twice_registers_once(casino: int, anna: Client) -> None:
    form = sent_by(page(anna.get("/registers/new/pit/")), FORM, code="A", name="Pit A")
    assert anna.post("/registers/do/register/pit", form).status_code == 302
    change_form = sent_by(page(anna.get("/registers/pit/A/")), FORM, name="Sala A")
    for _ in range(2):
        assert anna.post("/registers/do/change/pit/A", change_form).status_code == 302
    assert registers.entry(casino, "pit", "A").version == 2


def test_change_of_an_outdated_entry_is_refused(casino: int, anna: Client) -> None:
    register(anna, "pit", code="A", name="Pit A")
    older = sent_by(page(anna.get("/registers/pit/A/")), FORM, name="From the older page")
    change(anna, "pit", "A", name="Sala A")
    shown = page(anna.post("/registers/do/change/pit/A", older), 422)
    assert "changed" in find(shown, ".said").text
    assert registers.entry(casino, "pit", "A").values["name"] == "Sala A"


def test_entry_in_use_cannot_be_withdrawn(casino: int, anna: Client) -> None:
    register(anna, "pit", code="A", name="Pit A")
    a_table(anna, pit="A")
    shown = page(withdraw(anna, "pit", "A"), 422)
    assert "RF1" in find(shown, ".said").text
    assert registers.entry(casino, "pit", "A").in_use


def test_a_table_is_played_by_the_casinos_rulebooks_alone(casino: int, anna: Client) -> None:
    change(anna, "casino", "casino", rulebooks=["it-venezia", "pt-francesa"])
    form = page(anna.get("/registers/new/table/"))
    offered = [each["value"] for each in form.select("select[name=rulebook] option")]
    assert offered == ["", "it-venezia", "pt-francesa"]
    wheels = [each["value"] for each in form.select("select[name=wheel] option")]
    assert wheels == ["", "french"]


# ---------------------------------------------------------------- who sees it

PAGES = ("/registers/", "/registers/table/", "/registers/table/RF1/", "/registers/casino/casino/")


@pytest.mark.parametrize("role", [Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER])
def test_controlling_role_reads_registers_and_changes_nothing(
    role: Role, anna: Client, as_role: AsRole
) -> None:
    a_table(anna)
    reader = as_role(role)
    for address in PAGES:
        shown = page(reader.get(address))
        assert not shown.select("main form")
    shown = page(reader.get("/registers/table/RF1/"))
    assert "pt-francesa" in find(shown, "#as-registered").text
    assert "changed by the administrator" in shown.text
    assert reader.get("/registers/new/table/").status_code == 403
    for address in ("register/table", "change/table/RF1", "withdraw/table/RF1", "issue-secret/client/x"):
        assert reader.post(f"/registers/do/{address}", {}).status_code == 403


@pytest.mark.parametrize("role", [Role.CHEF_DE_TABLE, Role.PIT_BOSS, Role.CASH_DESK])
def test_other_role_cannot_see_registers(role: Role, anna: Client, as_role: AsRole) -> None:
    a_table(anna)
    other = as_role(role)
    assert [other.get(address).status_code for address in PAGES] == [403] * len(PAGES)


def test_another_casino_sees_nothing_of_it(anna: Client, as_role: AsRole, casino: int) -> None:
    a_table(anna)
    other = casino + 1
    values = {"name": f"Casino {other}", "time_zone": "Europe/Rome"}
    register_casino(values, by=TEST, now=timezone.now(), casino_id=other)
    bruno = browser_of(engage(Role.ADMINISTRATOR, casino_id=other))
    assert bruno.get("/registers/table/RF1/").status_code == 404
    assert bruno.post("/registers/do/withdraw/table/RF1", {}).status_code == 404
    assert "RF1" not in bruno.get("/registers/table/").content.decode()
    assert registers.entry(casino, "table", "RF1").in_use


def test_there_is_no_page_for_what_there_is_not(anna: Client) -> None:
    for address in ("wine/", "new/wine/", "table/XX/"):
        assert anna.get(f"/registers/{address}").status_code == 404
    assert anna.post("/registers/do/register/wine", {}).status_code == 404


def test_register_change_needs_a_recent_proof(casino: int, anna: Client) -> None:
    register(anna, "pit", code="A", name="Pit A")
    form = sent_by(page(anna.get("/registers/pit/A/")), FORM, name="Sala A")
    session = anna.session
    session["proven_at"] = (timezone.now() - timedelta(hours=1)).timestamp()
    session.save()
    shown = page(anna.get("/registers/pit/A/"))
    assert not shown.select("main form")
    assert find(shown, "#as-registered a.btn")["href"] == "/registers/edit/pit/A/"
    for answer in (
        anna.get("/registers/edit/pit/A/"),
        anna.get("/registers/new/table/"),
    ):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/sign-in/again/")
    for held in (
        anna.post("/registers/do/change/pit/A", form),
        anna.post("/registers/do/withdraw/pit/A", {}),
    ):
        assert find(page(held, 403), "input[name=proof_password]")
    assert registers.entry(casino, "pit", "A").values["name"] == "Pit A"
    proof = anna.get("/registers/edit/pit/A/")["Location"]
    given = sent_by(page(anna.get(proof)), "main form", password=PASSWORD)
    assert anna.post(proof, given)["Location"] == "/registers/edit/pit/A/"
    assert anna.get("/registers/edit/pit/A/")["Location"] == "/registers/pit/A/"
    assert change(anna, "pit", "A", name="Sala A").status_code == 302


# ---------------------------------------------------------------- what is still to do


def test_the_administrator_begins_with_what_is_still_to_do(anna: Client) -> None:
    assert anna.get("/")["Location"] == "/registers/"
    to_do = find(page(anna.get("/registers/")), "#to-do")
    assert "There are no tables yet." in to_do.text
    assert find(to_do, "a.btn")["href"] == "/registers/new/table/"
    a_table(anna)
    said = find(page(anna.get("/registers/")), "#to-do").text
    assert "There are no tables yet." not in said
    assert "No wheel and no ball stands at RF1" in said
    assert "No reader reads the wheel of RF1" in said
    assert "Nobody can open a table yet" in said
