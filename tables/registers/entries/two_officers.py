"""The two officers who sign a change of a register that would weaken a proof or put a rulebook in force."""

from collections.abc import Sequence

from tables.play.events import Signature

ADMINISTRATOR = "administrator"
SECOND_OFFICERS = ("direction", "games_inspector")
"""The roles of which one countersigns with an administrator."""
MANAGEMENT = ("direction",)
"""The role that countersigns with an administrator where the limits of a table are decided."""


def signed_by_two(signatures: Sequence[Signature], second: Sequence[str] = SECOND_OFFICERS) -> bool:
    """Return True if an administrator has signed, and another person of one of the roles `second`."""
    one = {each.person.id for each in signatures if each.role == ADMINISTRATOR}
    two = {each.person.id for each in signatures if each.role in second}
    return bool(one and two - one)
