"""What comes of requests to the register of people, and what is refused."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tables.play.events import Person, Signature
from tables.registers.people import commands as c
from tables.registers.people import events as e
from tables.registers.people.decide import Around, decide
from tables.registers.people.state import PersonState, evolve
from testkit.refusals import expect_refusal

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
AROUND = Around(
    acting="person/1",
    set_up=True,
    day="2026-11-20",
    number=7,
    roles=("pit_boss", "administrator", "croupier"),
    languages=("en", "it"),
    other_administrators=1,
    has_pin=True,
    has_second_factor=True,
)
ENGAGE = c.EngagePerson(name="Anna M.", sign_in="anna", role="pit_boss")


def signed(*roles: str) -> tuple[Signature, ...]:
    return tuple(
        Signature(person=Person(id=f"person/{number}", name=role), role=role)
        for number, role in enumerate(roles, start=1)
    )


def engaged(**fields: Any) -> PersonState:
    state = PersonState()
    for version, event in enumerate(decide(state, ENGAGE, AROUND), start=1):
        state = evolve(state, event, version, NOON)
    return replace(state, **fields)


def decided(state: PersonState, command: c.PersonCommand, around: Around = AROUND) -> list[e.AnyPersonEvent]:
    return list(decide(state, command, around))


def after(state: PersonState, command: c.PersonCommand, around: Around = AROUND) -> PersonState:
    for event in decide(state, command, around):
        state = evolve(state, event, state.version + 1, NOON)
    return state


def test_somebody_is_engaged_in_a_role_and_a_language() -> None:
    anna = after(PersonState(), replace(ENGAGE, name="  Anna   M. ", language="it"))
    assert (anna.number, anna.identity, anna.name, anna.sign_in) == (7, "person/7", "Anna M.", "anna")
    assert (anna.role, anna.language, anna.standing, anna.version) == ("pit_boss", "it", "active", 1)


@pytest.mark.parametrize(
    ("wrong", "around", "code"),
    [
        ({"name": " "}, {}, "person-name-malformed"),
        ({"name": "a\u202eb"}, {}, "person-name-malformed"),
        ({"name": "a" * 81}, {}, "person-name-malformed"),
        ({"sign_in": ""}, {}, "sign-in-malformed"),
        ({"sign_in": "an na"}, {}, "sign-in-malformed"),
        ({"sign_in": "a" * 151}, {}, "sign-in-malformed"),
        ({"role": "god"}, {}, "role-unknown"),
        ({"language": "xx"}, {}, "language-unknown"),
        ({}, {"sign_in_taken": True}, "sign-in-taken"),
        ({}, {"namesake": "anna.m"}, "person-has-an-account"),
    ],
)
def test_nobody_is_engaged_against_the_rules(wrong: Any, around: Any, code: str) -> None:
    with expect_refusal(code):
        decided(PersonState(), replace(ENGAGE, **wrong), replace(AROUND, **around))


def test_a_change_says_what_was_before() -> None:
    anna = engaged()
    (role,) = decided(anna, c.ChangeRole(person=7, role="croupier"))
    assert isinstance(role, e.RoleChanged)
    assert (role.before, role.after, role.day) == ("pit_boss", "croupier", "2026-11-20")
    (name,) = decided(anna, c.RenamePerson(person=7, name="Anna Magnani"))
    assert isinstance(name, e.PersonRenamed)
    assert (name.before, name.person.name) == ("Anna M.", "Anna Magnani")
    (language,) = decided(anna, c.ChangeLanguage(person=7, language="it"))
    assert isinstance(language, e.LanguageChanged)
    assert (language.before, language.after) == ("", "it")


@pytest.mark.parametrize(
    "same",
    [
        c.ChangeRole(person=7, role="pit_boss"),
        c.RenamePerson(person=7, name=" Anna M."),
        c.ChangeLanguage(person=7, language=""),
    ],
)
def test_unchanged_value_records_nothing(same: c.PersonCommand) -> None:
    assert decided(engaged(), same) == []


def test_suspended_back_again_left_and_back_again_in_the_same_account() -> None:
    anna = after(engaged(), c.SuspendPerson(person=7, reason="an inquiry"))
    assert (anna.standing, anna.reason) == ("suspended", "an inquiry")
    anna = after(anna, c.RestorePerson(person=7))
    assert (anna.standing, anna.reason) == ("active", "")
    anna = after(anna, c.EndEngagement(person=7))
    assert anna.standing == "left"
    (back,) = decided(anna, c.RestorePerson(person=7))
    assert isinstance(back, e.PersonBackAgain)
    assert back.before == "left"
    with expect_refusal("person-has-an-account"):
        decided(anna, c.RestorePerson(person=7), replace(AROUND, namesake="other"))


REQUESTS: tuple[c.OfPerson, ...] = (
    c.RenamePerson(person=7, name="Another"),
    c.ChangeRole(person=7, role="croupier"),
    c.SuspendPerson(person=7, reason="x"),
    c.EndEngagement(person=7),
    c.IssueSetupLink(person=7),
    c.ResetPassword(person=7),
    c.ResetPin(person=7),
    c.ResetSecondFactor(person=7),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda each: type(each).__name__)
def test_nobody_changes_themselves_nor_signs_for_it(request_: c.OfPerson) -> None:
    with expect_refusal("person-changes-themselves"):
        decided(engaged(), request_, replace(AROUND, acting="person/7"))
    own = Signature(person=Person(id="person/7", name="Anna M."), role="administrator")
    with expect_refusal("person-changes-themselves"):
        decided(engaged(), replace(request_, signatures=(*signed("administrator"), own)))


def test_everybody_chooses_their_own_language_and_sets_their_own_secrets() -> None:
    themselves = replace(AROUND, acting="person/7")
    for command in (
        c.ChangeLanguage(person=7, language="it"),
        c.NotePasswordSet(person=7),
        c.NotePinSet(person=7),
    ):
        assert len(decided(engaged(), command, themselves)) == 1


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda each: type(each).__name__)
def test_of_somebody_who_has_left_nothing_is_changed(request_: c.OfPerson) -> None:
    with expect_refusal("person-not-active"):
        decided(engaged(standing="left"), replace(request_, signatures=signed("administrator", "direction")))


def test_active_person_is_not_restored_and_suspended_not_suspended_again() -> None:
    with expect_refusal("person-works-here"):
        decided(engaged(), c.RestorePerson(person=7))
    with expect_refusal("person-not-active"):
        decided(engaged(standing="suspended"), c.SuspendPerson(person=7, reason="x"))
    with expect_refusal("person-suspended-without-reason"):
        decided(engaged(), c.SuspendPerson(person=7, reason="  "))


@pytest.mark.parametrize(
    "command",
    [
        c.ChangeRole(person=7, role="pit_boss"),
        c.SuspendPerson(person=7, reason="x"),
        c.EndEngagement(person=7),
    ],
)
def test_the_last_administrator_stays(command: c.OfPerson) -> None:
    with expect_refusal("last-administrator"):
        decided(engaged(role="administrator"), command, replace(AROUND, other_administrators=0))
    assert decided(engaged(role="administrator"), command)


@pytest.mark.parametrize("command", [c.ResetPassword, c.ResetPin, c.ResetSecondFactor])
def test_secrets_are_removed_by_an_administrator_and_a_second_officer(command: type[c.Reset]) -> None:
    for beside in ("direction", "games_inspector"):
        asked = command(person=7, signatures=signed("administrator", beside))
        assert len(decided(engaged(), asked)) == 1
    with expect_refusal("account-unsigned"):
        decided(engaged(), command(person=7, signatures=signed("direction", "games_inspector")))
    for roles in (("administrator",), ("administrator", "pit_boss"), ("administrator", "administrator")):
        with expect_refusal("account-signed-by-one"):
            decided(engaged(), command(person=7, signatures=signed(*roles)))
    one = signed("administrator")
    with expect_refusal("account-signed-by-one"):
        decided(engaged(), command(person=7, signatures=one * 2))


def test_nothing_is_taken_away_that_there_is_not() -> None:
    two = signed("administrator", "direction")
    with expect_refusal("person-without-pin"):
        decided(engaged(), c.ResetPin(person=7, signatures=two), replace(AROUND, has_pin=False))
    with expect_refusal("person-without-second-factor"):
        decided(
            engaged(),
            c.ResetSecondFactor(person=7, signatures=two),
            replace(AROUND, has_second_factor=False),
        )


def test_another_link_is_issued_only_until_it_is_used() -> None:
    assert decided(engaged(), c.IssueSetupLink(person=7), replace(AROUND, waits=True))
    with expect_refusal("person-has-set-secrets"):
        decided(engaged(), c.IssueSetupLink(person=7))
