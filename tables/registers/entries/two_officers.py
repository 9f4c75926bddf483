"""The two officers who sign a change of a register that would weaken a proof or put a rulebook in force."""

from collections.abc import Sequence

from tables.play.events import Signature

ADMINISTRATOR = "administrator"
SECOND_OFFICERS = ("direction", "games_inspector")
"""The roles of which one countersigns with an administrator."""


def signed_by_two(signatures: Sequence[Signature]) -> bool:
    """Return whether an administrator has signed, and a second officer, who is another person."""
    one = {each.person.id for each in signatures if each.role == ADMINISTRATOR}
    two = {each.person.id for each in signatures if each.role in SECOND_OFFICERS}
    return bool(one and two - one)
