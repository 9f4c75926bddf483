"""Who rakes in the losing chips and who pays, by the parity of the number (it-venezia/roles-by-parity)."""

from typing import NamedTuple

from tables.roulette.rulebook import RolesRule


class Roles(NamedTuple):
    """The positions of the staff that rake and pay after a number."""

    rakes: str
    pays: str


def roles_at(rule: RolesRule, number: int) -> Roles:
    """The roles after `number`, 0 to 36. Zero is even."""
    if number % 2:
        return Roles(rakes=rule.pays_at_even, pays=rule.rakes_at_even)
    return Roles(rakes=rule.rakes_at_even, pays=rule.pays_at_even)
