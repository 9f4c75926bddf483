"""Decisions on requests to the register of people. The rules are the casino's own, and cite no clause.

One person has one account, in one role. Nobody changes their own role or status, or takes away their own secrets. The
casino keeps an administrator who can sign in. Two officers of different roles give an account, a role or a link. Two
such officers also restore an account and take secrets away. A third officer confirms the person.
"""

import re
from collections.abc import Iterator, Mapping
from unicodedata import normalize

import msgspec

from tables.play.command import reason_of
from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.people import commands as c
from tables.registers.people import events as e
from tables.registers.people.state import MACHINE, PersonState

ADMINISTRATOR = "administrator"
SECOND_OFFICERS = ("direction", "games_inspector")
"""The roles of which one signs beside the administrator who gives an account, a role or a link, or takes a secret away.
"""
CONFIRM = (ADMINISTRATOR, *SECOND_OFFICERS)
"""The roles of which one confirms a person."""
RESETS: Mapping[type[c.Reset], type[e.PasswordReset | e.PinReset | e.SecondFactorReset]] = {
    c.ResetPassword: e.PasswordReset,
    c.ResetPin: e.PinReset,
    c.ResetSecondFactor: e.SecondFactorReset,
}
LONGEST_NAME, LONGEST_SIGN_IN = 80, 150
SIGN_IN = re.compile(r"[\w.@+-]+")
OF_A_CASINO = re.compile(r"@[0-9]{1,18}$", flags=re.ASCII)
"""End of a name with the number of its casino: `anna@2` is anna of casino 2."""


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """Facts for a decision besides the person: the casino and the acting person."""

    acting: str
    """Identifier of the acting person, as the record has it."""
    set_up: bool = False
    """The casino is being set up: none of its tables has opened yet. One administrator then engages people alone."""
    at_machine: bool = False
    """A command of the casino's own machine, where nobody signs."""
    day: str
    number: int
    """Number of the person, or of the account that would be theirs."""
    roles: tuple[str, ...]
    languages: tuple[str, ...]
    sign_in_taken: bool = False
    """True if somebody signs in with the name that was entered, here or in another casino of this database."""
    namesake: str = ""
    """Return the sign-in name of another person who works here under the entered name; empty without one."""
    common_makers: tuple[str, ...] = ()
    """The people who had a part both in the person's account and in that of an officer who confirms the person."""
    other_second_officers: int = 0
    """Active people beside the person who are of SECOND_OFFICERS."""
    other_administrators: int = 0
    """Active administrators beside the person who have a password."""
    waits: bool = False
    """The person has yet to set their first password, or their first PIN where they do not sign in."""
    has_pin: bool = False
    has_second_factor: bool = False
    erased_before: int = 0
    """People of the casino who are erased."""


def decide(state: PersonState, command: c.PersonCommand, around: Around) -> Iterator[e.AnyPersonEvent]:
    """Yield the events in their order; none without a change. Raises Refused."""
    if isinstance(command, c.EngagePerson):
        yield _engaged(command, around)
        return
    person, day = Person(id=state.identity, name=state.name), around.day
    if state.erased:
        raise Refused("person-erased", name=state.name)
    if not isinstance(command, c.ChangeLanguage | c.ConfirmPerson | c.NotePasswordSet | c.NotePinSet):
        _check_not_themselves(state, command, around)
    match command:
        case c.ErasePerson():
            if state.standing != "left":
                raise Refused("person-not-left", name=state.name)
            _check_two_signed(command, state.name)
            yield e.PersonErased(person=person, day=day, number=around.erased_before + 1)
        case c.RestorePerson():
            if state.standing == "active":
                raise Refused("person-works-here", name=state.name)
            _check_one_account(state.name, around)
            _check_two_officers(command, around, state.name)
            yield e.PersonBackAgain(person=person, day=day, before=state.standing, set_up=around.set_up)
        case c.EndEngagement():
            _check_not_left(state)
            _check_administrator_stays(state, around)
            _check_second_officer_stays(state, around)
            yield e.PersonLeft(person=person, day=day, reason=reason_of(command.reason))
        case c.RenamePerson() | c.ChangeRole() | c.ChangeLanguage():
            _check_not_left(state)
            yield from _changed(state, command, around, person)
        case c.Reset():
            _check_active(state)
            yield _reset(state, command, around, person)
        case _:
            _check_active(state)
            yield _of_active(state, command, around, person)


def _changed(
    state: PersonState,
    command: c.RenamePerson | c.ChangeRole | c.ChangeLanguage,
    around: Around,
    person: Person,
) -> Iterator[e.AnyPersonEvent]:
    """Nothing where it is so already."""
    day = around.day
    match command:
        case c.RenamePerson():
            if (name := checked_name(command.name)) != state.name:
                _check_one_account(name, around)
                renamed = Person(id=state.identity, name=name)
                yield e.PersonRenamed(person=renamed, day=day, before=state.name)
        case c.ChangeRole():
            _check_role(command.role, around)
            _check_two_officers(command, around, state.name)
            if command.role != state.role:
                _check_administrator_stays(state, around)
                if command.role not in SECOND_OFFICERS:
                    _check_second_officer_stays(state, around)
                yield e.RoleChanged(
                    person=person, day=day, before=state.role, after=command.role, set_up=around.set_up
                )
        case c.ChangeLanguage():
            _check_language(command.language, around)
            if command.language != state.language:
                yield e.LanguageChanged(person=person, day=day, before=state.language, after=command.language)


def _of_active(
    state: PersonState, command: c.PersonCommand, around: Around, person: Person
) -> e.AnyPersonEvent:
    match command:
        case c.SuspendPerson():
            if not (reason := reason_of(command.reason)):
                raise Refused("person-suspended-without-reason", name=state.name)
            _check_administrator_stays(state, around)
            _check_second_officer_stays(state, around)
            return e.PersonSuspended(person=person, day=around.day, reason=reason)
        case c.IssueSetupLink():
            if not around.waits:
                raise Refused("person-has-set-secrets", name=state.name)
            _check_two_officers(command, around, state.name)
            return e.SetupLinkIssued(person=person, day=around.day, set_up=around.set_up)
        case c.ConfirmPerson():
            return _confirmed(state, command, around, person)
        case c.NotePasswordSet():
            return e.PasswordSet(person=person, day=around.day, set_up=around.set_up)
        case c.NotePinSet():
            return e.PinSet(person=person, day=around.day, set_up=around.set_up)
    raise AssertionError(f"no request to the register: {command!r}")


def _confirmed(
    state: PersonState, command: c.ConfirmPerson, around: Around, person: Person
) -> e.PersonConfirmed:
    """Return the confirmation of a person who is present, by an officer with no part in the account. Raises Refused."""
    if around.acting == state.identity:
        raise Refused("person-changes-themselves", name=state.name)
    if state.confirmation == "confirmed":
        raise Refused("person-confirmed-already", name=state.name)
    if around.at_machine:
        return e.PersonConfirmed(person=person, day=around.day, confirmed_by=MACHINE)
    others = [each for each in command.signatures if each.person.id != state.identity]
    officer = next((each.person for each in others if each.role in CONFIRM), None)
    if officer is None:
        raise Refused("person-confirmed-by-nobody", name=state.name, roles=CONFIRM)
    if len(others) == len(command.signatures):
        raise Refused("person-not-present", name=state.name)
    if officer.id in state.makers or around.acting in state.makers:
        raise Refused("person-confirmed-by-maker", name=state.name, maker=officer.name)
    if around.common_makers:
        raise Refused("person-confirmed-by-same-maker", name=state.name, officer=officer.name)
    return e.PersonConfirmed(person=person, day=around.day, confirmed_by=officer)


def _reset(
    state: PersonState, command: c.Reset, around: Around, person: Person
) -> e.PasswordReset | e.PinReset | e.SecondFactorReset:
    if isinstance(command, c.ResetPin) and not around.has_pin:
        raise Refused("person-without-pin", name=state.name)
    if isinstance(command, c.ResetSecondFactor) and not around.has_second_factor:
        raise Refused("person-without-second-factor", name=state.name)
    _check_two_signed(command, state.name)
    return RESETS[type(command)](person=person, day=around.day, set_up=around.set_up)


def _engaged(command: c.EngagePerson, around: Around) -> e.PersonEngaged:
    name = checked_name(command.name)
    if not SIGN_IN.fullmatch(command.sign_in) or len(command.sign_in) > LONGEST_SIGN_IN:
        raise Refused("sign-in-malformed", sign_in=command.sign_in[:40], longest=LONGEST_SIGN_IN)
    if normalize("NFKC", command.sign_in) != command.sign_in:
        # Whoever signs in types a name that Django brings into this form, so nobody could sign in by the other one.
        raise Refused("sign-in-malformed", sign_in=command.sign_in[:40], longest=LONGEST_SIGN_IN)
    if OF_A_CASINO.search(command.sign_in):
        raise Refused("sign-in-ends-with-a-number", sign_in=command.sign_in)
    _check_role(command.role, around)
    _check_language(command.language, around)
    if around.sign_in_taken:
        raise Refused("sign-in-taken", sign_in=command.sign_in)
    _check_one_account(name, around)
    _check_two_officers(command, around, name)
    return e.PersonEngaged(
        person=Person(id=f"person/{around.number}", name=name),
        day=around.day,
        sign_in=command.sign_in,
        role=command.role,
        language=command.language,
        set_up=around.set_up,
    )


def checked_name(entered: str) -> str:
    """Return the name with single spaces. Raises Refused for one that cannot be read on a screen."""
    name = " ".join(part for part in entered.split(" ") if part)
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused("person-name-malformed", longest=LONGEST_NAME)
    return name


def _check_role(role: str, around: Around) -> None:
    if role not in around.roles:
        raise Refused("role-unknown", entered=role[:40], roles=around.roles)


def _check_language(language: str, around: Around) -> None:
    if language and language not in around.languages:
        raise Refused("language-unknown", entered=language[:40], languages=around.languages)


def _check_one_account(name: str, around: Around) -> None:
    """Raise Refused if the person has an account: one person has one, and keeps it with another role. A seat is
    filled by name, too.
    """
    if around.namesake:
        raise Refused("person-has-an-account", name=name, sign_in=around.namesake)


def _check_not_left(state: PersonState) -> None:
    if state.standing == "left":
        raise Refused("person-not-active", name=state.name, standing=state.standing)


def _check_active(state: PersonState) -> None:
    if state.standing != "active":
        raise Refused("person-not-active", name=state.name, standing=state.standing)


def _check_not_themselves(state: PersonState, command: c.PersonCommand, around: Around) -> None:
    if state.identity in (around.acting, *(each.person.id for each in command.signatures)):
        raise Refused("person-changes-themselves", name=state.name)


def _check_administrator_stays(state: PersonState, around: Around) -> None:
    if state.role == ADMINISTRATOR and state.standing == "active" and not around.other_administrators:
        raise Refused("last-administrator", name=state.name)


def _check_second_officer_stays(state: PersonState, around: Around) -> None:
    """Raise Refused where nobody would be left to sign beside the administrator; not while the casino is set up."""
    exempt = around.set_up or around.at_machine or state.standing != "active"
    if state.role in SECOND_OFFICERS and not (exempt or around.other_second_officers):
        raise Refused("last-second-officer", name=state.name, roles=SECOND_OFFICERS)


def _check_two_officers(command: c.PersonCommand, around: Around, name: str) -> None:
    """Raise Refused unless two officers have signed, or the casino is being set up, or its own machine acts."""
    if not (around.set_up or around.at_machine):
        _check_two_signed(command, name)


def _check_two_signed(command: c.PersonCommand, name: str) -> None:
    """Raise Refused unless an administrator has signed, and a second officer, who is another person."""
    one = next((each.person.id for each in command.signatures if each.role == ADMINISTRATOR), None)
    if one is None:
        raise Refused("account-unsigned", name=name)
    if not any(each.role in SECOND_OFFICERS and each.person.id != one for each in command.signatures):
        raise Refused("account-signed-by-one", name=name, roles=SECOND_OFFICERS)
