"""Who has signed for what is asked: some of it is valid only with the signature of people of certain roles."""

from collections.abc import Sequence

from tables.play.commands import Signed
from tables.play.events import Person
from tables.play.state import State
from tables.roulette.refusal import Refused

ROLES = {
    "croupier": "a croupier of the table",
    "chef_de_table": "the chef de table",
    "pit_boss": "the pit boss",
    "games_inspector": "the games inspector",
    "public_controller": "the public controller",
    "cash_desk": "the cash desk",
}
"""The house's roles in words."""
IN_CHARGE = ("chef_de_table", "pit_boss")
"""One of them signs for boxes, tips and floats; the second person is anybody else of the house."""


def check_signed(command: Signed, roles: Sequence[str], clause: str | None, what: str) -> None:
    """Raises Refused, citing `clause` if there is one, unless for each of `roles` somebody else has signed the command.

    `what` names in words what is to be signed. One person's signature counts once, whatever roles it bears.
    """
    left = list(command.signatures)
    for role in roles:
        by = next((signature for signature in left if signature.role == role), None)
        if by is None:
            raise Refused(f"{what}: {ROLES.get(role, role)} has not signed", clause)
        left = [signature for signature in left if signature.person.id != by.person.id]


def check_two_signed(state: State, command: Signed, what: str) -> None:
    """Raises Refused unless two people have signed, one of them the chief or the pit boss; a croupier who signs holds a
    position at the table."""
    check_croupiers_seated(state, command, what)
    if not any(signature.role in IN_CHARGE for signature in command.signatures):
        raise Refused(f"{what}: the chef de table or the pit boss has to sign, and nobody did")
    if len({signature.person.id for signature in command.signatures}) < 2:
        raise Refused(f"{what} by two people: nobody has signed beside")


def two_people(command: Signed, what: str) -> tuple[Person, Person]:
    """Who signed first, and the first of the others who signed beside. Raises Refused where nobody did."""
    people = [signature.person for signature in command.signatures]
    beside = next((person for person in people if person.id != people[0].id), None)
    if beside is None:
        raise Refused(f"{what} is signed by two people: nobody has signed beside")
    return people[0], beside


def check_croupiers_seated(state: State, command: Signed, what: str) -> None:
    """Raises Refused where a croupier has signed who holds no position at the table."""
    seated = {person.id for person in (*state.staff.values(), *state.roster.second.values())}
    for signature in command.signatures:
        if signature.role == "croupier" and signature.person.id not in seated:
            raise Refused(f"{what}: {signature.person.name} has no position at {state.table}")
