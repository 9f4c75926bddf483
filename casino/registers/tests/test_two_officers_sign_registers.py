"""Changes of registers that two officers sign: witnesses, rulebooks in force, and a weaker proof of people."""

from typing import Any, NamedTuple

import pytest
from django.test import Client

from casino.kit.register_changes import DECLARE, DECLARE_BY_TWO, DECLARE_LIMITS, act_of_declaration
from casino.people.acting import acting
from casino.people.models import Person, Role
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.people.signing import own_signature
from casino.people.tests.staff import PIN, Staff, beside
from tables.handling import Actor, registers
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import KINDS, Kind
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import SigningKey
from testkit.forms import sent_by
from testkit.house import OpenHouse
from testkit.pages import Response, read_page
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
FORM, WITHDRAW = "form.entries-form", "#withdraw form"
TEST = Actor(id="test", name="Test")


def key_of(name: str) -> str:
    return str(WitnessKey(f"control.example/{name}", SigningKey("w", bytes(32)).verifier.public))


class Change(NamedTuple):
    """A change of an entry; a new entry if its code is not registered."""

    kind: str
    code: str
    changed: dict[str, Any]


STRONG = {
    "second_factor_roles": ["administrator", "direction", "games_inspector"],
    "idle_minutes": 15,
    "password_days": 90,
}
CASINO = {"name": "Casino Real", "time_zone": "Europe/Lisbon", **STRONG}
TABLE = {"name": "Table", "rulebook": "pt-francesa"}
BY_TWO = [
    Change("witness", "w2", {"public_key": key_of("w2")}),
    Change("witness", "w1", {"public_key": key_of("w3")}),
    Change("table", "RF1", {"rulebook_version": 1}),
    Change("casino", "casino", {"second_factor_roles": ["administrator", "direction"]}),
    Change("casino", "casino", {"idle_minutes": 16}),
    Change("casino", "casino", {"idle_minutes": 0}),
    Change("casino", "casino", {"password_days": 91}),
    Change("casino", "casino", {"password_days": 0}),
]
NEW_TABLE = Change("table", "RF2", {"name": "Table", "rulebook": "pt-francesa"})
ANOTHER_RULEBOOK = Change("table", "RF1", {"rulebook": "pt-americana", "limits": None})
LIMITS = [
    NEW_TABLE,
    ANOTHER_RULEBOOK,
    Change("table", "RF1", {"limits": {"minimum": 1000}}),
    Change("table", "RF1", {"allowed_minimums": [500, 1000]}),
]
"""Changes that put limits in force at a table: the management is one of the two officers."""
BY_ONE = [
    Change("table", "RF1", {"name": "Another name"}),
    Change("casino", "casino", {"second_factor_roles": [*STRONG["second_factor_roles"], "pit_boss"]}),  # type: ignore[misc]
    Change("casino", "casino", {"idle_minutes": 5}),
    Change("casino", "casino", {"password_days": 30}),
    Change("casino", "casino", {"name": "Another name"}),
    Change("pit", "P2", {"name": "Pit"}),
]


@pytest.fixture
def staff(casino_id: int) -> Staff:
    return declared(Staff(casino_id, set_up=True))


@pytest.fixture
def open_staff(staff: Staff) -> Staff:
    """The same casino after one of its tables has opened."""
    OpenHouse(staff.casino_id, "pt-francesa", now=staff.now)
    return staff


def declared(staff: Staff) -> Staff:
    for kind, code, values in (
        ("casino", "casino", CASINO),
        ("table", "RF1", TABLE),
        ("witness", "w1", {"public_key": key_of("w1")}),
    ):
        registers.declare(staff.casino_id, kind, code, values, by=TEST, now=staff.now)
    return staff


def values_of(staff: Staff, change: Change) -> dict[str, Any]:
    found = registers.entries(staff.casino_id, change.kind)
    stands = next((each.values for each in found if each.code == change.code), {})
    return {**stands, **change.changed}


def declare(staff: Staff, change: Change, *officers: Person, by: Actor | None = None) -> Any:
    return registers.declare(
        staff.casino_id,
        change.kind,
        change.code,
        values_of(staff, change),
        by=by or acting(staff.administrator, "registers"),
        now=staff.now,
        signatures=tuple(map(own_signature, officers)),
    )


def names(change: Change) -> str:
    return f"{change.kind} {change.changed}"


@pytest.mark.parametrize("change", BY_TWO, ids=names)
def test_a_change_that_weakens_a_proof_or_sets_a_rulebook_takes_two_officers(
    open_staff: Staff, change: Change
) -> None:
    staff = open_staff
    another = engage(Role.ADMINISTRATOR, casino_id=staff.casino_id, pin=PIN)
    for officers in (
        (staff.administrator,),
        (staff.administrator, another),
        (staff.administrator, staff.boss),
        (staff.direction, staff.inspector),
    ):
        with pytest.raises(EntryRefused) as refused:
            declare(staff, change, *officers)
        assert refused.value.refusal.code == "entry-signed-by-one"
        assert refused.value.field in change.changed
    assert act_of_declaration(staff.casino_id, *change[:2], values_of(staff, change)) == DECLARE_BY_TWO
    done = declare(staff, change, staff.administrator, staff.inspector)
    assert len(done.events[0].metadata["signed"]) == 2
    assert not declare(staff, change, staff.administrator).events, "the same again changes nothing"


@pytest.mark.clause("it-campione/5", "it-venezia/general-10", "pt-francesa/17")
@pytest.mark.parametrize("change", LIMITS, ids=names)
def test_limits_of_a_table_take_an_administrator_and_the_management(
    open_staff: Staff, change: Change
) -> None:
    staff = open_staff
    for officers in (
        (staff.administrator,),
        (staff.administrator, staff.inspector),
        (staff.administrator, staff.boss),
        (staff.direction, staff.inspector),
    ):
        with pytest.raises(EntryRefused) as refused:
            declare(staff, change, *officers)
        assert refused.value.refusal.code == "entry-signed-by-one"
        assert refused.value.refusal.parameters["roles"] == ("direction",)
        assert refused.value.field in change.changed
    assert act_of_declaration(staff.casino_id, *change[:2], values_of(staff, change)) == DECLARE_LIMITS
    done = declare(staff, change, staff.administrator, staff.direction)
    assert {each["role"] for each in done.events[0].metadata["signed"]} == {"administrator", "direction"}


@pytest.mark.parametrize("change", BY_ONE, ids=names)
def test_another_change_takes_one_officer(open_staff: Staff, change: Change) -> None:
    assert act_of_declaration(open_staff.casino_id, *change[:2], values_of(open_staff, change)) == DECLARE
    assert declare(open_staff, change, open_staff.administrator).events


@pytest.mark.parametrize("change", [*BY_TWO, *LIMITS], ids=names)
def test_officer_alone_sets_up_a_casino_and_its_machine_needs_no_signature(
    casino_id: int, change: Change
) -> None:
    staff = declared(Staff(casino_id, set_up=True))
    before = values_of(staff, Change(change.kind, change.code, {}))
    assert declare(staff, change, staff.administrator).events
    OpenHouse(casino_id, "pt-francesa", now=staff.now)
    if before:
        back = Change(change.kind, change.code, before)
        assert declare(staff, back, by=AT_THE_MACHINE).events
        with pytest.raises(EntryRefused):
            declare(staff, change, staff.administrator)
    assert declare(staff, change, by=AT_THE_MACHINE).events or not before


def test_a_table_that_comes_back_by_another_rulebook_takes_two_officers(open_staff: Staff) -> None:
    staff = open_staff
    registers.withdraw(staff.casino_id, "table", "RF1", by=AT_THE_MACHINE, now=staff.now)
    for change in (ANOTHER_RULEBOOK, Change("table", "RF1", {})):
        with pytest.raises(EntryRefused):
            declare(staff, change, staff.administrator, staff.inspector)


# ---------------------------------------------------------------- on the screen


def sent(browser: Client, change: Change, **signed: str) -> Response:
    """Send the form of a new entry, or of an entry that is there."""
    if change.code in ("w2", "RF2"):
        shown = read_page(browser.get(f"/registers/new/{change.kind}/").content)
        form = sent_by(shown, FORM, code=change.code, **change.changed, **signed)
        return browser.post(f"/registers/do/register/{change.kind}", form)
    shown = read_page(browser.get(f"/registers/{change.kind}/{change.code}/").content)
    form = sent_by(shown, FORM, **change.changed, **signed)
    return browser.post(f"/registers/do/change/{change.kind}/{change.code}", form)


@pytest.mark.parametrize("change", [*BY_TWO[:3], BY_TWO[4], NEW_TABLE], ids=names)
def test_a_screen_takes_the_change_with_the_pin_of_the_second_officer(
    open_staff: Staff, change: Change
) -> None:
    staff = open_staff
    browser = browser_of(staff.administrator)
    version = len(registers_history(staff, change))
    alone = sent(browser, change)
    assert alone.status_code == 422
    assert "Two officers sign this change" in alone.content.decode()
    second = staff.direction if change in LIMITS else staff.inspector
    wrong = sent(browser, change, **beside(second, "9753"))
    assert wrong.status_code == 422
    assert len(registers_history(staff, change)) == version
    assert sent(browser, change, **beside(second)).status_code == 302
    assert len(registers_history(staff, change)) == version + 1


@pytest.mark.clause("it-campione/5", "it-venezia/general-10")
def test_form_of_a_new_table_offers_the_management_alone_as_second_officer(open_staff: Staff) -> None:
    shown = read_page(browser_of(open_staff.administrator).get("/registers/new/table/").content)
    offered = {each["value"] for each in shown.select(f"{FORM} [name=signer] option")}
    assert offered == {"", open_staff.direction.username}


def registers_history(staff: Staff, change: Change) -> list[Any]:
    found = registers.entries(staff.casino_id, change.kind)
    if all(each.code != change.code for each in found):
        return []
    return registers.history(staff.casino_id, change.kind, change.code)


def test_a_witness_is_withdrawn_by_two_officers(open_staff: Staff) -> None:
    staff, address = open_staff, "/registers/do/withdraw/witness/w1"
    browser = browser_of(staff.administrator)

    def form(**signed: str) -> dict[str, Any]:
        return sent_by(read_page(browser.get("/registers/witness/w1/").content), WITHDRAW, **signed)

    alone = browser.post(address, form())
    assert alone.status_code == 422
    assert "Two officers sign this change" in alone.content.decode()
    assert not registers.entry(staff.casino_id, "witness", "w1").withdrawn
    assert browser.post(address, form(**beside(staff.direction))).status_code == 302
    assert registers.entry(staff.casino_id, "witness", "w1").withdrawn


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_form_asks_for_a_second_officer_where_the_register_may(staff: Staff, kind: str) -> None:
    """During the set-up the form has no fields for a signature, but for a client of the API."""
    browser = browser_of(staff.administrator)
    address = f"/registers/{kind}/casino/" if kind == "casino" else f"/registers/new/{kind}/"
    takes_two = kind == "client" or KINDS[kind].by_two is not Kind.by_two

    def asks() -> bool:
        return bool(read_page(browser.get(address).content).select(f"{FORM} [name=signer]"))

    assert asks() is (kind == "client")
    OpenHouse(staff.casino_id, "pt-francesa", now=staff.now)
    assert asks() is takes_two
