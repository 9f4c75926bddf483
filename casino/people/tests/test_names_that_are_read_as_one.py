"""Names and codes that a person reads as one are one: composed or decomposed letters, upper or lower case."""

from unicodedata import normalize

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from casino.people.models import Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.tests.staff import Staff
from tables.handling import handle
from tables.handling.aggregates.register import RegisterAggregate
from tables.refusal import Refused
from tables.registers.entries.commands import AnyRegisterCommand, DeclareEntry, WithdrawEntry
from tables.registers.people.commands import EngagePerson
from tables.text import alike, as_compared
from testkit.house import BOSS, OpenHouse
from testkit.people import AsRole, engage

pytestmark = pytest.mark.django_db
COMPOSED, DECOMPOSED = (normalize(form, "José Conceição") for form in ("NFC", "NFD"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (COMPOSED, DECOMPOSED),
        (COMPOSED, "JOSÉ CONCEIÇÃO"),
        ("Weiß", "WEISS"),
        ("Αθηνά Σοφός", "ΑΘΗΝΆ ΣΟΦΌΣ"),
        ("Юрий", "юрий"),
        ("Ana  Rita", "Ana Rita"),
        ("RF1", "rf1"),
    ],
)
def test_text_is_compared_without_case_and_in_one_form(one: str, other: str) -> None:
    assert as_compared(one) == as_compared(other)
    assert alike(one, ["another", other]) == other


@pytest.mark.parametrize(("one", "other"), [("José", "Jose"), ("RF1", "RF 1"), ("Ana", "Anna")])
def test_text_with_other_letters_is_another_name(one: str, other: str) -> None:
    assert alike(one, [other]) is None


@pytest.mark.parametrize("name", [DECOMPOSED, "JOSÉ CONCEIÇÃO"], ids=["decomposed", "upper case"])
def test_person_of_the_same_name_in_other_letters_has_an_account(casino_id: int, name: str) -> None:
    staff = Staff(casino_id, set_up=True)
    staff.engaged(Role.CROUPIER, COMPOSED)
    again = EngagePerson(name=name, sign_in="another", role=Role.CROUPIER, signatures=())
    with pytest.raises(Refused) as refused:
        staff.does(staff.administrator, again)
    assert refused.value.code == "person-has-an-account"


@pytest.mark.parametrize("sign_in", ["Anna", "ANNA"])
def test_sign_in_name_in_another_case_is_taken(casino_id: int, sign_in: str) -> None:
    staff = Staff(casino_id, set_up=True)
    staff.engaged(Role.PIT_BOSS, "anna")
    again = EngagePerson(name="Anna Rossi", sign_in=sign_in, role=Role.PIT_BOSS, signatures=())
    with pytest.raises(Refused) as refused:
        handle(PersonAggregate(casino_id), again, by=BOSS, now=timezone.now())
    assert refused.value.code == "sign-in-taken"


def test_database_keeps_one_sign_in_name_in_any_case(casino_id: int) -> None:
    engage(Role.PIT_BOSS, casino_id=casino_id, sign_in="anna")
    with pytest.raises(IntegrityError, match="one_name_in_a_casino_in_any_case"), transaction.atomic():
        Person.objects.create_user("ANNA", casino_id=casino_id, role=Role.PIT_BOSS, display_name="Other")


def test_database_keeps_one_table_code_in_any_case(casino_id: int) -> None:
    OpenHouse(casino_id, "pt-francesa", table="RF1")
    with pytest.raises(IntegrityError, match="one_table_of_a_code_in_any_case"), transaction.atomic():
        OpenHouse(casino_id, "pt-francesa", table="rf1")


TABLE = DeclareEntry(kind="table", code="RF1", values={"name": "Roulette", "rulebook": "pt-francesa"})
PIT = DeclareEntry(kind="pit", code="Salão", values={"name": "Sala"})


@pytest.mark.parametrize(
    ("entry", "code"), [(TABLE, "rf1"), (PIT, "SALÃO"), (PIT, normalize("NFD", "salão"))]
)
@pytest.mark.parametrize("withdrawn", [False, True])
def test_code_of_another_entry_in_other_letters_is_refused(
    casino_id: int, entry: DeclareEntry, code: str, withdrawn: bool
) -> None:
    Staff(casino_id, set_up=True)
    declared(casino_id, entry)
    if withdrawn:
        declared(casino_id, WithdrawEntry(kind=entry.kind, code=entry.code))
    with pytest.raises(Refused) as refused:
        declared(casino_id, replace(entry, code=normalize("NFC", code)))
    assert (refused.value.code, refused.value.refusal.parameters["other"]) == ("entry-code-alike", entry.code)


def declared(casino_id: int, command: AnyRegisterCommand) -> None:
    handle(RegisterAggregate(casino_id, command.kind, command.code), command, by=BOSS, now=timezone.now())


@pytest.mark.parametrize("path", ["/floor/{}/", "/floor/{}/record/?coup=1", "/floor/{}/sheet/1/"])
def test_address_with_the_code_in_other_letters_leads_to_the_table(
    casino_id: int, as_role: AsRole, path: str
) -> None:
    OpenHouse(casino_id, "pt-francesa", table="RF1")
    answer = as_role(Role.PIT_BOSS).get(path.format("rf1"))
    assert (answer.status_code, answer["Location"]) == (302, path.format("RF1"))


def test_command_to_a_code_in_other_letters_changes_no_table(casino_id: int, as_role: AsRole) -> None:
    house = OpenHouse(casino_id, "pt-francesa", table="RF1")
    boss: Client = as_role(Role.PIT_BOSS)
    before = len(house.events())
    form = {"player": "P1", "bet": "rouge", "other": "5"}
    assert boss.post("/floor/rf1/do/place-bet", form).status_code == 404
    assert boss.get("/floor/rf2/").status_code == 404
    assert len(house.events()) == before
