"""Two officers make an account, a third one confirms its person, and what lapses that."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from tables.play.events import Person, Signature
from tables.registers.people import commands as c
from tables.registers.people import events as e
from tables.registers.people.decide import Around, decide
from tables.registers.people.state import PersonState, evolve
from testkit.refusals import expect_refusal

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
AFTER_OPENING = Around(
    acting="person/1",
    day="2026-11-20",
    number=7,
    roles=("pit_boss", "administrator", "games_inspector"),
    languages=("en",),
    other_administrators=1,
    other_second_officers=1,
    waits=True,
    has_pin=True,
    has_second_factor=True,
)
ENGAGE = c.EngagePerson(name="Anna M.", sign_in="anna", role="games_inspector")


def signature(number: int, role: str) -> Signature:
    return Signature(person=Person(id=f"person/{number}", name=f"{role} {number}"), role=role)


ADMINISTRATOR, SECOND, THIRD, DIRECTION, INSPECTOR, BOSS = (
    signature(number, role)
    for number, role in enumerate(
        ("administrator", "administrator", "administrator", "direction", "games_inspector", "pit_boss"),
        start=1,
    )
)
ANNA = signature(7, "games_inspector")
TWO = (ADMINISTRATOR, DIRECTION)
GIVING: tuple[c.OfPerson, ...] = (
    c.ChangeRole(person=7, role="pit_boss"),
    c.IssueSetupLink(person=7),
    c.ResetPassword(person=7),
    c.ResetPin(person=7),
    c.ResetSecondFactor(person=7),
)


def after(state: PersonState, command: c.PersonCommand, around: Around = AFTER_OPENING) -> PersonState:
    by = dict.fromkeys((around.acting, *(each.person.id for each in command.signatures)))
    for event in decide(state, command, around):
        state = evolve(state, event, state.version + 1, NOON, by)
    return state


def engaged(around: Around = AFTER_OPENING) -> PersonState:
    return after(PersonState(), replace(ENGAGE, signatures=TWO), around)


def confirmed() -> PersonState:
    return after(engaged(), confirmation(INSPECTOR), replace(AFTER_OPENING, acting=INSPECTOR.person.id))


def confirmation(*signatures: Signature, present: Iterable[Signature] = (ANNA,)) -> c.ConfirmPerson:
    return c.ConfirmPerson(person=7, signatures=(*signatures, *present))


@pytest.mark.parametrize("command", [ENGAGE, *GIVING], ids=lambda each: type(each).__name__)
def test_an_account_a_role_a_link_and_a_reset_take_two_officers_of_different_roles(
    command: c.PersonCommand,
) -> None:
    state = PersonState() if command is ENGAGE else engaged()
    for beside in (DIRECTION, INSPECTOR):
        assert list(decide(state, replace(command, signatures=(ADMINISTRATOR, beside)), AFTER_OPENING))
    for one in (
        (ADMINISTRATOR,),
        (ADMINISTRATOR, SECOND),
        (ADMINISTRATOR, BOSS),
        (ADMINISTRATOR, ADMINISTRATOR),
    ):
        with expect_refusal("account-signed-by-one"):
            list(decide(state, replace(command, signatures=one), AFTER_OPENING))
    with expect_refusal("account-unsigned"):
        list(decide(state, replace(command, signatures=(DIRECTION, INSPECTOR)), AFTER_OPENING))


def test_administrator_alone_engages_during_set_up_and_at_the_machine() -> None:
    one = replace(ENGAGE, signatures=(ADMINISTRATOR,))
    set_up = after(PersonState(), one, replace(AFTER_OPENING, set_up=True))
    assert (set_up.confirmation, set_up.makers) == ("set_up", ("person/1",))
    at_machine = replace(AFTER_OPENING, acting="command-line", at_machine=True)
    assert after(PersonState(), ENGAGE, at_machine).confirmation == "needed"


def test_a_person_is_confirmed_by_an_officer_who_had_no_part_in_the_account() -> None:
    state = engaged()
    assert (state.confirmation, state.makers) == ("needed", ("person/1", "person/4"))
    for maker in TWO:
        with expect_refusal("person-confirmed-by-maker"):
            list(decide(state, confirmation(maker), replace(AFTER_OPENING, acting=maker.person.id)))
    (event,) = decide(state, confirmation(INSPECTOR), replace(AFTER_OPENING, acting=INSPECTOR.person.id))
    assert isinstance(event, e.PersonConfirmed)
    assert event.confirmed_by == INSPECTOR.person
    assert (confirmed().confirmation, confirmed().makers) == ("confirmed", ())


def test_a_person_is_not_confirmed_absent_by_themselves_by_another_role_or_twice() -> None:
    state, around = engaged(), replace(AFTER_OPENING, acting=INSPECTOR.person.id)
    with expect_refusal("person-not-present"):
        list(decide(state, confirmation(INSPECTOR, present=()), around))
    with expect_refusal("person-changes-themselves"):
        list(decide(state, confirmation(INSPECTOR), replace(around, acting="person/7")))
    with expect_refusal("person-confirmed-by-nobody"):
        list(decide(state, confirmation(BOSS), replace(around, acting=BOSS.person.id)))
    with expect_refusal("person-confirmed-already"):
        list(decide(confirmed(), confirmation(INSPECTOR), around))
    with expect_refusal("person-not-active"):
        list(decide(replace(state, standing="suspended"), confirmation(INSPECTOR), around))


@pytest.mark.parametrize("command", GIVING, ids=lambda each: type(each).__name__)
def test_a_new_role_a_link_and_a_reset_lapse_the_confirmation(command: c.OfPerson) -> None:
    state = after(confirmed(), replace(command, signatures=TWO))
    assert (state.confirmation, state.makers) == ("needed", ("person/1", "person/4"))
    again = replace(AFTER_OPENING, acting=THIRD.person.id)
    assert after(state, confirmation(THIRD), again).confirmation == "confirmed"


@pytest.mark.parametrize(
    "command", [c.NotePinSet(person=7), c.NotePasswordSet(person=7)], ids=lambda e: type(e).__name__
)
def test_a_secret_lapses_the_confirmation_if_somebody_else_set_it(command: c.OfPerson) -> None:
    themselves = replace(AFTER_OPENING, acting="person/7")
    assert after(confirmed(), command, themselves).confirmation == "confirmed"
    machine = replace(AFTER_OPENING, acting="command-line", at_machine=True)
    state = after(confirmed(), command, machine)
    assert (state.confirmation, state.makers) == ("needed", ("command-line",))


def test_a_pin_by_the_machine_ends_the_part_of_the_makers_and_a_password_does_not() -> None:
    machine = replace(AFTER_OPENING, acting="command-line", at_machine=True)
    assert after(engaged(), c.NotePinSet(person=7), machine).makers == ("command-line",)
    password = after(engaged(), c.NotePasswordSet(person=7), machine)
    assert password.makers == ("person/1", "person/4", "command-line"), "the makers still know the PIN"


def test_the_machine_confirms_a_person_and_the_record_names_it() -> None:
    machine = replace(AFTER_OPENING, acting="command-line", at_machine=True)
    (event,) = decide(engaged(), c.ConfirmPerson(person=7), machine)
    assert isinstance(event, e.PersonConfirmed)
    assert event.confirmed_by == Person(id="command-line", name="Command line")
    with expect_refusal("person-confirmed-already"):
        list(decide(confirmed(), c.ConfirmPerson(person=7), machine))


def test_an_officer_of_the_same_maker_confirms_nobody() -> None:
    common = replace(AFTER_OPENING, acting=INSPECTOR.person.id, common_makers=("person/1",))
    with expect_refusal("person-confirmed-by-same-maker"):
        list(decide(engaged(), confirmation(INSPECTOR), common))


def test_the_same_role_again_takes_two_officers_too() -> None:
    again = c.ChangeRole(person=7, role="games_inspector", signatures=(ADMINISTRATOR,))
    with expect_refusal("account-signed-by-one"):
        list(decide(engaged(), again, AFTER_OPENING))
    assert not list(decide(engaged(), replace(again, signatures=TWO), AFTER_OPENING))


@pytest.mark.parametrize(
    "command",
    [
        c.SuspendPerson(person=7, reason="an inquiry"),
        c.EndEngagement(person=7),
        c.ChangeRole(person=7, role="pit_boss", signatures=TWO),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_last_second_officer_stays_unless_another_is_there(command: c.OfPerson) -> None:
    with expect_refusal("last-second-officer"):
        list(decide(engaged(), command, replace(AFTER_OPENING, other_second_officers=0)))
    assert list(decide(engaged(), command, AFTER_OPENING))
    assert list(decide(engaged(), command, replace(AFTER_OPENING, other_second_officers=0, set_up=True)))


@pytest.mark.parametrize("sign_in", ["anna@\uff12", "ann\u00aa"])
def test_a_sign_in_that_nobody_can_type_is_refused(sign_in: str) -> None:
    with expect_refusal("sign-in-malformed"):
        list(decide(PersonState(), replace(ENGAGE, sign_in=sign_in, signatures=TWO), AFTER_OPENING))


def test_a_return_after_leaving_lapses_the_confirmation_and_one_after_a_suspension_does_not() -> None:
    back = c.RestorePerson(person=7, signatures=TWO)
    suspended = after(confirmed(), c.SuspendPerson(person=7, reason="an inquiry"))
    assert after(suspended, back).confirmation == "confirmed"
    left = after(confirmed(), c.EndEngagement(person=7))
    assert after(left, back).confirmation == "needed"
    for state in (suspended, left):
        with expect_refusal("account-signed-by-one"):
            after(state, replace(back, signatures=(ADMINISTRATOR,)))


def test_an_account_of_an_older_record_counts_as_one_of_the_set_up() -> None:
    older = e.PERSON_EVENTS.decode(
        "person_engaged",
        {"person": {"id": "person/7", "name": "Anna M."}, "sign_in": "anna", "role": "games_inspector"},
    )
    state = evolve(PersonState(), older, 1, NOON, ("person/1",))
    assert (state.confirmation, state.makers) == ("set_up", ("person/1",))
