"""Each rule of two people: two who count pass, an account that is to be confirmed or is its maker's own does not."""

from datetime import datetime
from typing import Any

import msgspec
import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from casino.commands.signing import signed
from casino.kit.sentences.topics import sentences
from casino.people.acts import ACTS
from casino.people.confirmation import check_count_together
from casino.people.models import Confirmation, Person, Role
from casino.people.register.forms import FORMS
from casino.people.signing import own_signature
from casino.people.tests.staff import PIN, Staff, beside
from casino.people.two_people import TWO_PEOPLE, TwoPeopleRule
from tables.registers.people import commands as people
from testkit.people import engage
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(casino_id: int) -> Staff:
    return Staff(casino_id)


SAMPLES: dict[str, dict[str, Any]] = {
    "PlaceBox": {"serial": "A"},
    "RemoveBox": {"serial": "A", "reason": "full"},
    "CountTips": {"shift": "night"},
    "CorrectCash": {"taken": 1, "reason": "a slip"},
    "CountHeld": {"ref": "h1", "pieces": {100: 1}},
    "CountFloat": {"moment": "opening", "pieces": {100: 1}},
    "IssueSlip": {"carrier": "Rui"},
    "CountBank": {"currency": "EUR", "by_series": {}},
    "SignReport": {"side": "control", "hash": "00"},
    "EnterSheet": {"content": None},
    "CorrectSheet": {"content": None, "reason": "a slip"},
    "AdvanceChips": {"player": "p", "amount": 1},
    "CarryAdvance": {"ref": "a1"},
    "PayIn": {"ref": "h1"},
    "DecideDispute": {"dispute": "d1", "outcome": "none", "reason": "seen"},
    "ChangeLimits": {"limits": None, "players_told": True, "sign_changed": True},
    "DecidePaymentDifference": {"difference": "x", "outcome": "stands", "reason": "seen"},
    "AnnulCoup": {"reason": "foreign-object"},
    "AcceptLateBet": {"bet": None},
    "RefuseLateBet": {"player": "p", "bet": "b", "amount": 1, "reason": "late"},
}
"""The fields of the commands that have some, for their signatures alone."""
RULES = [each for each in TWO_PEOPLE if each.command is not people.ConfirmPerson]


def sample(rule: TwoPeopleRule) -> Any:
    fields = {each.name for each in msgspec.structs.fields(rule.command) if each.required}
    given = {"reason": "an inquiry"} | SAMPLES.get(rule.command.__name__, {})
    return rule.command(**{name: given[name] for name in fields})


def pair(staff: Staff, rule: TwoPeopleRule) -> tuple[Person, Person]:
    """Two who count, of the roles of the rule where it names some."""
    first = Role(rule.first[0]) if rule.first else Role.CHEF_DE_TABLE
    others = [each for each in (*rule.second, Role.GAMES_INSPECTOR) if each != first]
    roles = (first, Role(others[0]))
    one, two = (engage(role, casino_id=staff.casino_id, pin=PIN) for role in roles)
    return one, two


def sign(rule: TwoPeopleRule, one: Person, two: Person, now: datetime) -> Any:
    """The command as the two sign it: one acts and two countersigns, or two takes the second step."""
    if rule.how == "step":
        return signed(sample(rule), {}, two, now)
    return signed(sample(rule), beside(two), one, now)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.act)
def test_two_who_are_confirmed_sign_and_one_who_is_not_does_not(staff: Staff, rule: TwoPeopleRule) -> None:
    one, two = pair(staff, rule)
    both = sign(rule, one, two, staff.now)
    assert [each.person.id for each in both.signatures][-1] == f"person/{two.pk}"
    Person.objects.filter(pk=two.pk).update(confirmation=Confirmation.NEEDED)
    two.refresh_from_db()
    with expect_refusal("signatory-not-confirmed"):
        sign(rule, one, two, staff.now)
    Person.objects.filter(pk=two.pk).update(confirmation=Confirmation.CONFIRMED)
    two.refresh_from_db()
    if rule.how == "step":
        return  # the first one signed another act
    Person.objects.filter(pk=one.pk).update(confirmation=Confirmation.NEEDED)
    one.refresh_from_db()
    with expect_refusal("signatory-not-confirmed"):
        sign(rule, one, two, staff.now)


@pytest.mark.parametrize("rule", [each for each in RULES if each.how != "step"], ids=lambda rule: rule.act)
@pytest.mark.parametrize("maker_first", [True, False])
def test_an_account_of_the_set_up_does_not_sign_together_with_its_maker(
    staff: Staff, rule: TwoPeopleRule, maker_first: bool
) -> None:
    one, two = pair(staff, rule)
    maker, made = (one, two) if maker_first else (two, one)
    Person.objects.filter(pk=made.pk).update(makers=[f"person/{maker.pk}"])
    with expect_refusal("signatory-made-by-the-other"):
        sign(rule, one, two, staff.now)
    Person.objects.filter(pk=made.pk).update(confirmation=Confirmation.CONFIRMED)
    assert sign(rule, one, two, staff.now)


def test_three_signatures_need_two_confirmed_people_without_the_third(staff: Staff) -> None:
    anna = staff.engaged(Role.GAMES_INSPECTOR, beside=staff.direction)
    three = [own_signature(each) for each in (staff.administrator, staff.direction, anna)]
    with expect_refusal("signatory-not-confirmed"):
        check_count_together(staff.casino_id, three)
    check_count_together(staff.casino_id, three[:2])


def test_every_refusal_for_a_missing_second_person_belongs_to_a_rule_in_the_list() -> None:
    marks = (
        "by-one",
        "counted-alone",
        "countersign",
        "second-signature",
        "granted-by-two",
        "own-box-count",
        "keyed-in-by",
    )
    listed = {rule.refusal for rule in TWO_PEOPLE}
    of_acts = {"account-signed-by-one", "administration-granted-by-two", "entry-signed-by-one"}
    found = {code for code in sentences() if any(mark in code for mark in marks)}
    assert found - listed - of_acts == set()


@pytest.mark.parametrize(
    "made", [people.EngagePerson, *(form.makes for form in FORMS.values())], ids=lambda e: e.__name__
)
def test_acts_name_a_second_officer_where_the_register_asks_for_one(staff: Staff, made: Any) -> None:
    """acts.py, from which screens and the API read, and the decider agree."""
    TOTP.activate(staff.boss, generate_totp_secret())
    if made is people.IssueSetupLink:
        Person.objects.filter(pk=staff.boss.pk).update(password="!")
    if made is people.RestorePerson:
        staff.does(staff.administrator, people.SuspendPerson(person=staff.boss.pk, reason="an inquiry"))
    fields: dict[str, Any] = {
        "person": staff.boss.pk,
        "name": "Anna M.",
        "sign_in": "anna",
        "role": "cash_desk",
        "language": "it",
        "reason": "an inquiry",
    }
    names = {each.name for each in msgspec.structs.fields(made)} & fields.keys()
    command = made(**{name: fields[name] for name in names}, signatures=(own_signature(staff.administrator),))
    takes_second = bool(ACTS[f"people.{made.__struct_config__.tag}"].second)
    if not takes_second:
        assert staff.does(staff.administrator, command).events
        return
    with expect_refusal("account-signed-by-one"):
        staff.does(staff.administrator, command)
    two = (*command.signatures, own_signature(staff.direction))
    assert staff.does(staff.administrator, msgspec.structs.replace(command, signatures=two)).events
