"""Signatures: some commands are valid only with the signatures of certain roles."""

from collections.abc import Sequence
from typing import Any

from tables.play.commands import Authorised, Command, Signed
from tables.play.events import Person, Signature
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Role

IN_CHARGE = ("chef_de_table", "pit_boss")
"""One of them signs for boxes, tips and floats; the second person is anybody else of the casino."""


AUTHORISE = ("chef_de_table", "pit_boss", "direction")
"""The roles that may make a table's decisions of people; the rulebook may reserve a decision to one of them, or to
another."""
DECIDE = ("pit_boss", "direction")
"""The roles that decide for the casino if a rulebook names none."""


def check_authorised(command: Command) -> None:
    """Raise Refused for a decision of people that none of those has signed who may take it: a client of the API that
    gives the command has not.
    """
    if isinstance(command, Authorised):
        check_one_signed(command, AUTHORISE, str(command.__struct_config__.tag))


def check_decided(
    command: Signed, role: Role | None, clause: str | None, subject: str, **names: Any
) -> tuple[Person, ...]:
    """Return the people who decided and signed: of the role to which the rulebook reserves it by `clause`, or of
    `DECIDE` if it reserves it to none. Raises Refused if nobody of them has signed.
    """
    people = tuple(
        signature.person
        for signature in command.signatures
        if signature.role in ((role,) if role else DECIDE)
    )
    if not people and role:
        raise Refused("signature-missing", clause, subject=subject, role=role, **names)
    if not people:
        raise Refused("signature-not-allowed", clause, subject=subject, **names)
    return people


def check_reserved(
    command: Signed, role: str | None, deputies: Sequence[str], clause: str, subject: str, **names: Any
) -> Signature:
    """Return the signature of the person who decided: of `role`, or of one of its `deputies`; of the roles `AUTHORISE`
    if the rulebook reserves the decision to no role.

    Raises Refused, citing `clause`, if nobody of these roles has signed.
    """
    for each in (role, *deputies) if role else AUTHORISE:
        for signature in command.signatures:
            if signature.role == each:
                return signature
    if role is None:
        raise Refused("signature-not-allowed", clause, subject=subject, **names)
    if deputies:
        raise Refused("signature-of-one-missing", clause, subject=subject, roles=(role, *deputies), **names)
    raise Refused("signature-missing", clause, subject=subject, role=role, **names)


def check_signed(
    command: Signed, roles: Sequence[str], clause: str | None, subject: str, **names: Any
) -> None:
    """Raise Refused, citing `clause` if there is one, unless a person of each of `roles` has signed the command.

    `subject` is the code of the signed act, `names` its parameters, as in all of these functions. One person's
    signature counts once, in one or several roles.
    """
    left = list(command.signatures)
    for role in roles:
        by = next((signature for signature in left if signature.role == role), None)
        if by is None:
            raise Refused("signature-missing", clause, subject=subject, role=role, **names)
        left = [signature for signature in left if signature.person.id != by.person.id]


def check_any_signed(command: Signed, roles: Sequence[str], unsigned: Refused) -> None:
    """Raise `unsigned` unless somebody of one of these roles has signed."""
    if not any(signature.role in roles for signature in command.signatures):
        raise unsigned


def check_one_signed(command: Signed, roles: Sequence[str], subject: str, **names: Any) -> None:
    """Raise Refused unless somebody of one of these roles has signed."""
    if not any(signature.role in roles for signature in command.signatures):
        raise Refused("signature-not-allowed", subject=subject, **names)


def check_two_signed(state: State, command: Signed, subject: str, **names: Any) -> None:
    """Raise Refused unless two people have signed, one of them the chief or the pit boss; a croupier who signs holds a
    position at the table.
    """
    check_croupiers_seated(state, command, subject, **names)
    if not any(signature.role in IN_CHARGE for signature in command.signatures):
        raise Refused("signature-in-charge-missing", subject=subject, **names)
    if len({signature.person.id for signature in command.signatures}) < 2:
        raise Refused("countersignature-missing", subject=subject, **names)


def two_people(command: Signed, subject: str, **names: Any) -> tuple[Person, Person]:
    """Return the first signatory, and the first other person who signed. Raises Refused without a second signature."""
    people = [signature.person for signature in command.signatures]
    beside = next((person for person in people if person.id != people[0].id), None)
    if beside is None:
        raise Refused("second-signature-missing", subject=subject, **names)
    return people[0], beside


def check_croupiers_seated(state: State, command: Signed, subject: str, **names: Any) -> None:
    """Raise Refused if a croupier has signed who holds no position at the table."""
    seated = {person.id for person in (*state.staff.values(), *state.roster.second.values())}
    for signature in command.signatures:
        if signature.role == "croupier" and signature.person.id not in seated:
            raise Refused(
                "croupier-without-position",
                subject=subject,
                name=signature.person.name,
                table=state.table,
                **names,
            )
